"""What a spec means to a solver: terms, two encodings that do not know each other, and solvers."""
