"""Faults that a person's hands bring about."""
