"""Solvers of known kinds of problems."""
