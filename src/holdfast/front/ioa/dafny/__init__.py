"""Translation of I/O automata to Dafny."""
