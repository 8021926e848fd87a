"""TLA+: tokens, trees, names, levels, printing, and lowering to the IR."""
