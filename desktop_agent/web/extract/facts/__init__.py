"""Facts and metadata that a page declares in machine-readable form."""
