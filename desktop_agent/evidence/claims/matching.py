"""Index a source, and match the words and names of a claim against its sentences."""

import math
import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from desktop_agent.core.markdown import cells_of, plain
from desktop_agent.evidence.claims.statement import (
    Name,
    Statement,
    Value,
    places_of,
    statement,
    values,
)
from desktop_agent.evidence.passages import Unit, units_of
from desktop_agent.evidence.text.fold import (
    concepts,
    folded_words,
    function_words,
    language_of,
    members,
    other_language,
    stem,
    stop_words,
)
from desktop_agent.evidence.text.numbers import numbers
from desktop_agent.evidence.text.wordings import Words, table

_WORDS = Words("claims/matching")
_STATEMENT = Words("claims/statement")
_SYNONYMS = Words("text/synonyms")

# --- The source

_SMALL = re.compile(r"\b[a-z][a-z]{1,40}\b")

_FARTHEST = 12
"""Number of sentences within which the name that a pronoun refers to is looked for."""


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
        self.words_by_start: dict[str, list[str]] = {}
        for word in self.postings:
            self.words_by_start.setdefault(word[:3], []).append(word)
        self._amounts: list[float] | None = None
        self.title_values = values(title, self.language)
        self._statements: dict[int, Statement] = {}

    def said(self, number: int) -> str:
        """Return a unit's plain text, with each table cell preceded by its column title."""
        unit = self.units[number]
        if unit.block.kind != "row":
            return self.bare[unit.start : unit.end]
        cells, header = cells_of(self.text[unit.start : unit.end]), unit.block.header
        titled = zip(cells, header + ("",) * len(cells), strict=False)
        return " | ".join(f"{title} {cell}" if title else cell for cell, title in titled)

    def has_amount(self, amount: float, tolerance: float = 1e-9) -> bool:
        """Return whether the text has a number near an amount, as written or in the base unit."""
        if self._amounts is None:
            told = ((n.amount, n.unit) for n in numbers(self.bare, self.language))
            self._amounts = sorted(a * f for a, u in told for f in (1.0, u.factor if u else 1.0))
        at = bisect_left(self._amounts, amount - abs(amount) * tolerance)
        return at < len(self._amounts) and self._amounts[at] <= amount + abs(amount) * tolerance

    def holds(self, value: Value, tolerance: float) -> bool:
        """Return whether the text has the value's year or version, or a number close to the value.

        The number is compared both as written and in the base unit.
        """
        number = value.number
        if value.kind == "version":
            return value.text.lstrip("v") in self.text
        if number is None:
            year = value.when.year if value.when is not None else None
            return year is not None and self.has_amount(float(abs(year)))
        factor = number.unit.factor if number.unit is not None else 1.0
        return any(self.has_amount(number.amount * each, tolerance) for each in (1.0, factor))

    def rarity(self, holding: int) -> float:
        """Return the inverse document frequency of a word that occurs in ``holding`` units.

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

    def goes_on(self, number: int) -> bool:
        """Return whether a unit follows another unit in the same paragraph."""
        return number > 0 and self.units[number - 1].number == self.units[number].number

    def topic(self, number: int) -> tuple[str, ...]:
        """Return the folded words of the name that a unit is about, or () for the page's topic.

        A sentence that begins with a pronoun has the same topic as the sentence before it, unless a
        heading comes between them.
        """
        for at in range(number, max(-1, number - _FARTHEST), -1):
            name = subject_of(self.statement(at))
            if name is not None or not starts_with_pronoun(self.statement(at)):
                return name.words if name is not None else ()
            if self.units[at - 1].block.headings != self.units[at].block.headings:
                break
        return ()


def subject_of(said: Statement) -> Name | None:
    """Return the name that is probably the subject of a sentence, or None."""
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
    """Return whether a pronoun near the start may refer to an earlier sentence."""
    named = said.names[0].first if said.names else len(said.words)
    return any(
        (word.folded in _WORDS.pronouns if at < 2 else word.folded in _WORDS.subjects)
        and (at == 0 or not word.capital)
        for at, word in enumerate(said.words[: min(7, named)])
    )


@lru_cache(maxsize=12)
def index_of(title: str, text: str) -> SourceIndex:
    """Return the index of a page, cached because all claims in an answer share it."""
    return SourceIndex(title, text)


# --- The claim, and views of the source


@dataclass(frozen=True, slots=True)
class Term:
    """A content word in a claim. A ``light`` word may be missing from the source."""

    key: str
    word: str
    index: int
    light: bool

    @property
    def relation(self) -> bool:
        """Whether the word looks like a verb for an event."""
        return not self.light and (self.key[0] == "=" or self.word.endswith("ed"))


class ClaimWords:
    """A parsed claim, with the keys for finding its words in a source.

    A key is either a lexicon concept (with the prefix ``=`` or ``~``) or a stem. ``about`` is the
    name to which a pronoun at the start of the claim refers, if known. ``asked`` is the question;
    it supplies what a short claim leaves out, such as the name of the lighthouse that is "47
    metres" tall. ``page`` is given if the claim and the source are in different languages; only
    values and identically spelt names are then compared.
    """

    def __init__(
        self,
        text: str,
        language: str,
        about: Name | None = None,
        asked: "ClaimWords | None" = None,
        page: SourceIndex | None = None,
    ) -> None:
        self.text, self.language, self.spoken = text, language, language
        self._concepts = concepts(page.language if page is not None else language)
        self.said: Statement = statement(text, language, self._concepts.keys() | _SYNONYMS.light)
        self.about = about
        self.asked = asked
        self.foreign = page is not None
        self.names = self.said.names
        self._keys: dict[str, str] = {}
        if page is not None:
            names = statement(text, page.language, self._concepts.keys() | _SYNONYMS.light).names
            self.said = replace(self.said, names=names)
            self.language = page.language
            self.names = tuple(n for n in names if page.postings.keys() >= set(n.words))
        self.own = () if page is not None else self._terms()
        self.short = asked is not None and (self.foreign or self._is_short())
        self.terms = self.own
        if asked is not None and self.short:
            mine = {term.key for term in self.own}
            self.terms += tuple(
                replace(term, light=term.light or term.word in _WORDS.kinds)
                for term in asked.own
                if term.key not in mine
            )
        small = function_words(self.language)
        self.wanted = frozenset(term.key for term in self.terms) | frozenset(
            self._made(word)
            for name in self.all_names
            for word in name.words
            if word not in small or len(name.words) == 1
        )
        spelt = [(key, self._spellings(key)) for key in self.wanted]
        self.starts = frozenset(word[:3] for _, spelling in spelt for word in spelling)

    def in_language_of(self, index: SourceIndex) -> "ClaimWords":
        """Return the claim parsed in the source's language, or in its own if that differs clearly.

        In the latter case, the result is a foreign claim.
        """
        asked = self.asked.in_language_of(index) if self.asked is not None else None
        if asked is not None and asked.foreign:
            asked = None
        spoken = other_language(self._unnamed, index.language)
        if spoken is not None:
            return ClaimWords(self.text, spoken, self.about, asked, index)
        if self.language == index.language and asked is self.asked:
            return self
        return ClaimWords(self.text, index.language, self.about, asked)

    @property
    def _unnamed(self) -> str:
        """The claim without its names, since "Guillermo del Toro" does not make text Spanish."""
        named = places_of(self.said.names) - {0}  # perhaps an article
        words = (word for index, word in enumerate(self.said.words) if index not in named)
        return " ".join(self.text[word.start : word.end] for word in words)

    def _is_short(self) -> bool:
        """Return whether the claim depends on its question for context, as in "It is 47 metres"."""
        content = sum(not term.light for term in self.own)
        return content + len(self.names) + len(self.free_values) <= 1

    @property
    def all_names(self) -> tuple[Name, ...]:
        """The names in the claim, and those to which its pronoun or its question refers."""
        names = (*self.names, self.about) if self.about is not None else self.names
        if self.asked is not None and self.short:
            there = {word for name in names for word in name.words}
            if self.asked.name_words.isdisjoint(there):
                names += self.asked.names
        return names

    @property
    def free_values(self) -> tuple[Value, ...]:
        """The values that are not part of a name, unlike the 11 in Apollo 11."""
        named = {self.said.value_at.get(index) for index in places_of(self.names)}
        return tuple(value for at, value in enumerate(self.said.values) if at not in named)

    @property
    def added(self) -> int:
        """The number of content words that the claim adds to its question."""
        known = {word.folded for word in self.asked.said.words} if self.asked is not None else set()
        told = places_of(self.said.names) | self.said.value_at.keys()
        words = {w.folded for index, w in enumerate(self.said.words) if index not in told}
        return len(words - known - function_words(self.spoken) - _SYNONYMS.light)

    @property
    def name_words(self) -> frozenset[str]:
        return frozenset(word for name in self.all_names for word in name.words)

    def _made(self, word: str) -> str:
        return self._concepts.get(word) or stem(word, self.language)

    def _spellings(self, key: str) -> tuple[str, ...]:
        return members(self.language).get(key, ()) if key[0] in "=~" else (key,)

    def _terms(self) -> tuple[Term, ...]:
        stop, light = stop_words(self.language), _SYNONYMS.light
        passed = {*places_of(self.names), *self.said.value_at, *self.said.negations}
        return tuple(
            Term(self._made(word.folded), word.folded, index, word.folded in light)
            for index, word in enumerate(self.said.words)
            if index not in passed
            and (word.acronym or word.folded not in stop)
            and (len(word.folded) > 1 or not word.folded.isascii())
        )

    def key_of(self, word: str) -> str:
        """Return the key of a word from the source if the claim has that key, else "".

        Outside the lexicon, only words that share their first three letters with a spelling of one
        of the claim's words are stemmed.
        """
        key = self._keys.get(word)
        if key is None:
            key = self._made(word) if word[:3] in self.starts or word in self._concepts else ""
            key = self._keys[word] = key if key in self.wanted else ""
        return key

    def keys_of(self, words: Iterable[str]) -> frozenset[str]:
        return frozenset(filter(None, map(self.key_of, words)))

    def found_in(self, index: SourceIndex) -> dict[str, set[int]]:
        """Map each key and figure in the claim to the units of the source that contain it."""
        found: dict[str, set[int]] = {}
        for start in self.starts:
            for word in index.words_by_start.get(start, ()):
                if key := self.key_of(word):
                    found.setdefault(key, set()).update(index.postings[word])
        for place in self.said.value_at:
            figure = self.said.words[place].folded
            if figure in index.postings:
                found.setdefault(f"#{figure}", set()).update(index.postings[figure])
        return found


class View:
    """A sentence from a source, matched against a claim.

    ``places`` maps each key from the claim to the indices of its words in the sentence. ``context``
    contains the claim's keys in the sentence's surroundings: page title, headings, enclosing list
    or table, and topic. ``weights`` maps the keys of the claim's terms to their weights.
    """

    def __init__(
        self, claim: ClaimWords, index: SourceIndex, unit: int, weights: dict[str, float]
    ) -> None:
        self.claim, self.index, self.unit, self.weights = claim, index, unit, weights
        self.said = index.statement(unit)
        self.words = [word.folded for word in self.said.words]
        self.places: dict[str, list[int]] = {}
        self._named: dict[Name, list[int]] = {}
        for at, word in enumerate(self.words):
            if key := claim.key_of(word):
                self._add(key, at)
        self.life: dict[int, str] = {}
        self._place_life_spans()
        self._place_phrases()
        context = [*folded_words(index.context(unit)), *index.topic(unit)]
        self.context_words = frozenset(context)
        if starts_with_pronoun(self.said) and index.goes_on(unit):
            context += folded_words(index.said(unit - 1))[:3]  # the subject, such as "the tower"
        self.context = claim.keys_of(context)
        light = {term.key for term in claim.terms if term.light}
        self.light_keys = frozenset(light)
        self.name_keys = claim.keys_of(claim.name_words - function_words(claim.language))
        self.content_keys = self.name_keys | {term.key for term in claim.terms if not term.light}

    @property
    def asks(self) -> bool:
        """Whether the sentence is a question."""
        return self.said.text.rstrip().endswith("?")

    def _add(self, key: str, at: int) -> None:
        self.places.setdefault(key, []).append(at)

    def _place_phrases(self) -> None:
        """Record phrases that stand for a key, such as "came out" (publish)."""
        phrases: dict[str, str] = table("claims/matching")["phrases"]
        for phrase, keys in phrases.items():
            for key in self.claim.wanted.intersection(keys.split()):
                if (at := self.said.text.lower().find(phrase)) >= 0:
                    self._add(key, self.said.index_at(at))

    def _place_life_spans(self) -> None:
        """Record life spans such as "Marie Curie (1867 - 1934)" as a birth and a death.

        ``life`` maps the start of each date to the key of its event.
        """
        said = self.said
        for one, other in pairwise(said.values):
            if one.when is None or other.when is None or other.lead != "to":
                continue
            opening = said.text.rfind("(", max(0, one.start - 60), one.start)
            closing = said.text.find(")", other.end, other.end + 30)
            if min(opening, closing) < 0 or ")" in said.text[opening : one.start]:
                continue
            for key, value in (("=bear", one), ("=die", other)):
                self.life[value.start] = key
                if key in self.claim.wanted:
                    self._add(key, said.index_at(value.start))

    def name_places(self, name: Name) -> list[int]:
        """Return the word indices at which a name occurs, in full, shortened or as an acronym."""
        found = self._named.get(name)
        if found is None:
            places = (at for at in self._name_at(name) if not _set_against(self.said, at))
            found = self._named[name] = list(places)
        return found

    def _name_at(self, name: Name) -> Iterable[int]:
        for spelling in _spellings(name):
            for at in self._same(spelling[-1], single=len(spelling) == 1):
                if self._spelt(spelling, at):
                    yield at
        if len(name.words) > 1:
            initials = "".join(word[0] for word in name.words)
            words = enumerate(self.said.words)
            yield from (at for at, w in words if w.acronym and w.folded == initials)
        elif 1 < len(name.words[0]) < 6 and name.text.isupper():
            for other in self.said.names:
                if "".join(word[0] for word in other.words) == name.words[0]:
                    yield other.last

    def _spelt(self, spelling: tuple[str, ...], at: int) -> bool:
        before = self.words[max(0, at - 12) : at + 1]
        near = [word for word in before if word not in _STATEMENT.connectors]
        return len(spelling) == 1 or tuple(near[-len(spelling) :]) == spelling

    def _same(self, last: str, *, single: bool) -> Iterable[int]:
        key = self.claim.key_of(last)
        for at, word in enumerate(self.words):
            if word == last or (single and key and self.claim.key_of(word) == key):
                yield at

    @cached_property
    def foreign(self) -> tuple[Name, ...]:
        """The names in the sentence that do not occur in the claim."""
        places = {at for name in self.claim.all_names for at in self.name_places(name)}
        return tuple(
            name
            for name in self.said.names
            if self.is_foreign(name.words) and places.isdisjoint(range(name.first, name.last + 1))
        )

    def is_foreign(self, words: tuple[str, ...]) -> bool:
        """Return whether a name (Pierre Curie) differs from the claim's names (Marie Curie)."""
        there = set(words)
        if any(
            there <= set(name.words) or there >= set(name.words) for name in self.claim.all_names
        ):
            return False
        keys = {self.claim.key_of(word) for word in words}
        named = {self.claim.key_of(word) for word in self.claim.name_words}
        return "" in keys or bool(keys & named)

    @cached_property
    def keys_by_clause(self) -> dict[int, set[str]]:
        """The claim's keys in each clause, except those in names that do not occur in the claim."""
        strangers = places_of(self.foreign)
        found: dict[int, set[str]] = {}
        for key, places in self.places.items():
            for at in places:
                if at not in strangers:
                    found.setdefault(self.said.clauses[at], set()).add(key)
        return found

    def overlap(self, clause: int) -> set[str]:
        """Return the claim's keys in a clause and, for a table row, in the row's first cell."""
        first = self.keys_by_clause.get(0, set()) if self.said.row else set()
        return self.keys_by_clause.get(clause, set()) | first

    def of_other_event(self, value: Value) -> bool:
        """Return whether a date is a birth date but the claim is about a death, or vice versa."""
        told = {"=bear", "=die"} & self.claim.wanted
        return bool(told) and self.life.get(value.start, min(told)) not in told


def _set_against(said: Statement, at: int) -> bool:
    """Return whether the name at ``at`` is mentioned only as a contrast ("unlike PostgreSQL")."""
    for index in range(at, max(-1, at - 8), -1):
        if said.words[index].folded in _WORDS.against:
            between = said.text[said.words[index].end : said.words[at].start]
            return not any(mark in between for mark in ",;:(")
    return False


def _spellings(name: Name) -> tuple[tuple[str, ...], ...]:
    spelt = " ".join(name.words)
    aliases: dict[str, str] = table("text/synonyms")["aliases"]
    others = [long for short, long in aliases.items() if short == spelt]
    others += [short for short, long in aliases.items() if long == spelt]
    return (name.words, *(tuple(other.split()) for other in others))
