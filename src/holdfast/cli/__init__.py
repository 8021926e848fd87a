"""The command line: a thin layer, one file per command."""
