"""What models and servers say, as text to be read by the person who decides of it."""

import json
import re

_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def readable(arguments: str) -> str:
    r"""Gives JSON with a value a line; what is no JSON comes as it is.

    What cannot be seen, or turns the direction of text around, is written out as ``\u202e``.
    """
    try:
        text = json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        text = arguments
    return visible(text)


def visible(text: str) -> str:
    """Gives a text in which every character but the end of a line can be seen."""
    return _UNSEEN.sub(_escaped, text)


def clipped(text: str, characters: int, lines: int) -> str:
    """Gives the beginning of a text, with … where there is more."""
    kept = "\n".join(text.split("\n", lines)[:lines])[:characters]
    return kept if kept == text else f"{kept}…"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
