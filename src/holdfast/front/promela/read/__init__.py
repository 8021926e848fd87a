"""From the text of a Promela model to its tree."""
