"""Store and search chunks, with one interface and two engines."""
