"""Split answers into statements with the source numbers they cite, and pages into sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from desktop_agent.core.citations import CITATION, citation_numbers
from desktop_agent.core.markdown import blocks, without_code
from desktop_agent.core.text import spans
from desktop_agent.evidence.text.dates import MONTHS
from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.markdown_to_text import inline_text
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("text/sentences")
_PATTERNS = Patterns("text/sentences")


_CLOSERS = "\"'\u201d\u2019\u00bb\u300d\u300f\u3011\uff09)]*_"
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")
_GROUP = re.compile(rf"{CITATION.pattern}(?:[\s,;]{{0,3}}{CITATION.pattern}){{0,20}}")
"""Pattern for adjacent citations, all of which support the same words."""
_WITHOUT = re.compile(r"[^\S\n]{0,3}" + _GROUP.pattern)
_LEADING = re.compile(r"[\s,;:.\u2013\u2014\uff0c\uff1b\u3001)]+")
_SOMETHING = re.compile(r"[^\W_]")
_NAMED = re.compile(r"\d|(?!\A)\b[A-Z]")
_FEW = 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """A statement in an answer, from ``start`` to ``end``, including its citations.

    A statement is a whole sentence, or the part of one that a citation supports, which begins after
    the previous citation. In the latter case, ``before`` is the preceding part of the sentence.
    ``text`` excludes the citations. ``question`` is true if the statement ends with a question
    mark.
    """

    text: str
    start: int
    end: int
    citations: tuple[int, ...] = ()
    question: bool = False
    before: str = ""


def sentences(markdown: str) -> tuple[Sentence, ...]:
    """Return the statements of an answer in order, including those in list items.

    Headings, tables, block quotes and code are omitted, but table rows with citations are kept. A
    citation after a full stop belongs to the sentence before it.
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
    """Return the end offsets of the statements in a sentence; the last one is ``end``."""
    groups = list(_GROUP.finditer(markdown, start, end))
    stops: list[int] = []
    begin = start
    for number, group in enumerate(groups):
        words = _bare(markdown[begin : group.start()])
        if len(words.split()) < _FEW and words.isascii() and not _NAMED.search(words):
            continue  # "According to [1], ...": the citation precedes the words that it supports
        last = number == len(groups) - 1
        if last and not _PATTERNS.break_words.match(markdown, group.end(), end):
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


# --- Sentences of a Markdown answer, without text that is not the answer's own

# Matched against stripped lines.
_FENCE = re.compile(r"```|~~~")
_SKIPPED = re.compile(r">|#{1,6}(?:\s|$)|(?:[-=*_] ?){3,300}$|\[\^?\d{1,3}\]:?\s")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s{1,8}(?:\[[ xX]\]\s)?")
_RULE_ROW = re.compile(r"\|? {0,8}:?-{2,300}:? {0,8}(?:\|[ :|-]{0,1000})?$")
_STATEMENTS_CLOSERS = "[\"'\u201d\u2019\u00bb)\\]*_]{0,5}"
_END = re.compile(rf"[.!?\u2026]{{1,3}}{_STATEMENTS_CLOSERS}(?=\s|$)")
_END_OF_ANY = re.compile(  # also in Chinese and Japanese, which put no space after it
    rf"{_END.pattern}|[\u3002\uff01\uff1f][\u300d\u300f\uff09]?"
)
_LAST_WORD = re.compile(r"[\w.]{1,12}$")


def statements(markdown: str) -> list[str]:
    """Return the sentences, list items and table rows of a text in order.

    Headings, rules, table headers, lines that only list sources, and block quotes (which are
    notices or quotations) are omitted. A lead-in that ends in a colon is joined to what follows.
    """
    found: list[str] = []
    lead = ""
    for block in _blocks(markdown):
        for sentence in _sentences(inline_text(block)):
            whole = f"{lead} {sentence}" if lead else sentence
            lead = whole if whole.rstrip("*_ ").endswith(":") else ""
            if not lead:
                found.append(whole)
    return [*found, lead] if lead else found


def _blocks(markdown: str) -> Iterator[str]:
    paragraph: list[str] = []
    for line in _told_lines(markdown):
        if paragraph and (not line or line.startswith("|") or _ITEM.match(line)):
            yield " ".join(paragraph)
            paragraph = []
        if line:
            paragraph.append(_without_marker(line))
    if paragraph:
        yield " ".join(paragraph)


def _told_lines(markdown: str) -> Iterator[str]:
    lines = [line.strip() for line in markdown.splitlines()]
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        head_of_table = "|" in line and "|" in following and _RULE_ROW.match(following)
        if head_of_table or _FENCE.match(line) or _SKIPPED.match(line) or _RULE_ROW.match(line):
            yield ""
        else:
            yield line


def _without_marker(line: str) -> str:
    if line.startswith("|"):
        return " , ".join(cell.strip() for cell in line.strip("|").split("|"))
    marker = _ITEM.match(line)
    return line[marker.end() :] if marker else line


def _sentences(text: str) -> Iterator[str]:
    start = 0
    end = _END if text.isascii() else _END_OF_ANY
    for match in end.finditer(text):
        if match[0].startswith(".") and _goes_on(text, match.start(), match.end()):
            continue
        if sentence := text[start : match.end()].strip():
            yield sentence
        start = match.end()
    if rest := text[start:].strip():
        yield rest


def _goes_on(text: str, dot: int, end: int) -> bool:
    """Return whether a dot belongs to an abbreviation, an initial or a German ordinal."""
    match = _LAST_WORD.search(text[max(0, dot - 12) : dot])
    word = match[0].casefold() if match else ""
    following = text[end : end + 24].split(maxsplit=1)
    next_word = following[0].strip(".,;").casefold() if following else ""
    if word.isdigit():
        return len(word) <= 2 and (next_word in MONTHS or following[:1] == [next_word])
    return bool(following) and (word in _WORDS.abbreviations or (len(word) == 1 and word.isalpha()))


# --- Sentences of a page, unchanged

LONGEST_SENTENCE = 700
"""Maximum sentence length in characters, to bound the cost of pattern matching."""
_PAGE_END = re.compile(
    r"[.!?][\"')\]\u201d\u2019*_]{0,3}(?:\[(?:\d{1,3}|\^[\w-]{1,40})\]){0,4}\s+|[。\uff01\uff1f]\s{0,3}"
)


def page_sentences(raw: str) -> Iterator[str]:
    """Yield the sentences of a paragraph unchanged, splitting those over 700 characters."""
    start = 0
    for match in _PAGE_END.finditer(raw):
        end = match.end()
        if end < len(raw) and _page_goes_on(
            raw[max(start, match.start() - 11) : match.start() + 1], raw[end : end + 12]
        ):
            continue
        yield from _pieces(raw[start:end])
        start = end
    yield from _pieces(raw[start:])


def _page_goes_on(before: str, after: str) -> bool:
    if after[:1].islower():
        return True
    if not before.endswith("."):
        return False
    last = before[:-1].rsplit(None, 1)[-1:] or [""]
    word = last[0].lstrip("(").lower()
    if word.isdigit() and len(word) < 3:
        month = re.match(r"[a-z]{3,10}", flat(after).lower())
        return month is not None and month.group() in MONTHS
    return word in _WORDS.page_abbreviations or (len(word) == 1 and word.isalpha())


def _pieces(sentence: str) -> Iterator[str]:
    for start in range(0, len(sentence), LONGEST_SENTENCE):
        piece = sentence[start : start + LONGEST_SENTENCE].strip()
        if piece:
            yield piece
