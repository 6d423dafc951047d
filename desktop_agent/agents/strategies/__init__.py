"""Strategies for answering a question, one per module."""
