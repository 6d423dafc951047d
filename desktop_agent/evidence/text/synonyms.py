"""Synonyms, and the opening phrases of answers.

The concepts are in ``resources/evidence/concepts.toml`` and the opening phrases in
``resources/evidence/frames.toml``. Each file describes its own format.
"""

import re
from functools import cache

from desktop_agent.evidence.text.wordings import table


def _forms(word: str) -> list[str]:
    """Return the inflected forms of a regular English verb."""
    if word.endswith("e"):
        return [word, f"{word}s", f"{word}d", f"{word[:-1]}ing"]
    if word.endswith(("sh", "ch", "ss", "x")):
        return [word, f"{word}es", f"{word}ed", f"{word}ing"]
    return [word, f"{word}s", f"{word}ed", f"{word}ing"]


@cache
def concepts(language: str) -> dict[str, str]:
    """Map folded words to concepts; ``won`` and ``award``, for example, share one."""
    lines = table("concepts").get(language, "").split("\n")
    found_in: dict[str, str] = {}
    for line in filter(None, map(str.strip, lines)):
        found = line.removeprefix("# ").split()
        name = f"{'~' if line[0] == '#' else '='}{found[0].rstrip('*')}"
        graded = any(word.endswith("est") for word in found)
        for word in found:
            for form in _forms(word[:-1]) if word[-1] == "*" else [word]:
                found_in.setdefault(form, name + _degree(form) if graded else name)
    return found_in


def _degree(word: str) -> str:
    """Return a suffix that keeps ``larger`` and ``largest`` distinct from ``large``."""
    return "+est" if word.endswith("est") else "+er" if word.endswith("er") else ""


@cache
def members(language: str) -> dict[str, tuple[str, ...]]:
    """Map each concept to its words, the inverse of `concepts`."""
    gathered: dict[str, list[str]] = {}
    for word, concept in concepts(language).items():
        gathered.setdefault(concept, []).append(word)
    return {concept: tuple(found) for concept, found in gathered.items()}


@cache
def _frames() -> re.Pattern[str]:
    alternatives = []
    for language, frame in table("frames").items():
        alternatives.append(rf"(?:{frame['interjections']})(?=[\s*]*(?:[{_PUNCTUATION}-]|\Z))")
        end = "" if language == "zh" else r"(?!\w)"
        openings = (line.replace("{source}", frame["source"]) for line in frame["openings"])
        alternatives.extend(f"{opening}{end}" for opening in openings)
    whole = "|".join(alternatives).replace(" ", r"\s+")
    return re.compile(rf"[\s*{_PUNCTUATION}]*(?:{whole})", re.IGNORECASE)


_PUNCTUATION = r",.!:;\u2013\u2014\uff0c\u3002\uff01\uff1a"
_MARKS = re.compile(rf"[\s{_PUNCTUATION}]+")


def without_frame(text: str) -> str:
    """Strip an opening phrase such as "According to the source, ..." from a statement."""
    at = 0
    for _ in range(_MOST_FRAMES):
        found = _frames().match(text, at)
        if found is None:
            break
        at = found.end()
    if at and (marks := _MARKS.match(text, at)):
        at = marks.end()
    return text[at:]


_MOST_FRAMES = 4
