"""Ids of new templates and of their nodes."""

import re
import unicodedata
from collections.abc import Collection

from desktop_agent.core.template_schema import MOST_ID, is_id

_ROOM_FOR_NUMBER = 4


def slug(text: str) -> str:
    """Gives the words of a text as an id: small Latin letters and digits with hyphens between."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    while words and not words[0][0].isalpha():
        words.pop(0)
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word[:MOST_ID]
        if len(longer) > MOST_ID - _ROOM_FOR_NUMBER:  # a number may follow
            break
        name = longer
    name = name or (words[0][: MOST_ID - _ROOM_FOR_NUMBER] if words else "own")
    return name if is_id(name) else f"{name}-own"


def free_id(name: str, taken: Collection[str]) -> str:
    """Gives the id, with a number behind it where it is taken."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free
