"""Question parsing, extraction, claim checking and grounding, all without a model."""
