"""Exploration in C that is generated for each system."""
