"""Level checking: constants, state functions, actions and temporal formulas."""
