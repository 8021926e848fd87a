"""The grammar of lemmas: sorts, atoms, clauses, and their evaluation."""
