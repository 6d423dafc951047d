"""Checks that an answer is grounded in the evidence, and answers written without a model."""
