"""Machine-readable facts and metadata of web pages."""
