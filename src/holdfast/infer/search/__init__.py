"""The selection of lemmas from states, clauses and solver queries."""
