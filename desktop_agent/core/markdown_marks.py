"""The marks of markdown taken out of a text, every offset kept."""

import re

_TARGET = re.compile(
    r"(?<!\\)\]\((?:<[^<>\n]{0,2000}>"
    r"|[^()\[\]<>\s]{0,2000}(?:\([^()\[\]<>\s]{0,200}\)[^()\[\]<>\s]{0,200})?)"
    r"(?:[ \t]{1,3}\"[^\"\n]{0,200}\")?\)"
)
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]|]{1,2000}")
_FOOTNOTE = re.compile(
    r"\\?\[(?:\^[^\[\]\s]{1,40}|\d{1,3}|[a-z]|note \d{1,3}|citation needed)\\?\]"
)
_QUOTE_MARKS = re.compile(r"^ {0,3}(?:> ?){1,20}", re.MULTILINE)
_CODE_SPAN = re.compile(r"`[^`\n]{1,500}`")
_DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_MARKS = str.maketrans(dict.fromkeys(f"*_`\\[]~\u200b\xad{_DIRECTIONS}", " "))


def plain(text: str) -> str:
    """Gives the text with markup, link targets and footnote marks as spaces: of the same length.

    Marks that a backslash keeps from being marks are spaces too: a claim and a source that is
    compared with it are both read in this way.
    """
    if "](" in text:
        text = _TARGET.sub(_blank, text)
    if "://" in text:
        text = _ADDRESS.sub(_blank, text)
    if "[" in text:
        text = _FOOTNOTE.sub(_blank, text)
    if ">" in text:
        text = _QUOTE_MARKS.sub(_blank, text)
    return text.translate(_MARKS)


def without_code(text: str) -> str:
    """Gives the text with code spans as spaces: of the same length."""
    return _CODE_SPAN.sub(_blank, text) if "`" in text else text


def cells_of(row: str) -> tuple[str, ...]:
    """Gives the cells of a table's line as plain text; an escaped bar stays in its cell."""
    inner = row.strip().replace("\\|", "\0").removeprefix("|").removesuffix("|")
    return tuple(" ".join(plain(cell).split()).replace("\0", "|") for cell in inner.split("|"))


def _blank(match: re.Match[str]) -> str:
    return " " * (match.end() - match.start())
