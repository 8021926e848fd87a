"""The store of runs, `.holdfast/runs`: what was asked, what came of it, and with which texts."""
