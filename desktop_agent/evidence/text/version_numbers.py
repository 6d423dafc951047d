"""Recognise, compare and classify version numbers."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("text/version_numbers")


if TYPE_CHECKING:
    from packaging.version import Version


_SUFFIX_ONLY_GLUED = re.compile(r"^[ ](?:a|b|c|m|ea|pre)\b", re.IGNORECASE)


def is_branch(text: str, start: int, end: int) -> bool:
    """Return whether a number belongs to a development branch, as in ``16.0-CURRENT``."""
    after = text[end : end + 60]
    return bool(
        _PATTERNS.branch_suffix.match(after)
        or _PATTERNS.branch_after.match(after)
        or _PATTERNS.branch_before.search(_PATTERNS.masks.sub("", text[max(0, start - 60) : start]))
    )


def heads_a_branch(heading: str) -> bool:
    """Return whether a heading is for development versions and not for stable ones."""
    if _PATTERNS.stable.search(_PATTERNS.branch.sub("", heading)):
        return False
    return bool(_PATTERNS.branch.search(heading) or re.search(r"\d-(?:CURRENT|STABLE)\b", heading))


def is_prerelease(match: re.Match[str], text: str) -> bool:
    """Return whether the matched number denotes an unstable version."""
    suffix = match["suffix"]
    if suffix and not _SUFFIX_ONLY_GLUED.match(suffix):
        return True
    if is_branch(text, match.start("number"), match.end("number")):
        return True
    after = text[match.end("number") : match.end("number") + 24]
    return _PATTERNS.prerelease_after.match(after) is not None


def is_a_version(number: str, text: str, start: int) -> bool:
    """Return whether a number is a version, not a date, a year, a quantity or part of a token."""
    after = text[start + len(number) : start + len(number) + 12]
    before = text[max(0, start - 2) : start]
    if _PATTERNS.counted.match(after) or re.search(r"[$€£#,/:]$|\d[-.]$", before):
        return False
    if re.fullmatch(r"(?:19|20)\d\d", number):
        return False
    begin = max(0, start - 14)
    return not any(
        found.start < len(number) + 14 and found.end > 14 and found.to_the_day
        for found in find_dates(text[begin : start + len(number) + 14])
        if begin + found.start <= start < begin + found.end
    )


@lru_cache(maxsize=2048)
def parsed(number: str) -> "Version | None":
    """Return the number as a PEP 440 version, or None if it is not valid."""
    from packaging.version import InvalidVersion, Version

    plain = re.sub(r"^(\d[\d.]*)([a-z])$", lambda m: f"{m[1]}.{ord(m[2]) - 96}", bare(number))
    try:
        return Version(plain.replace("_", "+", 1))
    except InvalidVersion:
        return None


def bare(number: str) -> str:
    """Strip ``v`` and ``LTS`` from a version number for comparison."""
    return _PATTERNS.lts_at_end.sub("", number.strip()).lstrip("vV").strip()


def newer(one: str, other: str) -> bool:
    """Return whether ``one`` is later than ``other``; False if either is not a valid version."""
    first, second = parsed(one), parsed(other)
    return first is not None and second is not None and first > second


def of_series(number: str, series: str) -> bool:
    """Return whether a version belongs to a series, as ``3.12.4`` does to ``3.12``.

    If ``series`` is "", every version belongs to it.
    """
    return not series or bare(number) == series or bare(number).startswith(f"{series}.")
