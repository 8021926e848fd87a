"""Resolved trees to the IR. Nothing of TLA+'s syntax leaves this folder."""
