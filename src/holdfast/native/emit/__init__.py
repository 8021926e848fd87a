"""The C code of a model, as text: calls no compiler and runs nothing."""
