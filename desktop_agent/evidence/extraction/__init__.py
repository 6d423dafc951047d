"""Extraction of candidate answers from search results and pages."""
