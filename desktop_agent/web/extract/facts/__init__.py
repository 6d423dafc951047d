"""Facts and metadata that pages declare in machine-readable form."""
