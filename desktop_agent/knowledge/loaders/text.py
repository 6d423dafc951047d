"""Text files: Markdown, prose, programs and data, with their lines."""

import re
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.composing import MAX_CHARS, Composer
from desktop_agent.knowledge.loaders.file_name import base_name, suffix_of
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.suffixes import CODE, DATA, TEXT
from desktop_agent.web.extract.charset import decode
from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.formats.json_text import json_text

_MOST_BYTES: Final = 4 * MAX_CHARS
_SAMPLE: Final = 1_000_000  # characters
_MOST_LOST: Final = 0.02
_MOST_FRONT: Final = 20_000
_FRONT: Final = re.compile(
    r"(?:---|\+\+\+)[ \t]*\n(.*?)\n(?:---|\+\+\+|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL
)
_FIELD: Final = re.compile(
    r"^(title|date)[ \t]*[:=][ \t]*(.{1,400})$", re.MULTILINE | re.IGNORECASE
)
_TITLE: Final = re.compile(r"^#[ \t]+(.{1,300}?)[ \t#]*$|^(.{1,200})\n=+[ \t]*$", re.MULTILINE)
_MOST_BEFORE_TITLE: Final = 3000


def text_in(body: bytes, name: str) -> str:
    r"""Gives the text of a file that is one, its line ends as ``\n``.

    Raises:
        Unreadable: it is binary, or mostly no text of any encoding.
    """
    text = decode(
        body[:_MOST_BYTES], None, "xml" if suffix_of(name) in {".xml", ".xsd"} else "none"
    )
    sample = text[:_SAMPLE]
    lost = sample.count("\ufffd") + sample.count("\0")
    if lost > _MOST_LOST * len(sample):
        raise Unreadable(f"{base_name(name)} is not text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def load_text(body: bytes, name: str) -> Loaded:
    """Reads a text file as its ending says: Markdown and prose, or a program or data by lines."""
    text = text_in(body, name)
    suffix = suffix_of(name)
    if suffix in CODE:
        return _by_lines(text, name, CODE[suffix], f"text/x-{CODE[suffix]}")
    if suffix in DATA:
        return _by_lines(text, name, *DATA[suffix])
    media_type = TEXT.get(suffix, "text/plain")
    return load_prose(text, name, media_type)


def load_prose(text: str, name: str, media_type: str) -> Loaded:
    """Gives prose with its title and date: those of its front matter, or its first heading."""
    title = date = ""
    front = _FRONT.match(text[:_MOST_FRONT]) if text.startswith(("---", "+++")) else None
    if front:
        fields = {key.lower(): value.strip(" \t\"'") for key, value in _FIELD.findall(front[1])}
        title, date = fields.get("title", ""), iso_date(fields.get("date", ""))
        # as code, on as many lines: its last line would be read as a heading
        fenced = f"```{'yaml' if text[0] == '-' else 'toml'}\n{front[1]}\n```\n"
        text = fenced + text[front.end() :]
    if not title:
        found = _TITLE.search(text[:_MOST_BEFORE_TITLE])
        title = (found[1] or found[2]) if found else ""
    composer = Composer()
    composer.add(text, first_line=1)
    return composer.loaded(title or base_name(name), media_type, date=date)


def _by_lines(text: str, name: str, language: str, media_type: str) -> Loaded:
    laid_out = json_text(text) if media_type == "application/json" else text
    composer = Composer()
    composer.add(laid_out, first_line=0 if laid_out is not text and laid_out != text else 1)
    return composer.loaded(base_name(name), media_type, kind="code", language=language)
