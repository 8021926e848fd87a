"""From a resolved Promela model to a transition system."""
