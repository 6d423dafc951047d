"""A source made ready for many claims: its sentences, where each word stands, what each is about."""

import math
from functools import lru_cache
import re

from desktop_agent.evidence.claims.blocks import cells_of, plain
from desktop_agent.evidence.claims.passages import Unit, units_of
from desktop_agent.evidence.claims.statement import Name, Statement, statement
from desktop_agent.evidence.claims.words import folded_words, language_of

_SMALL = re.compile(r"\b[a-z][a-z]{1,40}\b")
_PRONOUNS = frozenset(
    """he she it they his her its their this these that those him them er sie es ihr sein seine ihre
    dieser diese dieses il elle ils elles ce cette ses son sa leur leurs el ella ellos esta este su sus
    one both another there""".split()
)
_BEFORE_OTHERS = frozenset(
    """in at on of from by for with to during after before near since under as about between among like
    unlike within through am im an zu von bei nach vor aus mit en a au aux de du des dans avec par pour
    depuis por con desde del""".split()
)


class SourceIndex:
    """One source's sentences, looked up by word.

    ``units`` are in page order. `topic` tells whom a sentence is about when it does not say so itself.
    """

    def __init__(self, title: str, text: str) -> None:
        self.title, self.text = title, text
        self.bare = plain(text)
        self.language = language_of(self.bare[:600])
        self.units: tuple[Unit, ...] = tuple(units_of(text, self.bare))
        self.common = frozenset(_SMALL.findall(self.bare))
        self.postings: dict[str, list[int]] = {}
        self._count_words()
        self._by_start: dict[str, list[str]] | None = None
        self._statements: dict[int, Statement] = {}
        self._topics: dict[int, tuple[str, ...]] = {}

    def _count_words(self) -> None:
        for number, unit in enumerate(self.units):
            said = self.said(number) if unit.block.kind == "row" else self.bare[unit.start : unit.end]
            for word in set(folded_words(said)):
                self.postings.setdefault(word, []).append(number)

    def said(self, number: int) -> str:
        """Gives a unit's plain text; that of a row has the column title before each cell."""
        unit = self.units[number]
        if unit.block.kind != "row":
            return self.bare[unit.start : unit.end]
        cells, header = cells_of(self.text[unit.start : unit.end]), unit.block.header
        titled = zip(cells, header + ("",) * len(cells), strict=False)
        return " | ".join(f"{title} {cell}" if title else cell for cell, title in titled)

    def words_like(self, start: str) -> list[str]:
        """Gives the words of the source that begin with the two characters ``start``."""
        if self._by_start is None:
            self._by_start = {}
            for word in self.postings:
                self._by_start.setdefault(word[:2], []).append(word)
        return self._by_start.get(start, [])

    def rarity(self, holding: int) -> float:
        """Gives the inverse document frequency of what ``holding`` units hold (Robertson, 2004)."""
        return math.log(1 + (len(self.units) - holding + 0.5) / (holding + 0.5))

    def statement(self, number: int) -> Statement:
        """Gives a unit taken apart."""
        made = self._statements.get(number)
        if made is None:
            row = self.units[number].block.kind == "row"
            made = statement(self.said(number), self.language, self.common, row=row)
            self._statements[number] = made
        return made

    def context(self, number: int) -> str:
        """Gives what stands above a unit: the page's title, headings, and what leads a list in."""
        block = self.units[number].block
        return " . ".join((self.title, *block.headings, block.lead))

    def topic(self, number: int) -> tuple[str, ...]:
        """Gives the folded words of the name that a unit is about; empty where it is the page's own.

        A sentence that begins with a pronoun, or names nobody first, is about what the one before
        in its paragraph was about.
        """
        start = number
        while start >= 0 and start not in self._topics:
            name = subject_of(self.statement(start))
            if name is not None:
                self._topics[start] = name.words
                break
            if start == 0 or self.units[start - 1].block.headings != self.units[start].block.headings:
                self._topics[start] = ()
                break
            start -= 1
        for later in range(start + 1, number + 1):
            self._topics.setdefault(later, self._topics[later - 1])
        return self._topics[number]


def subject_of(said: Statement) -> Name | None:
    """Gives the name that a sentence begins with as far as its form tells, or None."""
    if starts_with_pronoun(said):
        return None
    for name in said.names:
        before = said.words[name.first - 1].folded if name.first else ""
        if before == "the" and name.first > 1:
            before = said.words[name.first - 2].folded
        if before not in _BEFORE_OTHERS:
            return name
    return None


def starts_with_pronoun(said: Statement) -> bool:
    """True where one of the first words stands for what was named before."""
    return any(word.folded in _PRONOUNS for word in said.words[:2])


@lru_cache(maxsize=12)
def index_of(title: str, text: str) -> SourceIndex:
    """Gives the index of a page; the last few are kept, since one answer asks for them again."""
    return SourceIndex(title, text)


