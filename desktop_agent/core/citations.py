"""Citations in the text of an answer: their format, and the results of checking them.

An answer cites source 3 as ``[3]`` and several at once as ``[1, 3]``. Code holds no citations:
``x[0]`` between backticks or in a fence is an index.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from desktop_agent.core.research import CitationCheck, Claim, Mark

CITATION = re.compile(r"\[(\d{1,3}(?:\s{0,3},\s{0,3}\d{1,3}){0,40})\](?!\()")
"""One citation; its group holds the numbers. ``[1](https://…)`` is a link."""
_SPACED_CITATION = re.compile(rf"([ \t]{{0,8}}){CITATION.pattern}")
CODE = re.compile(
    r"(```.*?(?:```|\Z)|^ {0,3}~~~.*?(?:^ {0,3}~~~|\Z)|`[^`\n]+`)", re.DOTALL | re.MULTILINE
)
"""Code in Markdown, as one group: ``CODE.split`` returns code at the odd indices."""
NUMBER = re.compile(r"\d{1,3}")

MARKS: tuple[Mark, ...] = ("supported", "partly", "contradicted", "unconfirmed")
"""The marks, best first."""
SIGNS: Mapping[Mark, str] = {
    "supported": "✓",
    "partly": "~",
    "contradicted": "✗",
    "unconfirmed": "?",
}
"""The sign after the number of a citation: ``[1✓]``."""
ASCII_SIGNS: Mapping[Mark, str] = {**SIGNS, "supported": "+", "contradicted": "!"}
"""The same for an ASCII-only terminal."""
MARK_WORDS: Mapping[Mark, str] = {
    "supported": "supported",
    "partly": "partly supported",
    "contradicted": "contradicted",
    "unconfirmed": "unconfirmed",
}


def citation_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that a text cites, in order of appearance, with repeats."""
    return tuple(
        int(number)
        for part in CODE.split(text)[::2]
        for citation in CITATION.findall(part)
        for number in NUMBER.findall(citation)
    )


def drop_unknown_citations(text: str, known: Collection[int]) -> str:
    """Remove ``[n]`` if no source has that number; a list keeps its known numbers.

    Without any source nothing is removed: ``[1]`` may then be the writer's notation.
    """
    if not known:
        return text

    def keep(match: re.Match[str]) -> str:
        kept = [number for number in NUMBER.findall(match[2]) if int(number) in known]
        return f"{match[1]}[{', '.join(kept)}]" if kept else ""

    parts = CODE.split(text)
    parts[::2] = [_SPACED_CITATION.sub(keep, part) for part in parts[::2]]
    return "".join(parts)


def marks_in_order(text: str, claims: Sequence[Claim]) -> tuple[CitationCheck | None, ...]:
    """Return the check of each of ``citation_numbers(text)``, None if it has none.

    If the claims do not name the same numbers in the same order, a check is assigned only to
    citations of the sentence it was made for: no citation gets the mark of another.
    """
    claims = [claim for claim in claims if not claim.struck]
    checks = [check for claim in claims for check in claim.checks[: len(claim.citations)]]
    numbers = citation_numbers(text)
    if tuple(check.source for check in checks) == numbers:
        return tuple(checks)
    return _by_sentence(text, claims) if checks else (None,) * len(numbers)


def best_check(checks: Sequence[CitationCheck]) -> CitationCheck | None:
    """Return the check with the best mark; None if there are no checks."""
    return min(checks, key=lambda check: MARKS.index(check.mark), default=None)


def count_marks(claims: Sequence[Claim]) -> dict[Mark, int]:
    """Count the sentences with citations by their marks, best first; no zeros."""
    marks = [claim.mark for claim in claims if claim.citations and not claim.struck]
    return {mark: marks.count(mark) for mark in MARKS if mark in marks}


def marked_text(text: str, claims: Sequence[Claim], signs: Mapping[Mark, str] = SIGNS) -> str:
    """Return the text with a sign after each checked citation: ``[1✓, 2✗]``."""
    marks = iter(marks_in_order(text, claims))

    def signed(number: re.Match[str]) -> str:
        check = next(marks)
        return number[0] + (signs[check.mark] if check is not None else "")

    parts = CODE.split(text)
    parts[::2] = [
        CITATION.sub(lambda found: NUMBER.sub(signed, found[0]), part) for part in parts[::2]
    ]
    return "".join(parts)


def legend(signs: Mapping[Mark, str] = SIGNS) -> str:
    """Return a line that explains the signs."""
    meanings = ", ".join(f"{signs[mark]} {MARK_WORDS[mark]}" for mark in MARKS)
    return f"Citations checked against the stored pages: {meanings}"


def unsupported_lines(claims: Sequence[Claim], signs: Mapping[Mark, str] = SIGNS) -> list[str]:
    """Return a line for each claim that is not supported, with the reason, in the text's order.

    Struck claims come first, each with the quote against it.
    """
    lines = []
    for claim in sorted(claims, key=lambda each: not each.struck):
        if claim.mark == "supported":
            continue
        words = "struck out" if claim.struck else MARK_WORDS[claim.mark]
        said = " ".join(claim.text.split())
        reason = " ".join((quote_against(claim) or reason_of(claim)).split())
        told = f"{signs[claim.mark]} {words}: {f'~~{said}~~' if claim.struck else said}"
        lines.append(f"{told} ({reason})" if reason else told)
    return lines


def quote_against(claim: Claim) -> str:
    """Return the quote of the source that contradicts a struck claim, or an empty text."""
    check = best_check(claim.checks)
    if not claim.struck or check is None or not check.quote:
        return ""
    return f"[{check.source}] says: \u201c{check.quote}\u201d"


def reason_of(claim: Claim) -> str:
    """Return what keeps a claim from a better mark; empty if unknown."""
    return claim.reason or next((each.reason for each in claim.checks if each.reason), "")


_OPENING = "*_\"'\u201c\u2018\u201e\u00ab(["
_CLOSING = re.compile(
    rf"""(?:[*_"'\u201d\u2019\u00bb)]|[^\S\n]{{0,3}}{CITATION.pattern}|[.!?\u2026\u3002\uff01\uff1f,;:])*"""
)
_SENTENCE_BEFORE = re.compile(
    r"(?:^|[.!?:\u2026\u3002\uff01\uff1f][\"'\u201d\u2019\u00bb)*_]*|\])\s*\Z"
)
_LINE_START = re.compile(r"\s*(?:>\s?|[-*+]\s|\d{1,3}[.)]\s|#{1,6}\s)*\s*\Z")
_GAP = "[\u2026]"
"""Replaces a removed part of a sentence."""


def without_claims(text: str, claims: Sequence[Claim]) -> str | None:
    """Return the text without the statements of these claims, given in the text's order.

    A whole sentence is removed with its citations, and with a list item or table row that becomes
    empty; a part of a sentence leaves ``[\u2026]``. None if a statement is not found in the text.
    """
    spans = _claim_spans(text, claims)
    if spans is None:
        return None
    for start, end in reversed(spans):
        text = _cut(text, start, end)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _claim_spans(text: str, claims: Sequence[Claim]) -> list[tuple[int, int]] | None:
    letters: list[str] = []
    places: list[int] = []
    at = 0
    for index, part in enumerate(CODE.split(text)):
        cited = [found.span() for found in CITATION.finditer(part)] if index % 2 == 0 else []
        for offset, character in enumerate(part):
            if character.isalnum() and not any(start <= offset < end for start, end in cited):
                for letter in character.casefold():
                    letters.append(letter)
                    places.append(at + offset)
        at += len(part)
    joined = "".join(letters)
    spans: list[tuple[int, int]] = []
    after = 0
    for claim in claims:
        said = _folded(CITATION.sub("", claim.text))
        begin = joined.find(said, after)
        if not said or begin < 0:
            return None
        after = begin + len(said)
        spans.append((places[begin], places[after - 1] + 1))
    return spans


def _cut(text: str, start: int, end: int) -> str:
    """Return the text without a statement from ``start`` to ``end`` and what belongs to it."""
    while start and text[start - 1] in _OPENING:
        start -= 1
    closing = _CLOSING.match(text, end)
    end = closing.end() if closing is not None else end
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].lstrip().startswith("|"):
        stop = text.find("\n", end)
        return text[:line] + (text[stop + 1 :] if stop >= 0 else "")
    before, behind = text[:start], text[end:]
    begins = _LINE_START.match(text[line:start]) or _SENTENCE_BEFORE.search(text[line:start])
    if not begins or text[end - 1] in ",;:" or not (closing and closing.group()):
        return f"{before}{_GAP}{behind}"
    rest = behind.lstrip(" \t")
    if _LINE_START.match(text[line:start]) and (not rest or rest.startswith("\n")):
        return text[:line] + rest.removeprefix("\n")
    return (before.rstrip(" \t") if rest[:1] in ("", "\n") else before) + rest


def _placed_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield each cited number and the count of letters and digits before its citation."""
    before = 0
    for index, part in enumerate(CODE.split(text)):
        at = 0
        for found in CITATION.finditer(part) if index % 2 == 0 else ():
            before += len(_folded(part[at : found.start()]))
            at = found.end()
            for number in NUMBER.findall(found[1]):
                yield int(number), before
        before += len(_folded(part[at:]))


def _by_sentence(text: str, claims: Sequence[Claim]) -> tuple[CitationCheck | None, ...]:
    parts = CODE.split(text)
    parts[::2] = [CITATION.sub("", part) for part in parts[::2]]
    letters = _folded("".join(parts))
    placed = list(_placed_numbers(text))
    marks: list[CitationCheck | None] = [None] * len(placed)
    at = first = 0
    for claim in claims:
        sentence = _folded(CITATION.sub("", claim.text))
        begin = letters.find(sentence, at) if sentence and claim.citations else -1
        if begin < 0:
            continue
        at = begin + len(sentence)
        left = list(claim.checks)
        while first < len(placed) and placed[first][1] <= begin:
            first += 1
        while first < len(placed) and placed[first][1] <= at:
            marks[first] = next((each for each in left if each.source == placed[first][0]), None)
            left = [each for each in left if each is not marks[first]]
            first += 1
    return tuple(marks)


def _folded(text: str) -> str:
    """Keep letters and digits only: emphasis, spaces and punctuation distinguish no sentences."""
    return "".join(filter(str.isalnum, text)).casefold()
