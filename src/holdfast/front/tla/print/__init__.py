"""Printing of trees, and the formatter."""
