"""The sentences of an answer in Markdown, in order, without what is not said by the answer itself."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from desktop_agent.evidence.grounding.markup import inline_text
from desktop_agent.evidence.months import MONTHS

# Over lines without the space around them.
_FENCE = re.compile(r"```|~~~")
_SKIPPED = re.compile(r">|#{1,6}(?:\s|$)|(?:[-=*_] ?){3,300}$|\[\^?\d{1,3}\]:?\s")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s{1,8}(?:\[[ xX]\]\s)?")
_RULE_ROW = re.compile(r"\|? {0,8}:?-{2,300}:? {0,8}(?:\|[ :|-]{0,1000})?$")
_CLOSERS = "[\"'\u201d\u2019\u00bb)\\]*_]{0,5}"
_END = re.compile(rf"[.!?\u2026]{{1,3}}{_CLOSERS}(?=\s|$)")
_END_OF_ANY = re.compile(  # the same in Chinese and Japanese, which need no space behind it
    rf"{_END.pattern}|[\u3002\uff01\uff1f][\u300d\u300f\uff09]?"
)
_LAST_WORD = re.compile(r"[\w.]{1,12}$")
_ABBREVIATION_LIST = """mr mrs ms dr prof st sgt jr sr inc ltd co corp no vol vs feat ft approx ca bzw usw nr ed rev
    gen gov sen rep hon mt ave dept est fig op cf z.b d.h u.a e.g i.e a.k.a p.s mme mlle sra dra
    jan feb mar apr jun jul aug sep sept oct nov dec"""
_ABBREVIATIONS = frozenset(_ABBREVIATION_LIST.split())


def statements(markdown: str) -> list[str]:
    """Gives the sentences, list items and table rows of a text in their order.

    Left out are headings, block quotes (a notice, or someone else's words), rules, the head of a
    table and lines that only list sources. A lead-in that ends in a colon is one with what follows.
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
    """True for the dot of an abbreviation, an initial or a German ordinal."""
    match = _LAST_WORD.search(text[max(0, dot - 12) : dot])
    word = match[0].casefold() if match else ""
    following = text[end : end + 24].split(maxsplit=1)
    next_word = following[0].strip(".,;").casefold() if following else ""
    if word.isdigit():
        return len(word) <= 2 and (next_word in MONTHS or following[:1] == [next_word])
    return bool(following) and (word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()))
