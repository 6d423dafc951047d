"""Roles with one prompt each: the prompt stands beside the parser of its reply."""
