"""Solvers for known kinds of problems."""
