"""Fetch pages: check URLs, send requests, read bodies and extract their content."""
