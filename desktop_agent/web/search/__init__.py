"""Searches the web: engines in order, and what keeps them gentle and honest."""
