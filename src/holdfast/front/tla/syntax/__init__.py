"""Text to tokens to trees as they were written: knows no meaning of any name."""
