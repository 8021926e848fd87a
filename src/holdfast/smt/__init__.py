"""What a spec means to a solver: terms, two encodings, and the one door to z3 and cvc5."""
