"""Trees back to text, and the layout of a file that is formatted."""
