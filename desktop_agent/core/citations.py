"""Parse citations in answers, and display the results of checking them.

An answer cites source 3 as ``[3]``, and several sources as ``[1, 3]``. Brackets in code (between
backticks or inside a fence), such as ``x[0]``, are not citations.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from desktop_agent.core.research import CitationCheck, Claim, Mark

CITATION = re.compile(r"\[(\d{1,3}(?:\s{0,3},\s{0,3}\d{1,3}){0,40})\](?!\()")
"""Matches a citation, but not a link such as ``[1](https://…)``; the group holds the numbers."""
CODE = re.compile(
    r"(```.*?(?:```|\Z)|^ {0,3}~~~.*?(?:^ {0,3}~~~|\Z)|`[^`\n]+`)", re.DOTALL | re.MULTILINE
)
"""Matches code in Markdown as a group, so that ``CODE.split`` returns code at odd indices."""
NUMBER = re.compile(r"\d{1,3}")

MARKS: tuple[Mark, ...] = ("supported", "partly", "contradicted", "unconfirmed")
"""All marks, from best to worst."""
SIGNS: Mapping[Mark, str] = {
    "supported": "✓",
    "partly": "~",
    "contradicted": "✗",
    "unconfirmed": "?",
}
"""The sign shown after a cited number, as in ``[1✓]``."""
ASCII_SIGNS: Mapping[Mark, str] = {**SIGNS, "supported": "+", "contradicted": "!"}
"""The signs for terminals that only support ASCII."""
MARK_WORDS: Mapping[Mark, str] = {
    "supported": "supported",
    "partly": "partly supported",
    "contradicted": "contradicted",
    "unconfirmed": "unconfirmed",
}


def citation_numbers(text: str) -> tuple[int, ...]:
    """Return the source numbers cited in the text, in order and with repeats."""
    return tuple(
        int(number)
        for part in CODE.split(text)[::2]
        for citation in CITATION.findall(part)
        for number in NUMBER.findall(citation)
    )


def marks_in_order(text: str, claims: Sequence[Claim]) -> tuple[CitationCheck | None, ...]:
    """Return a check or None for each number in ``citation_numbers(text)``.

    Normally, the claims cite the same numbers in the same order as the text. Otherwise, each check
    applies only to citations in its own sentence, so that no citation gets another's mark.
    """
    claims = [claim for claim in claims if not claim.struck]
    checks = [check for claim in claims for check in claim.checks[: len(claim.citations)]]
    numbers = citation_numbers(text)
    if tuple(check.source for check in checks) == numbers:
        return tuple(checks)
    return _by_sentence(text, claims) if checks else (None,) * len(numbers)


def best_check(checks: Sequence[CitationCheck]) -> CitationCheck | None:
    """Return the check with the best mark, or None if there are no checks."""
    return min(checks, key=lambda check: MARKS.index(check.mark), default=None)


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
    """Return a line that explains the symbol for each mark."""
    meanings = ", ".join(f"{signs[mark]} {MARK_WORDS[mark]}" for mark in MARKS)
    return f"Citations checked against the stored pages: {meanings}"


def unsupported_lines(claims: Sequence[Claim], signs: Mapping[Mark, str] = SIGNS) -> list[str]:
    """Return a line for each unsupported claim, with the reason, struck claims first."""
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
    """Return the source quote that contradicts a struck claim, or "" if there is none."""
    check = best_check(claim.checks)
    if not claim.struck or check is None or not check.quote:
        return ""
    return f"[{check.source}] says: \u201c{check.quote}\u201d"


def reason_of(claim: Claim) -> str:
    """Return why a claim did not get a better mark, or "" if unknown."""
    return claim.reason or next((each.reason for each in claim.checks if each.reason), "")


def _placed_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield each cited number with the number of letters and digits before its citation."""
    before = 0
    for index, part in enumerate(CODE.split(text)):
        at = 0
        for found in CITATION.finditer(part) if index % 2 == 0 else ():
            before += len(folded_letters(part[at : found.start()]))
            at = found.end()
            for number in NUMBER.findall(found[1]):
                yield int(number), before
        before += len(folded_letters(part[at:]))


def _by_sentence(text: str, claims: Sequence[Claim]) -> tuple[CitationCheck | None, ...]:
    parts = CODE.split(text)
    parts[::2] = [CITATION.sub("", part) for part in parts[::2]]
    letters = folded_letters("".join(parts))
    placed = list(_placed_numbers(text))
    marks: list[CitationCheck | None] = [None] * len(placed)
    at = first = 0
    for claim in claims:
        sentence = folded_letters(CITATION.sub("", claim.text))
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


def folded_letters(text: str) -> str:
    """Return only the letters and digits of the text, case-folded."""
    return "".join(filter(str.isalnum, text)).casefold()
