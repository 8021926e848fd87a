"""Explicit-state model checking."""
