"""Where a question is written: the field, what goes with it, and what waits to be asked."""
