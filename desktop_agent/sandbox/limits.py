"""How much of what code says is kept, whatever runs it."""

MOST_CODE = 256 * 1024
"""Characters of code: far more than a model writes, far less than a parser chokes on."""

MOST_OUTPUT = 64 * 1024
"""Bytes of what it prints; the code is ended when it prints more."""

MOST_TEXT = 17 * 1024
"""Characters of a value, and of an error."""
