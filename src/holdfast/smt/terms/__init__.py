"""First-order terms, how they simplify, and their SMT-LIB text: knows no solver and no spec."""
