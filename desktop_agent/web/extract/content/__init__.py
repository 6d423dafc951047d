"""Detect the main content of web pages."""
