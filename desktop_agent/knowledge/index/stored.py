"""Text as the index keeps it: SQLite holds UTF-8, which has no place for half a surrogate pair.

Names of files may hold them (bytes that are no UTF-8), and must come back as they were.
"""

import json


def to_sql(text: str) -> str | bytes:
    """Gives what is bound for ``text``: itself, or its bytes where UTF-8 cannot hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_sql(value: str | bytes) -> str:
    """Gives back what `to_sql` was given."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def titles_in(place: str) -> tuple[str, ...]:
    """Gives the titles of a place as it is kept."""
    _page, label, headings, *_lines = json.loads(place)
    return (label, *headings) if label else tuple(headings)
