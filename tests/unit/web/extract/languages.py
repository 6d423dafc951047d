"""What pages say in many languages, and the encodings that they came in."""

import tomllib
from pathlib import Path

_DATA = tomllib.loads(Path(__file__).with_name("encodings.toml").read_text("utf-8"))
PHRASES = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text("utf-8"))
TEXTS = {name: _DATA["texts"][language] for name, language in _DATA["encodings"].items()}
"""A text by the name of its encoding in the WHATWG standard."""


def encoded(text: str, encoding: str) -> bytes:
    return text.encode(_DATA["python"].get(encoding, encoding))
