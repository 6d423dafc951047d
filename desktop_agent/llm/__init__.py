"""Chat and embedding models: protocols, providers and shared code."""
