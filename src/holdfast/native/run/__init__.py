"""The runtime from Python: searches, values, columns. Only this folder calls generated code."""
