"""What an expression and a step mean, on Python values: the definition of the semantics."""
