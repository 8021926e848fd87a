"""Inference of inductive invariants: candidates from reachable states, selected by CTIs, proved."""
