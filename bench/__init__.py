"""The speed of `holdfast check`, with TLC beside it where that is installed."""
