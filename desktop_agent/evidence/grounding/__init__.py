"""Checks that a text is grounded in the evidence, and answers written without a model."""
