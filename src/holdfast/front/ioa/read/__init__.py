"""From text to the typed tree, with diagnostics."""
