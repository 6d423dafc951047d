"""Parse a sentence into words, names, values, clauses and negations for comparison."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from desktop_agent.evidence.claims.numbers_and_dates import Value, values
from desktop_agent.evidence.text.fold import Word, function_words, word_spans
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("claims/statement")
_PATTERNS = Patterns("claims/statement")
_SYNONYMS = Words("text/synonyms")

# --- Negations


def _negates(words: Sequence[Word], index: int) -> bool:
    word = words[index].folded
    if word in _WORDS.no:
        # "no" is a negation in Spanish and English, but not in "no. 5"
        following = words[index + 1].folded if index + 1 < len(words) else ""
        return not following.isdigit() and f"no/{following}" not in _WORDS.not_a_negation
    later = [other.folded for other in words[index + 1 : index + 6]]
    if word in _WORDS.short_of:
        return _falls_short(word, words[index - 1].folded if index else "", later)
    if word not in _WORDS.negations:
        return False
    if later and f"{word}/{later[0]}" in _WORDS.not_a_negation:
        return False
    return "until" not in later


def _falls_short(word: str, before: str, later: Sequence[str]) -> bool:
    """Return whether a word says that something did not happen ("yet to", "almost recovered")."""
    if word == "yet":
        return before in _WORDS.have and later[:1] == ["to"]
    if word == "close":
        return before in _WORDS.come and later[:1] == ["to"]
    return bool(later) and (later[0].endswith("ed") or later[0] in _WORDS.done)


_CELL = re.compile(r"\|")

_MOST_VALUES = 60
_GAP = re.compile(r"[ \u00a0]{1,3}|-|\.[ ]?|\s")


@dataclass(frozen=True, slots=True)
class Name:
    """A name: a run of capitalised words, from index ``first`` to ``last`` (inclusive)."""

    words: tuple[str, ...]
    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or table row, parsed for comparison.

    ``clauses`` holds the clause number of each word, counted from 0. ``value_at`` maps the index of
    each word within a value to the index of that value in ``values``. If the statement is a
    ``row``, each clause is a cell with its column title.
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
        """Return the index of the first word that ends after a position.

        If there is no such word, return the index of the last word.
        """
        for index, word in enumerate(self.words):
            if word.end > position:
                return index
        return max(0, len(self.words) - 1)

    def clause_of(self, value: Value) -> int:
        return self.clauses[self.index_at(value.start)] if self.words else 0


def statement(
    text: str, language: str, common: Container[str] = (), *, row: bool = False
) -> Statement:
    """Parse a sentence given as plain text without markup.

    ``common`` contains words that occur elsewhere in lower case. At the beginning of a sentence,
    these words are not taken for names.
    """
    found = word_spans(text)
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
    named = {at for name in names for at in range(name.first, name.last + 1)}
    denying = tuple(
        at
        for at, word in enumerate(found)
        if _negates(found, at)
        and (word.folded == "non" or text[word.end : word.end + 1] != "-")
        and at not in named
    )
    return Statement(
        text,
        found,
        names,
        said,
        _clauses(text, found, said, _CELL if row else _PATTERNS.clause_end),
        value_at,
        denying,
        # "May" is a month
        tuple(at for at, w in enumerate(found) if w.folded in _WORDS.unsure and not w.capital),
        tuple(at for at, word in enumerate(found) if word.folded in _WORDS.restricting),
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
        # a title, or the function word that opened the sentence, is not part of the name
        while first <= last and (
            (found[first].folded in stop and not found[first].acronym)
            or (found[first].folded in _SYNONYMS.honorifics and first < last)
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
    """Extend names to include numbers that directly follow them: Apollo 11 is not Apollo 12."""
    longer: list[Name] = []
    for name in names:
        at = name.last + 1
        value = said[value_at[at]] if at in value_at else None
        number = value.number if value is not None and not value.approximation else None
        if number is None or number.unit is not None or number.kind not in ("number", "version"):
            longer.append(name)
            continue
        last = at
        while value_at.get(last + 1) == value_at[at]:
            last += 1
        counts = last + 1 < len(found) and found[last + 1].folded in _WORDS.counted
        gap = text[found[name.last].end : found[at].start]
        if counts or gap != " " or not text[found[at].start].isdigit():
            longer.append(name)
            continue
        figures = tuple(word.folded for word in found[at : last + 1])
        whole = text[found[name.first].start : found[last].end]
        longer.append(Name(name.words + figures, whole, name.first, last))
    return tuple(longer)


def _span(text: str, found: tuple[Word, ...], value_at: dict[int, int], index: int) -> int | None:
    """Return the index of the last word in the capitalised span from ``index`` on, or None."""
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
        elif following.folded not in _WORDS.connectors or at - last > 2:
            break
    return last


def _is_name(
    found: tuple[Word, ...], first: int, last: int, language: str, common: Container[str]
) -> bool:
    """Return whether a capitalised span is a name; it may be capitalised for another reason."""
    word = found[first]
    if first < last or (word.acronym and word.folded not in _SYNONYMS.honorifics):
        return True
    if (
        word.folded in _SYNONYMS.demonyms
        or word.folded in _SYNONYMS.honorifics
        or len(word.folded) < 2
    ):
        return False
    if language == "de":  # every noun has a capital
        return False
    return first > 0 or word.folded not in common
