"""Which lemmas to choose: the one place where states, clauses and solvers meet."""
