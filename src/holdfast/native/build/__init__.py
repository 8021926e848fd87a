"""From C text to functions: compilers and their cache, independent of the engine."""
