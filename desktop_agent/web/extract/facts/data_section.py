"""The section of a stored page that holds what its text does not say.

An answer can only cite characters of the stored text. A release date that stands in JSON-LD alone
is no part of the text, so it is written below it.
"""

from collections.abc import Sequence
from html import escape
from typing import Final

from desktop_agent.core.research import PageFact, PageFormat

HEADING: Final = "Data of the page"

# bytes, because a text of megabytes is gone through for a few facts, and a regex takes thrice as long
_TO_WORDS = bytes(b if b >= 0x80 or chr(b).isalnum() else 0x20 for b in range(256))
_OTHER_MARKS = "\u00a0\u00ab\u00bb\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002"
_LOOKED_THROUGH = 1_000_000  # characters; what stands further down is written again


def data_section(text: str, facts: Sequence[PageFact], form: PageFormat) -> str:
    """Gives what is to be written straight after ``text``; empty when the text says it all.

    It is a heading, then a line a fact: ``subject — name: value``.
    """
    lines = dict.fromkeys(_line(fact) for fact in _unsaid(text, facts))
    if not lines:
        return ""
    match form:
        case "markdown":
            return "\n".join((f"\n\n## {HEADING}\n", *(f"- {line}" for line in lines)))
        case "text":
            return "\n".join((f"\n\n{HEADING}\n", *lines))
        case "html":
            items = (f"<li>{escape(line, quote=False)}</li>" for line in lines)
            return "\n".join((f"\n\n<h2>{HEADING}</h2>\n<ul>", *items, "</ul>"))


def _unsaid(text: str, facts: Sequence[PageFact]) -> list[PageFact]:
    """Gives the facts whose value is nowhere in the text, whole and as words."""
    if not facts:
        return []
    text = text[:_LOOKED_THROUGH]
    words = _words(text)
    return [
        fact
        for fact in facts
        if _words(fact.value) not in words
        # Chinese and Japanese have no spaces between words
        and (fact.value.isascii() or fact.value not in text)
    ]


def _words(text: str) -> bytes:
    text = text.casefold()
    if not text.isascii():
        for mark in _OTHER_MARKS:
            text = text.replace(mark, " ")
    return b" %b " % b" ".join(text.encode("utf-8").translate(_TO_WORDS).split())


def _line(fact: PageFact) -> str:
    about = f"{fact.subject} — " if fact.subject else ""
    return f"{about}{fact.name}: {fact.value}"
