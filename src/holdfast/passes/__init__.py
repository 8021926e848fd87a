"""Passes from `System` to `System`; `pipeline.py` is the ordered list."""
