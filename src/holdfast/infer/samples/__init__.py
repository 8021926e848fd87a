"""Samples: reachable states of instances of several sizes, and states near them."""
