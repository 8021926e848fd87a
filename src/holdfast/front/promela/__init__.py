"""Promela, the language of Spin: text to a transition system."""
