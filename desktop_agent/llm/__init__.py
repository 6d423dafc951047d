"""Chat and embedding models: protocols, three providers, and the code they share."""
