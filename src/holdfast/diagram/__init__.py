"""Predicate diagrams: finite pictures that cover all behaviours of a system."""
