"""Pure functions from results to text, JSON and SARIF."""
