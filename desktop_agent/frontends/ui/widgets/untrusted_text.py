"""Format untrusted text from models and servers so that nothing in it is hidden."""

import json
import re

_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def readable(arguments: str) -> str:
    r"""Escape invisible characters, as in ``\u202e``, and indent the text if it is JSON."""
    try:
        text = json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        text = arguments
    return visible(text)


def visible(text: str) -> str:
    r"""Escape all invisible characters except line breaks, as in ``\u202e``."""
    return _UNSEEN.sub(_escaped, text)


def clipped(text: str, characters: int, lines: int) -> str:
    """Truncate text to a number of lines and characters, and append … if anything was cut."""
    kept = "\n".join(text.split("\n", lines)[:lines])[:characters]
    return kept if kept == text else f"{kept}…"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
