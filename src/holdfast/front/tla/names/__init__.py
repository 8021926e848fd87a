"""What every name of a tree stands for: symbols, scopes, instances, selectors."""
