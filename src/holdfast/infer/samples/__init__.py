"""States: instances of several sizes, those that are reachable, and some that need not be."""
