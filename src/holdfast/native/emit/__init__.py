"""The C of a model, as text: asks no compiler and runs nothing."""
