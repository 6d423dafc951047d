"""Phrases as templates write them, and whether a text holds one: by whole words, not by letters.

In a phrase ``#`` stands for a number, and ``…`` (or ``...``) for at most eight words: ``how many
days … until`` fits "How many days are there until Easter?". Singular and plural are the same word.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_agent.evidence.claims.words import folded_words, word_set

_GAP = "…"
_NUMBER = "#"
_MOST_GAP = 8
_MOST_SENTENCES = 60
_NUMBER_WORDS = word_set(
    """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
    thousand million billion dozen"""
)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
_WITHIN_NUMBER = re.compile(r"(?<=\d)[.,](?=\d)")
_PART = re.compile(r"…|\.\.\.|#|[^…#.]+|\.")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as it is compared: words, gaps and numbers in a row."""

    parts: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of it, without gaps and numbers."""
        return tuple(part for part in self.parts if part not in (_GAP, _NUMBER))

    def within(self, text: "Wording") -> bool:
        """Says whether a sentence of the text holds the phrase."""
        return text.words.issuperset(self.words) and any(map(self._stands_in, text.sentences))

    def _stands_in(self, sentence: Sequence[str]) -> bool:
        # all places at once, so that a phrase of many gaps costs no more than its length
        places = set(range(len(sentence))) if self.parts else set()
        for part in self.parts:
            if part == _GAP:
                places = {
                    further
                    for place in places
                    for further in range(place, min(place + _MOST_GAP, len(sentence)) + 1)
                }
            else:
                places = {
                    place + 1
                    for place in places
                    if place < len(sentence) and _fits(part, sentence[place])
                }
            if not places:
                return False
        return bool(places)


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as it is compared: the words of each of its sentences, and all of them together."""

    sentences: tuple[tuple[str, ...], ...]
    words: frozenset[str]


def wording(text: str) -> Wording:
    """Takes a text apart; of a long one the first sixty sentences."""
    whole = _WITHIN_NUMBER.sub("", text)
    sentences = _SENTENCE_END.split(whole, maxsplit=_MOST_SENTENCES)[:_MOST_SENTENCES]
    told = tuple(tuple(map(_singular, folded_words(each))) for each in sentences)
    return Wording(told, frozenset(word for sentence in told for word in sentence))


@lru_cache(maxsize=5_000)
def phrase(text: str) -> Phrase:
    """Takes a phrase of a template apart."""
    parts: list[str] = []
    for found in _PART.findall(text):
        if found in (_GAP, "..."):
            parts.append(_GAP)
        elif found == _NUMBER:
            parts.append(_NUMBER)
        else:
            parts += map(_singular, folded_words(found))
    while parts and parts[0] == _GAP:
        parts.pop(0)
    while parts and parts[-1] == _GAP:
        parts.pop()
    return Phrase(tuple(parts))


def _fits(part: str, word: str) -> bool:
    if part == _NUMBER:
        return word[0].isdigit() or word in _NUMBER_WORDS
    return part == word


def _singular(word: str) -> str:
    """Gives a word without its English plural ending (the S stemmer of Harman, 1991).

    Nothing more is taken off: by its stem "probably" would be the same word as "probability".
    """
    if len(word) < 4 or not word.isascii():
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith(("us", "ss")) else word
