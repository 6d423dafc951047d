"""Read machine-readable facts and metadata from web pages."""
