"""Check that a text is grounded in the evidence, and write the answer that needs no model."""
