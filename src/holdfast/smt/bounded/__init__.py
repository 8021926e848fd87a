"""The encoding for the constants of a configuration: symbolic values whose sizes are known."""
