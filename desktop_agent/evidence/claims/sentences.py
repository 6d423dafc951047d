"""Sentences of an answer, each with the numbers of the sources that it cites."""

import re
from dataclasses import dataclass

from desktop_agent.core.citations import CITATION, citation_numbers
from desktop_agent.core.markdown_blocks import blocks
from desktop_agent.core.markdown_marks import without_code
from desktop_agent.core.sentences import spans

_CLOSERS = "\"'\u201d\u2019\u00bb\u300d\u300f\u3011\uff09)]*_"
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence from ``start`` to ``end`` of the answer, its citations within that span.

    ``text`` is without its citations. ``question`` is true where it ends with a question mark.
    """

    text: str
    start: int
    end: int
    citations: tuple[int, ...] = ()
    question: bool = False


def sentences(markdown: str) -> tuple[Sentence, ...]:
    """Gives the sentences of an answer in order, those of list items among them.

    Headings, tables, block quotes and code are left out, but for rows of a table that cite. A
    citation behind the full stop belongs to the sentence before it.
    """
    found: list[Sentence] = []
    bare = without_code(markdown)
    for block in blocks(markdown):
        if block.kind in ("paragraph", "item"):
            found.extend(
                _sentence(bare, start, end) for start, end in spans(bare, block.start, block.end)
            )
        elif block.kind == "row" and CITATION.search(bare, block.start, block.end):
            found.append(_sentence(bare, block.start, block.end))
    return tuple(sentence for sentence in found if any(map(str.isalnum, sentence.text)))


def _sentence(markdown: str, start: int, end: int) -> Sentence:
    whole = markdown[start:end]
    cited = citation_numbers(whole)
    text = " ".join(_WITHOUT.sub("", whole).split())
    return Sentence(text, start, end, cited, text.rstrip(_CLOSERS).endswith(_QUESTION_MARKS))


_WITHOUT = re.compile(r"[^\S\n]{0,3}" + CITATION.pattern)
