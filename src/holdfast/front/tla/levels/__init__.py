"""Whether constants, state functions, actions and temporal formulas stand in their places."""
