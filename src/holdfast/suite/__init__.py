"""Suites of models that declare the results they are expected to give."""
