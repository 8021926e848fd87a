"""Proofs with SMT solvers: bounded model checking, k-induction, induction, certificates."""
