"""Searches, values and columns from Python. Only this folder calls generated code."""
