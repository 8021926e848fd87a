"""Questions about all reachable states."""
