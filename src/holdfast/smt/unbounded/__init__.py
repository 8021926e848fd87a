"""The encoding for all sizes: constant sets are sorts, and nothing is enumerated."""
