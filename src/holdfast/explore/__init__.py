"""Models that are open: walks, values, explanations, traces, lanes, state graphs."""
