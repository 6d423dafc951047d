"""Main-content detection in web pages."""
