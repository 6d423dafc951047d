"""Chat and embedding models: the protocols, three providers, and their shared code."""
