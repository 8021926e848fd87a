"""The axioms of I/O automata, as formulas about all typed candidates for a witness."""
