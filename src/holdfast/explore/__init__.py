"""Models that are open for exploration: walks, values, explanations, traces, lanes, state graphs."""
