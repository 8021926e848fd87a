"""I/O automata in Python syntax: text to tree to system."""
