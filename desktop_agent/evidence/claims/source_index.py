"""An index of a source's sentences, words and topics, shared by all claims in an answer."""

import math
import re
from bisect import bisect_left
from functools import lru_cache

from desktop_agent.core.markdown import cells_of, plain
from desktop_agent.evidence.claims.numbers_and_dates import values
from desktop_agent.evidence.claims.statement import Name, Statement, statement
from desktop_agent.evidence.passages import Unit, units_of
from desktop_agent.evidence.text.numbers import numbers
from desktop_agent.evidence.text.word_forms import folded_words, language_of
from desktop_agent.evidence.text.wordings import Words

_WORDS = Words("claims/source_index")
_SYNONYMS = Words("text/synonyms")


_SMALL = re.compile(r"\b[a-z][a-z]{1,40}\b")


class SourceIndex:
    """The sentences of one source in page order, indexed by word."""

    def __init__(self, title: str, text: str) -> None:
        self.title, self.text = title, text
        self.bare = plain(text)
        self.language = language_of(self.bare[:600])
        self.units: tuple[Unit, ...] = tuple(units_of(text, self.bare))
        self.common = frozenset(_SMALL.findall(self.bare))
        self.postings: dict[str, list[int]] = {}
        for number in range(len(self.units)):
            for word in set(folded_words(self.said(number))):
                self.postings.setdefault(word, []).append(number)
        self._by_start: dict[str, list[str]] | None = None
        self._amounts: list[float] | None = None
        self.title_values = values(title, self.language)
        self._statements: dict[int, Statement] = {}
        self._topics: dict[int, tuple[str, ...]] = {}

    def said(self, number: int) -> str:
        """Return a unit's plain text. In a table row, each cell follows its column title."""
        unit = self.units[number]
        if unit.block.kind != "row":
            return self.bare[unit.start : unit.end]
        cells, header = cells_of(self.text[unit.start : unit.end]), unit.block.header
        titled = zip(cells, header + ("",) * len(cells), strict=False)
        return " | ".join(f"{title} {cell}" if title else cell for cell, title in titled)

    def has_amount(self, amount: float, tolerance: float) -> bool:
        """Return whether the text has a number within the relative ``tolerance`` of ``amount``."""
        if self._amounts is None:
            self._amounts = sorted(number.amount for number in numbers(self.bare, self.language))
        reach = abs(amount) * max(tolerance, 1e-9)
        at = bisect_left(self._amounts, amount - reach)
        return at < len(self._amounts) and self._amounts[at] <= amount + reach

    def words_like(self, start: str) -> list[str]:
        """Return the words of the source that begin with the two characters in ``start``."""
        if self._by_start is None:
            self._by_start = {}
            for word in self.postings:
                self._by_start.setdefault(word[:2], []).append(word)
        return self._by_start.get(start, [])

    def rarity(self, holding: int) -> float:
        """Return the inverse document frequency of a word found in ``holding`` units.

        See Robertson (2004).
        """
        return math.log(1 + (len(self.units) - holding + 0.5) / (holding + 0.5))

    def statement(self, number: int) -> Statement:
        made = self._statements.get(number)
        if made is None:
            row = self.units[number].block.kind == "row"
            made = statement(self.said(number), self.language, self.common, row=row)
            self._statements[number] = made
        return made

    def context(self, number: int) -> str:
        """Return a unit's context: the page title, headings, parent items and lead-in."""
        block = self.units[number].block
        return " . ".join((self.title, *block.headings, *block.above, block.lead))

    def before(self, number: int) -> int | None:
        """Return the number of the previous sentence in the paragraph, or None for the first."""
        if number and self.units[number - 1].number == self.units[number].number:
            return number - 1
        return None

    def topic(self, number: int) -> tuple[str, ...]:
        """Return the folded words of the name that a unit is about, or () for the page's topic.

        A sentence inherits the topic of the previous one in its paragraph if it begins with a
        pronoun or does not start with a name.
        """
        start = number
        while start >= 0 and start not in self._topics:
            name = subject_of(self.statement(start))
            if name is not None:
                self._topics[start] = name.words
                break
            if (
                start == 0
                or not _goes_on(self.statement(start))
                or self.units[start - 1].block.headings != self.units[start].block.headings
            ):
                self._topics[start] = ()
                break
            start -= 1
        for later in range(start + 1, number + 1):
            if later not in self._topics:
                self._topics[later] = self._topics[later - 1]
        return self._topics[number]


def subject_of(said: Statement) -> Name | None:
    """Return the name that is probably the subject of a sentence, or None if there is none."""
    if starts_with_pronoun(said):
        return None
    for name in said.names:
        before = said.words[name.first - 1].folded if name.first else ""
        if (before == "the" or before in _SYNONYMS.honorifics) and name.first > 1:
            before = said.words[name.first - 2].folded
        if before not in _WORDS.before_others:
            return name
    return None


def starts_with_pronoun(said: Statement) -> bool:
    """Return whether one of the first words is a pronoun that refers to an earlier sentence."""
    named = said.names[0].first if said.names else len(said.words)
    return any(
        (word.folded in _WORDS.pronouns if at < 2 else word.folded in _WORDS.subjects)
        and (at == 0 or not word.capital)
        for at, word in enumerate(said.words[: min(7, named)])
    )


def _goes_on(said: Statement) -> bool:
    """Return whether a sentence refers to a previously named person ("she", "the pianist")."""
    words = [word.folded for word in said.words[:7]]
    if any(word in _WORDS.personal for word in words[:2]) or any(
        word in _WORDS.subjects for word in words
    ):
        return True
    return words[:1] == ["the"] and any(
        word in _WORDS.people or word.endswith(("ist", "ian")) for word in words[1:]
    )


@lru_cache(maxsize=12)
def index_of(title: str, text: str) -> SourceIndex:
    """Return the index of a page; it is cached because an answer's claims share it."""
    return SourceIndex(title, text)
