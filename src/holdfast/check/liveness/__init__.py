"""Temporal properties: formulas, tableaux, and the search for lassos in the state graph."""
