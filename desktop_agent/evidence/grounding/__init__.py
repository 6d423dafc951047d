"""Check that answers are grounded in the evidence, and write answers without a model."""
