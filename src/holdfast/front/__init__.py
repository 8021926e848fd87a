"""From text to resolved modules and models: one package per language."""
