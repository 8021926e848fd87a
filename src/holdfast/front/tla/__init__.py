"""TLA+: tokens, trees, names and levels, text again, and the way to the IR."""
