"""Loaders that extract text and places from files. They run only in the worker process."""
