"""Split answers into cited statements and pages into sentences, and strip Markdown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_agent.core.citations import CITATION, citation_numbers
from desktop_agent.core.markdown import blocks, escaped_start, without_code
from desktop_agent.core.sentences import spans
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("text/sentences")
_FRAMES = Patterns("frames")


_CLOSERS = "\"'\u201d\u2019\u00bb\u300d\u300f\u3011\uff09)]*_"
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")
_GROUP = re.compile(rf"{CITATION.pattern}(?:[\s,;]{{0,3}}{CITATION.pattern}){{0,20}}")
"""Pattern for adjacent citations, all of which support the same words."""
_WITHOUT = re.compile(r"[^\S\n]{0,3}" + _GROUP.pattern)
_FEW = 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement in an answer, from ``start`` to ``end``, including its citations.

    A statement is a whole sentence, or the part of one that a citation supports. A part begins
    after the previous citation; ``goes_on`` is true for all parts but the first. ``text`` excludes
    the citations. ``question`` is true if the statement ends with a question mark.
    """

    text: str
    start: int
    end: int
    citations: tuple[int, ...] = ()
    question: bool = False
    goes_on: bool = False


def sentences(markdown: str) -> tuple[Sentence, ...]:
    """Return the statements of an answer in order, including those in list items.

    Headings, block quotes and code are omitted, as are table rows without citations. A citation
    after a full stop belongs to the sentence before it.
    """
    found: list[Sentence] = []
    bare = without_code(markdown)
    for block in blocks(markdown):
        if block.kind in ("paragraph", "item"):
            for start, end in spans(bare, block.start, block.end):
                found.extend(_statements(bare, start, end))
        elif block.kind == "row" and CITATION.search(bare, block.start, block.end):
            found.append(_sentence(bare, block.start, block.end))
    return tuple(sentence for sentence in found if any(map(str.isalnum, sentence.text)))


def _statements(markdown: str, start: int, end: int) -> Iterator[Sentence]:
    begin = start
    for stop in _ends(markdown, start, end):
        if begin > start and (leading := _PATTERNS.leading.match(markdown, begin, stop)):
            begin = leading.end()
        yield _sentence(markdown, begin, stop, goes_on=begin > start)
        begin = stop


def _ends(markdown: str, start: int, end: int) -> list[int]:
    """Return the end offsets of the statements in a sentence, the last being ``end``."""
    groups = list(_GROUP.finditer(markdown, start, end))
    stops: list[int] = []
    begin = start
    for group in groups:
        words = _bare(markdown[begin : group.start()])
        if len(words.split()) < _FEW and words.isascii() and not _PATTERNS.named.search(words):
            continue  # "According to [1], ...": the citation precedes the words that it supports
        if group is groups[-1] and not _PATTERNS.break_words.match(markdown, group.end(), end):
            break
        stops.append(group.end())
        begin = group.end()
    if stops and not _PATTERNS.something.search(markdown, stops[-1], end):
        stops.pop()
    return [*stops, end]


def _sentence(markdown: str, start: int, end: int, *, goes_on: bool = False) -> Sentence:
    whole = markdown[start:end]
    text = _bare(whole)
    question = text.rstrip(_CLOSERS).endswith(_QUESTION_MARKS)
    return Sentence(text, start, end, citation_numbers(whole), question, goes_on)


def _bare(markdown: str) -> str:
    return " ".join(_WITHOUT.sub("", markdown).split())


# --- Sentences of a Markdown answer, without text that is not the answer's own


def statements(markdown: str) -> list[str]:
    """Return the sentences, list items and table rows of the text in order.

    Headings, table headers, block quotes and lines that only list sources are omitted. A sentence
    that ends in a colon is joined to the next one.
    """
    found: list[str] = []
    lead = ""
    markdown = _PATTERNS.source_line.sub("", markdown)
    for block in blocks(markdown):
        if block.kind in ("heading", "quote"):
            continue
        whole = " ".join(markdown[block.start : block.end].split())
        if block.kind == "row" or whole.startswith("|"):
            whole = " , ".join(cell.strip() for cell in whole.strip("|").split("|"))
        text = inline_text(whole)
        for start, end in spans(text, 0, len(text)):
            said = f"{lead} {text[start:end]}" if lead else text[start:end]
            lead = said if said.rstrip("*_ ").endswith(":") else ""
            if not lead:
                found.append(said)
    return [*found, lead] if lead else found


# --- Sentences of a page, unchanged

LONGEST_SENTENCE = 700
"""Maximum sentence length in characters, to bound the cost of pattern matching."""


def page_sentences(raw: str) -> Iterator[str]:
    """Yield the sentences of a paragraph verbatim, splitting those over 700 characters."""
    for start, end in spans(raw, 0, len(raw)):
        for begin in range(start, end, LONGEST_SENTENCE):
            if piece := raw[begin : min(end, begin + LONGEST_SENTENCE)].strip():
                yield piece


def without_frame(text: str) -> str:
    """Strip opening phrases such as "According to the source, ..." from a statement."""
    found = _FRAMES.frame.match(text)
    return text[found.end() :] if found else text


# --- Markdown as plain text, and untrusted text as Markdown

_UNSHOWN = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029), " ") | dict.fromkeys(
    (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF), None
)


def inline_text(markdown: str) -> str:
    """Strip images, citations, HTML tags and URLs from inline Markdown.

    Link text and emphasis marks are kept. Struck-through text is dropped as retracted.
    """
    text = markdown
    for sign, name, instead in _INLINE:
        if sign in text:  # a quick check that most texts fail
            text = getattr(_PATTERNS, name).sub(instead, text)
    return text


_INLINE = (
    ("](", "image", " "),
    ("](", "link", r"\1"),
    ("[", "citation", ""),
    ("~~", "struck", " "),
    ("<", "tag", " "),
    ("://", "address", " "),
    ("\\", "escaped", r"\1"),
)


def plain_text(markdown: str) -> str:
    """Return text as one line without Markdown, HTML, citations or control characters."""
    lines = (line.lstrip(" \t>#") for line in markdown.splitlines())
    return one_line(_PATTERNS.emphasis.sub("", inline_text("\n".join(lines))))


def one_line(text: str) -> str:
    """Return text as one line without control or bidirectional formatting characters."""
    return " ".join(text.translate(_UNSHOWN).split())


def escaped(text: str, *, within: bool = False) -> str:
    """Escape untrusted text as one line of Markdown that renders as plain text (CommonMark 2.4).

    Block markers at the start are escaped unless the text is used ``within`` a line.
    """
    line = _PATTERNS.markup.sub(r"\\\g<0>", one_line(text))
    return line if within else _PATTERNS.block_start.sub(escaped_start, line)


def cut(text: str, limit: int) -> str:
    """Truncate text to at most ``limit`` characters, between words if possible, with an ellipsis."""
    if len(text) <= limit:
        return text
    at = text.rfind(" ", limit // 2, limit - 1)
    return f"{text[: at if at > 0 else limit - 1].rstrip(' ,;:')}…"
