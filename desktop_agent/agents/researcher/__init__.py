"""Answers what can be computed by code."""
