"""Notebooks: cells in the languages of specs, and widgets whose work the kernel does."""
