"""What the chunker needs to know of a text: how many tokens it has, and where it may be cut."""
