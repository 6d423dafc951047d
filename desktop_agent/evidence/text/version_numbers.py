"""Recognition, comparison and classification of version numbers."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.names import MASK

if TYPE_CHECKING:
    from packaging.version import Version

NUMBER = r"[vV]?(?P<number>\d{1,4}(?:\.\d{1,6}){0,4}(?:[a-z](?![\w])|-LTS\b|[+_]\d{1,4}\b)?)(?P<suffix>[-._ ]?(?:alpha|beta|a|b|c|rc|cr|dev|pre|preview|nightly|canary|snapshot|milestone|m|insiders?|experimental|ea)(?:[-._ ]?\d{1,4})?(?!\w))?(?P<lts>,? LTS\b|,? \(LTS\))?"
"""Pattern for a version.

Its groups include a pre-release mark (``suffix``) and a mark of long-term support (``lts``).
"""

_SUFFIX_ONLY_GLUED = re.compile(r"^[ ](?:a|b|c|m|ea|pre)\b", re.IGNORECASE)
_UNSTABLE = re.compile(
    r"(?:alpha|beta|rc|dev|preview|nightly|canary|snapshot|milestone|insider|experimental)",
    re.IGNORECASE,
)


_BRANCH_WORDS = (
    r"(?:trunk|devel|(?:development|dev|developer)[ -](?:branch|tree|series|version|line|snapshots?|builds?|releases?)|"
    r"nightl(?:y|ies)|snapshots?|(?:main|master|unstable)[ -]branch|entwicklungs(?:zweig|version|stand)\w*|"
    r"(?:branche|version) de developpement|(?:rama|version) de desarrollo|ramo di sviluppo|versione di sviluppo|"
    r"(?:ramo|versao) de desenvolvimento|ontwikkel(?:tak|versie))"
)
_BRANCH_SUFFIX = re.compile(
    r"[-_. ](?:CURRENT|STABLE|HEAD|MASTER|TRUNK)\b|(?i:[-_. ]?(?:devel|trunk|snapshot|nightly|git|svn)\b)"
)
"""Pattern for the mark of a development branch.

Words that releases may use too, such as ``4.5-stable`` of Godot, count only in capitals.
"""

_BRANCH_AFTER = re.compile(
    rf"[ (,:-]{{0,3}}(?:(?:is|ist|est|es|e) )?(?:(?:the|a|our|der|die|la|le|il|o) )?(?:(?:current|latest|active|aktuelle) )?{_BRANCH_WORDS}\b",
    re.IGNORECASE,
)
_BRANCH_BEFORE = re.compile(
    rf"\b{_BRANCH_WORDS}(?: (?:of|for|is|ist|est|es|e|von))?[ :(-]{{1,3}}$", re.IGNORECASE
)
_BRANCH = re.compile(rf"\b{_BRANCH_WORDS}\b", re.IGNORECASE)


def is_branch(text: str, start: int, end: int) -> bool:
    """Return whether a number belongs to a development branch (``16.0-CURRENT``, ``trunk 3.2``)."""
    after = text[end : end + 60]
    return bool(
        _BRANCH_SUFFIX.match(after)
        or _BRANCH_AFTER.match(after)
        or _BRANCH_BEFORE.search(_MASKS.sub("", text[max(0, start - 60) : start]))
    )


_MASKS = re.compile(rf"{MASK}+ ?")


def heads_a_branch(heading: str) -> bool:
    """Return whether a heading covers development versions only, and no stable versions."""
    if re.search(r"\b(?:stable|releases?|latest)\b", _BRANCH.sub("", heading), re.IGNORECASE):
        return False
    return bool(_BRANCH.search(heading) or re.search(r"\d-(?:CURRENT|STABLE)\b", heading))


def is_prerelease(match: re.Match[str], text: str) -> bool:
    """Return whether a match of `NUMBER` is followed by the mark of an unstable version."""
    suffix = match["suffix"]
    if suffix and not _SUFFIX_ONLY_GLUED.match(suffix):
        return True
    if is_branch(text, match.start("number"), match.end("number")):
        return True
    after = text[match.end("number") : match.end("number") + 24]
    return bool(
        re.match(
            r"[ (-]{1,2}(?:release candidate|alpha|beta|rc|dev|preview|nightly|canary|insiders)",
            after,
            re.IGNORECASE,
        )
    )


def is_a_version(number: str, text: str, start: int) -> bool:
    """Return False if a number is a date, a year, a quantity or part of something longer."""
    after = text[start + len(number) : start + len(number) + 12]
    before = text[max(0, start - 2) : start]
    if re.match(
        r"[\d]|\.\d|[,:]\d|\s?(?:%|st\b|nd\b|rd\b|th\b|x\b|GB|MB|KB|TB|bit|-bit|million|billion|years?\b|months?|days?|hours?|minutes?|stars?|users?|downloads?|votes?|/\d)",
        after,
    ):
        return False
    if re.search(r"[$€£#,/:]$|\d[-.]$", before):
        return False
    if re.fullmatch(r"(?:19|20)\d\d", number):
        return False
    return not any(
        found.start < len(number) + 14 and found.end > 14 and found.to_the_day
        for found in find_dates(text[max(0, start - 14) : start + len(number) + 14])
        if max(0, start - 14) + found.start <= start < max(0, start - 14) + found.end
    )


@lru_cache(maxsize=2048)
def parsed(number: str) -> "Version | None":
    """Return the number as a PEP 440 version, or None if it is not valid."""
    from packaging.version import InvalidVersion, Version

    bare = re.sub(r"(?:,? \(?LTS\)?|-LTS)$", "", number.strip(), flags=re.IGNORECASE).lstrip("vV")
    bare = re.sub(r"^(\d[\d.]*)([a-z])$", lambda m: f"{m[1]}.{ord(m[2]) - 96}", bare)
    try:
        return Version(bare.replace("_", "+", 1))
    except InvalidVersion:
        return None


def bare(number: str) -> str:
    """Strip ``v`` and ``LTS`` for comparison."""
    return (
        re.sub(r"(?:,? \(?LTS\)?|-LTS)$", "", number.strip(), flags=re.IGNORECASE)
        .lstrip("vV")
        .strip()
    )


def newer(one: str, other: str) -> bool:
    """Return whether ``one`` is certainly a later version than ``other``."""
    first, second = parsed(one), parsed(other)
    return first is not None and second is not None and first > second


def of_series(number: str, series: str) -> bool:
    """Return whether a version belongs to a series, such as ``3.12.4`` to ``3.12``.

    Every version belongs to the empty series.
    """
    return not series or bare(number) == series or bare(number).startswith(f"{series}.")


def is_unstable(text: str) -> bool:
    """True if a text is about unstable versions."""
    return bool(_UNSTABLE.search(text))
