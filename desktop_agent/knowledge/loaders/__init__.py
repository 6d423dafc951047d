"""Loaders that extract the text and parts of files. They run only in the worker process."""
