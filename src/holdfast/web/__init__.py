"""The studio: a server on this machine, and a page that shows specs, runs and traces."""
