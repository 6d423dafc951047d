"""Where a text ceases to be JSON, for people."""

import json


def json_place(error: BaseException) -> str:
    """Gives a clause (``in line 3, at column 7``) that follows "it is not JSON"."""
    if isinstance(error, json.JSONDecodeError):
        return f"in line {error.lineno}, at column {error.colno}"
    return "it cannot be read"
