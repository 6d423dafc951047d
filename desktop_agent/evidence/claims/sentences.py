"""Statements of an answer, each with the numbers of the sources that it cites."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_agent.core.citations import CITATION, citation_numbers
from desktop_agent.core.markdown_blocks import blocks
from desktop_agent.core.markdown_marks import without_code
from desktop_agent.core.sentences import spans

_CLOSERS = "\"'\u201d\u2019\u00bb\u300d\u300f\u3011\uff09)]*_"
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")
_GROUP = re.compile(rf"{CITATION.pattern}(?:[\s,;]{{0,3}}{CITATION.pattern}){{0,20}}")
"""Citations that stand together answer for the same words."""
_WITHOUT = re.compile(r"[^\S\n]{0,3}" + _GROUP.pattern)
_BREAK = re.compile(
    r"[\s*_]{0,4}(?:[,;:\u2013\u2014\uff0c\uff1b\u3001]|(?:and|but|while|whereas|although|though|which|who|with"
    r"|und|aber|w\u00e4hrend|et|mais|tandis|y|pero|mientras|e|ma|\u800c|\u4f46|\u5e76)\b)"
)
"""What begins a new statement behind a citation."""
_LEADING = re.compile(r"[\s,;:.\u2013\u2014\uff0c\uff1b\u3001)]+")
_SOMETHING = re.compile(r"[^\W_]")
_NAMED = re.compile(r"\d|(?!\A)\b[A-Z]")
_FEW = 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement from ``start`` to ``end`` of the answer, its citations within that span.

    It is a sentence, or the part of one that a citation answers for: the words since the citation
    before it; ``before`` is then what the sentence says before that part. ``text`` is without its
    citations. ``question`` is true where it ends with a question mark.
    """

    text: str
    start: int
    end: int
    citations: tuple[int, ...] = ()
    question: bool = False
    before: str = ""


def sentences(markdown: str) -> tuple[Sentence, ...]:
    """Return the statements of an answer in order, those of list items among them.

    Headings, tables, block quotes and code are left out, but for rows of a table that cite. A
    citation behind the full stop belongs to the sentence before it.
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
        if begin > start and (leading := _LEADING.match(markdown, begin, stop)):
            begin = leading.end()
        yield _sentence(markdown, begin, stop, _bare(markdown[start:begin]))
        begin = stop


def _ends(markdown: str, start: int, end: int) -> list[int]:
    """Return where the statements of a sentence end, the last at ``end``."""
    groups = list(_GROUP.finditer(markdown, start, end))
    stops: list[int] = []
    begin = start
    for number, group in enumerate(groups):
        words = _bare(markdown[begin : group.start()])
        if len(words.split()) < _FEW and words.isascii() and not _NAMED.search(words):
            continue  # "According to [1], ...": the citation stands before what it answers for
        last = number == len(groups) - 1
        if last and not _BREAK.match(markdown, group.end(), end):
            break
        stops.append(group.end())
        begin = group.end()
    if stops and not _SOMETHING.search(markdown, stops[-1], end):
        stops.pop()
    return [*stops, end]


def _sentence(markdown: str, start: int, end: int, before: str = "") -> Sentence:
    whole = markdown[start:end]
    text = _bare(whole)
    question = text.rstrip(_CLOSERS).endswith(_QUESTION_MARKS)
    return Sentence(text, start, end, citation_numbers(whole), question, before)


def _bare(markdown: str) -> str:
    return " ".join(_WITHOUT.sub("", markdown).split())
