"""The command line: thin, one file a command, no meaning of its own."""
