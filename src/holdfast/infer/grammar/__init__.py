"""What lemmas are made of: sorts, atoms, clauses, and their truth in a state."""
