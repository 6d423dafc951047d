"""Model-free evidence work: question parsing, extraction, claim checking and grounding."""
