"""Questions about all states: bounded model checking, k-induction, induction, certificates."""
