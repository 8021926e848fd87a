"""The SMT back end: terms, two independent encodings, and solvers."""
