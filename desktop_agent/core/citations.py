"""Citations in the text of an answer: what one looks like, and what the check of each has found.

An answer cites source 3 as ``[3]`` and several at once as ``[1, 3]``. Code is no place for
citations: ``x[0]`` between backticks or in a fence is an index.
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
"""Code in markdown, as one group: ``CODE.split`` gives code at the odd places."""
NUMBER = re.compile(r"\d{1,3}")

MARKS: tuple[Mark, ...] = ("supported", "partly", "contradicted", "unconfirmed")
"""The marks, the best first."""
SIGNS: Mapping[Mark, str] = {
    "supported": "✓",
    "partly": "~",
    "contradicted": "✗",
    "unconfirmed": "?",
}
"""What stands behind the number of a citation: ``[1✓]``."""
ASCII_SIGNS: Mapping[Mark, str] = {**SIGNS, "supported": "+", "contradicted": "!"}
"""The same for a terminal that knows no more than ASCII."""
MARK_WORDS: Mapping[Mark, str] = {
    "supported": "supported",
    "partly": "partly supported",
    "contradicted": "contradicted",
    "unconfirmed": "unconfirmed",
}


def citation_numbers(text: str) -> tuple[int, ...]:
    """Gives the numbers that a text cites, in order of appearance, with repeats."""
    return tuple(
        int(number)
        for part in CODE.split(text)[::2]
        for citation in CITATION.findall(part)
        for number in NUMBER.findall(citation)
    )


def drop_unknown_citations(text: str, known: Collection[int]) -> str:
    """Takes out ``[n]`` where no source has that number; a list keeps the numbers that are known.

    With no source at all nothing is taken out: ``[1]`` may then be the writer's own notation.
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
    """Gives for each of ``citation_numbers(text)`` the check of it, or None where there is none.

    Where the claims do not name the same numbers in the same order, a check is given only to the
    citations of the sentence that it was made for: no citation gets the mark of another.
    """
    claims = [claim for claim in claims if not claim.struck]
    checks = [check for claim in claims for check in claim.checks[: len(claim.citations)]]
    numbers = citation_numbers(text)
    if tuple(check.source for check in checks) == numbers:
        return tuple(checks)
    return _by_sentence(text, claims) if checks else (None,) * len(numbers)


def best_check(checks: Sequence[CitationCheck]) -> CitationCheck | None:
    """Gives the check with the best mark, or None of none."""
    return min(checks, key=lambda check: MARKS.index(check.mark), default=None)


def count_marks(claims: Sequence[Claim]) -> dict[Mark, int]:
    """Counts the sentences that cite something by their marks, the best first; no zeros."""
    marks = [claim.mark for claim in claims if claim.citations and not claim.struck]
    return {mark: marks.count(mark) for mark in MARKS if mark in marks}


def marked_text(text: str, claims: Sequence[Claim], signs: Mapping[Mark, str] = SIGNS) -> str:
    """Gives the text with a sign behind each citation that was checked: ``[1✓, 2✗]``."""
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
    """Gives a line that says what the signs mean."""
    meanings = ", ".join(f"{signs[mark]} {MARK_WORDS[mark]}" for mark in MARKS)
    return f"Citations checked against the stored pages: {meanings}"


def unsupported_lines(claims: Sequence[Claim], signs: Mapping[Mark, str] = SIGNS) -> list[str]:
    """Return a line for each claim that is not supported, with the reason, in the text's order.

    What was struck out of the text comes first, each with the quote against it.
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
    """Return what the source says in place of a struck statement, or an empty text."""
    check = best_check(claim.checks)
    if not claim.struck or check is None or not check.quote:
        return ""
    return f"[{check.source}] says: \u201c{check.quote}\u201d"


def reason_of(claim: Claim) -> str:
    """Says what keeps a claim from a better mark; empty where nothing was said."""
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
"""What stands where a part of a sentence was taken out."""


def without_claims(text: str, claims: Sequence[Claim]) -> str | None:
    """Return the text without the statements of these claims, given in the text's order.

    A whole sentence goes with its citations, and a list item or table row that is left empty with
    it; a part of a sentence leaves ``[\u2026]``. None where a statement is not found in the text.
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
    """Return the text without a statement from ``start`` to ``end`` and what hangs on it."""
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
    """Gives each cited number and how many letters and digits stand before its citation."""
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
    """Letters and digits alone: emphasis, spaces and punctuation tell no sentence from another."""
    return "".join(filter(str.isalnum, text)).casefold()
