"""Values only: what is said, what happens, what is found, what may be spent. No I/O."""
