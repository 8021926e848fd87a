"""Name resolution: symbols, scopes, instances, selectors."""
