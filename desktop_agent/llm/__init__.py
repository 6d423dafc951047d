"""Chat models: one protocol, three providers, and what they have in common."""
