"""Several models that are asked the same."""
