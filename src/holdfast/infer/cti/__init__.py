"""Counterexamples to induction, from solvers."""
