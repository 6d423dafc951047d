"""Checks that a text is grounded in the evidence, and the answer that needs no model."""
