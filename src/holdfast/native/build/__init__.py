"""From C text to functions: knows compilers and what they leave behind, and no engine."""
