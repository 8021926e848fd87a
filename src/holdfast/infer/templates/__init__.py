"""Candidate lemmas of fixed forms, and the inductive ones among them."""
