"""Display untrusted text from models and servers without hiding any of it."""

import json
import re

_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)


def readable(arguments: str) -> str:
    r"""Show invisible characters as escapes such as ``\u202e``, and pretty-print JSON."""
    try:
        text = json.dumps(json.loads(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        text = arguments
    return visible(text)


def visible(text: str) -> str:
    r"""Show invisible characters, except line breaks, as escapes such as ``\u202e``."""
    return _UNSEEN.sub(_escaped, text)


def clipped(text: str, characters: int, lines: int) -> str:
    """Truncate text to a number of lines and characters, marking a cut with ``…``."""
    kept = "\n".join(text.split("\n", lines)[:lines])[:characters]
    return kept if kept == text else f"{kept}…"


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
