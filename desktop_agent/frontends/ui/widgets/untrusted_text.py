"""Untrusted text from models and servers, made readable so that the user can approve it."""

import json
import re

_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def readable(arguments: str) -> str:
    r"""Format JSON with one value per line; return other text unchanged.

    Characters that are invisible or change the text direction are written as in ``\u202e``.
    """
    try:
        text = json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        text = arguments
    return visible(text)


def visible(text: str) -> str:
    """Return a text in which all characters except line breaks are visible."""
    return _UNSEEN.sub(_escaped, text)


def clipped(text: str, characters: int, lines: int) -> str:
    """Return the beginning of a text, followed by … if it was cut."""
    kept = "\n".join(text.split("\n", lines)[:lines])[:characters]
    return kept if kept == text else f"{kept}…"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
