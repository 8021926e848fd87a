"""Inductive invariants: found from reachable states, chosen by counterexamples, then proved."""
