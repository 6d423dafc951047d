"""How well a text fits what was typed: whole words first, then letters in order."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_PREFIX = 120
_WORD = 90
_INSIDE = 60
_SCATTERED = 20
_START_OF_WORD = 6
_TOGETHER = 4
_LONGEST = 300
"""Characters of a text that are looked at."""


@dataclass(frozen=True, slots=True)
class Fit:
    """``score``: higher is better; ``places``: the characters of the text that were typed."""

    score: float
    places: tuple[int, ...]


def fitter(typed: str) -> Callable[[str], Fit | None]:
    """Gives a function that tells how a text fits ``typed``; None where it does not.

    Each word of ``typed`` must be in the text: at its start, at the start of a word, somewhere, or
    its letters in order. Case is no matter. Short texts win over long ones.
    """
    words = [_Word(word) for word in _folded(typed).split()]

    def fit(text: str) -> Fit | None:
        folded = _folded(text[:_LONGEST])
        score = 0.0
        places: set[int] = set()
        for word in words:
            found = word.fit(folded)
            if found is None:
                return None
            score += found.score
            places.update(found.places)
        return Fit(score - len(folded) / 50, tuple(sorted(places)))

    return fit


def _folded(text: str) -> str:
    """Takes case away from each letter where that leaves one letter, so that places stay true."""
    return "".join(each.casefold() if len(each.casefold()) == 1 else each for each in text)


class _Word:
    """A word that was typed."""

    def __init__(self, word: str) -> None:
        self._word = word
        # no letter can be passed over in two ways, so this takes one walk over the text
        self._in_order = re.compile("".join(f"[^{re.escape(c)}]*{re.escape(c)}" for c in word))

    def fit(self, text: str) -> Fit | None:
        if not self._in_order.match(text):
            return None
        at = _best_place(self._word, text)
        if at < 0:
            return self._scattered(text)
        whole = tuple(range(at, at + len(self._word)))
        if at == 0:
            return Fit(_PREFIX, whole)
        return Fit(_WORD if _starts_word(text, at) else _INSIDE, whole)

    def _scattered(self, text: str) -> Fit:
        places: list[int] = []
        at = -1
        score = float(_SCATTERED)
        for letter in self._word:
            at = text.index(letter, at + 1)
            if _starts_word(text, at):
                score += _START_OF_WORD
            elif places and at == places[-1] + 1:
                score += _TOGETHER
            places.append(at)
        return Fit(score - (places[-1] - places[0]) / 10, tuple(places))


def _best_place(word: str, text: str) -> int:
    first = at = text.find(word)
    while at > 0 and not _starts_word(text, at):
        at = text.find(word, at + 1)
    return at if at >= 0 else first


def _starts_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()
