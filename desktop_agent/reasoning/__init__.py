"""Known ways to work on known kinds of problems: templates, their graphs, and solvers."""
