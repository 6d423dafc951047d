"""Computes problems of known archetypes without a model."""
