"""Store and search chunks, through one interface with two engines."""
