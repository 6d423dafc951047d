"""Text as LanceDB keeps it: Arrow holds UTF-8, which has no place for half a surrogate pair.

Names of files may hold them (bytes that are no UTF-8), and must come back as they were. Each is
kept as a character of the last plane for private use, which no text has of its own accord; so all
offsets stay what they are.
"""

import re

_APART = 0x100000
_HALVES = {half: half + _APART for half in range(0xD800, 0xE000)}
_KEPT = re.compile("[\U0010d800-\U0010dfff]")


def to_lance(text: str) -> str:
    """Gives what is kept for ``text``."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.translate(_HALVES)
    return text


def from_lance(text: str) -> str:
    """Gives back what `to_lance` was given."""
    if text.isascii():
        return text
    return _KEPT.sub(lambda match: chr(ord(match[0]) - _APART), text)
