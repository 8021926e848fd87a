"""The interface to z3 and cvc5: SMT-LIB text in, outcomes and models out."""
