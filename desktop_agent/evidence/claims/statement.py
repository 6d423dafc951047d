"""A sentence taken apart for comparison: words, names, values, clauses, negations."""

import re
from collections.abc import Container
from dataclasses import dataclass

from desktop_agent.evidence.claims.lexicon import DEMONYMS, HONORIFICS
from desktop_agent.evidence.claims.negation import negations, restricting, unsure
from desktop_agent.evidence.claims.values import Value, values
from desktop_agent.evidence.claims.words import Word, function_words, word_set, words

_BREAK = re.compile(
    r"[;:|()\u2014]|\s[-\u2013]\s|,(?!\d)|\b(?:and|but|while|whereas|although|though|because|which|who|or"
    r"|und|aber|w\u00e4hrend|oder|et|mais|tandis|y|pero|mientras|e|ed|ma)\b|[\u3001\uff0c\uff1b]"
)
_CELL = re.compile(r"\|")
CONNECTORS = word_set("of the de da di van von der den del della du la le al for")
"""Small words that may stand within a name."""

_MOST_VALUES = 60
_GAP = re.compile(r"[ \u00a0]{1,3}|-|\.[ ]?|\s")


@dataclass(frozen=True, slots=True)
class Name:
    """A capitalised span: the indices ``first`` to ``last`` of its words, both within it."""

    words: tuple[str, ...]
    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, or the row of a table, as it is compared.

    ``clauses`` has one number for each word, counted from 0; ``value_at`` maps the index of a word
    within a value to that value's place in ``values``. In a ``row`` each clause is a cell with its
    column title, and the first cell belongs to all of them.
    """

    text: str
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    values: tuple[Value, ...]
    clauses: tuple[int, ...]
    value_at: dict[int, int]
    negations: tuple[int, ...]
    unsure: tuple[int, ...]
    restricting: tuple[int, ...]
    row: bool = False

    def index_at(self, position: int) -> int:
        """Gives the index of the first word that ends behind a character of the text."""
        for index, word in enumerate(self.words):
            if word.end > position:
                return index
        return max(0, len(self.words) - 1)

    def clause_of(self, value: Value) -> int:
        """Gives the clause that a value stands in."""
        return self.clauses[self.index_at(value.start)] if self.words else 0


def statement(
    text: str, language: str, common: Container[str] = (), *, row: bool = False
) -> Statement:
    """Takes a sentence apart; ``text`` is plain, without markup.

    ``common`` holds words known to be written small elsewhere: a sentence that begins with one does
    not begin with a name.
    """
    found = words(text)
    said = values(text, language)[:_MOST_VALUES]
    value_at = {
        index: place
        for place, value in enumerate(said)
        for index, word in enumerate(found)
        if min(value.start, value.begin if value.begin >= 0 else value.start)
        <= word.start
        < value.end
    }
    names = _numbered(text, found, said, value_at, _names(text, found, value_at, language, common))
    denying = [at for at in negations(found) if text[found[at].end : found[at].end + 1] != "-"]
    return Statement(
        text,
        found,
        names,
        said,
        _clauses(text, found, said, _CELL if row else _BREAK),
        value_at,
        tuple(at for at in denying if not any(n.first <= at <= n.last for n in names)),
        unsure(found),
        restricting(found),
        row,
    )


def _clauses(
    text: str, found: tuple[Word, ...], said: tuple[Value, ...], ending: re.Pattern[str]
) -> tuple[int, ...]:
    breaks = [
        match.start()
        for match in ending.finditer(text)
        if not any(value.start < match.start() < value.end for value in said)
    ]
    numbered: list[int] = []
    clause = 0
    for word in found:
        while clause < len(breaks) and breaks[clause] < word.start:
            clause += 1
        numbered.append(clause)
    return tuple(numbered)


def _names(
    text: str,
    found: tuple[Word, ...],
    value_at: dict[int, int],
    language: str,
    common: Container[str],
) -> tuple[Name, ...]:
    stop = function_words(language)
    names: list[Name] = []
    index = 0
    while index < len(found):
        last = _span(text, found, value_at, index)
        if last is None:
            index += 1
            continue
        first = index
        index = last + 1
        # a title, or the small word that a sentence began with, is no part of the name
        while first <= last and (
            (found[first].folded in stop and not found[first].acronym)
            or (found[first].folded in HONORIFICS and first < last)
        ):
            first += 1
        if first == 0 and last and not found[1].capital and found[0].folded in common:
            first = next(at for at in range(1, last + 1) if found[at].capital)
        if first > last or not _is_name(found, first, last, language, common):
            continue
        inside = tuple(w.folded for w in found[first : last + 1] if w.capital)
        names.append(Name(inside, text[found[first].start : found[last].end], first, last))
    return tuple(names)


def _numbered(
    text: str,
    found: tuple[Word, ...],
    said: tuple[Value, ...],
    value_at: dict[int, int],
    names: tuple[Name, ...],
) -> tuple[Name, ...]:
    """Takes the number behind a name into it: Apollo 11 is not Apollo 12."""
    longer: list[Name] = []
    for name in names:
        at = name.last + 1
        value = said[value_at[at]] if at in value_at else None
        bare = value is not None and value.number is not None and value.number.unit is None
        if (
            value is None
            or not bare
            or value.kind not in ("number", "version")
            or value.approximation
        ):
            longer.append(name)
            continue
        last = at
        while value_at.get(last + 1) == value_at[at]:
            last += 1
        if (
            (last + 1 < len(found) and found[last + 1].folded in _COUNTED)
            or not text[found[at].start].isdigit()
            or text[found[name.last].end : found[at].start] != " "
        ):
            longer.append(name)
            continue
        figures = tuple(word.folded for word in found[at : last + 1])
        whole = text[found[name.first].start : found[last].end]
        longer.append(Name(name.words + figures, whole, name.first, last))
    return tuple(longer)


_COUNTED = word_set("times percent people years days metres meters kilometres kilometers")


def _span(text: str, found: tuple[Word, ...], value_at: dict[int, int], index: int) -> int | None:
    """Gives the index of the last word of the capitalised span that begins at a word, if one does."""
    if not found[index].capital or index in value_at:
        return None
    last = at = index
    while at + 1 < len(found):
        gap = text[found[at].end : found[at + 1].start]
        following = found[at + 1]
        if not _GAP.fullmatch(gap) or (gap[0] == "." and len(found[at].folded) > 2):
            break
        at += 1
        if following.capital and at not in value_at:
            last = at
        elif following.folded not in CONNECTORS or at - last > 2:
            break
    return last


def _is_name(
    found: tuple[Word, ...], first: int, last: int, language: str, common: Container[str]
) -> bool:
    """Tells a name from a word with a capital for another reason."""
    word = found[first]
    if first < last or (word.acronym and word.folded not in HONORIFICS):
        return True
    if word.folded in DEMONYMS or word.folded in HONORIFICS or len(word.folded) < 2:
        return False
    if language == "de":  # every noun has a capital
        return False
    return first > 0 or word.folded not in common
