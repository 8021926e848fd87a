"""TLC's conventions for TLA+: `.cfg` files, where they are found, and the model they describe."""
