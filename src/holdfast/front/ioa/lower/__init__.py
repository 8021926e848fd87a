"""Typed trees of I/O automata to expressions of the system."""
