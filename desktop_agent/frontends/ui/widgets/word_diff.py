"""A word-level diff of two texts."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Literal

Change = Literal["same", "removed", "added"]

_WORD = re.compile(r"\s+|[^\s]+")
_ALIKE = 0.5
_MOST_WORDS = 600
"""Maximum number of words to compare, which may take quadratic time; more are shown as replaced."""


def word_diff(before: str, after: str) -> Iterator[tuple[Change, str]]:
    """Yield the parts of a word diff in reading order.

    The ``same`` and ``added`` parts together make up ``after``. Words are compared only within
    lines that differ, so long texts with few changes are compared quickly.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    # comparing all copies of a frequently repeated line would take seconds
    for same, a, b in _passages(old, new, autojunk=True):
        if same:
            yield "same", b
            continue
        words, others = _WORD.findall(a), _WORD.findall(b)
        if len(words) + len(others) > _MOST_WORDS or not _alike(words, others):
            words, others = [a] if a else [], [b] if b else []
        for alike, left, right in _passages(words, others):
            if alike:
                yield "same", right
                continue
            if left:
                yield "removed", left
            if right:
                yield "added", right


def _alike(words: list[str], others: list[str]) -> bool:
    """Return whether two passages are similar enough for a word diff to be readable."""
    old, new = ([word for word in each if not word.isspace()] for each in (words, others))
    return SequenceMatcher(None, old, new, autojunk=False).ratio() >= _ALIKE


def _passages(
    old: list[str], new: list[str], *, autojunk: bool = False
) -> Iterator[tuple[bool, str, str]]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=autojunk).get_opcodes():
        yield kind == "equal", "".join(old[a:b]), "".join(new[c:d])
