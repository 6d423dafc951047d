"""Loaders that turn files into text with places; they run only in the worker process."""
