"""Where chunks are kept and found: one interface, two engines."""
