"""First-order terms, their simplification, and their SMT-LIB text; no solver, no spec."""
