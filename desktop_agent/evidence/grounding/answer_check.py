"""Check that a written answer affirms the extracted value.

Sentences are masked first: placeholders replace the value, its rivals and other names. The rules in
`affirmation` therefore deal only with roles (``VALUE is not``), not with names.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.grounding.affirmation import (
    Roles,
    Stance,
    rest_of,
    rival_before,
    rival_in_place,
    rival_unexcused,
    roles_of,
    stance,
    starters,
    takes_back,
)
from desktop_agent.evidence.records import EvidencePack, Intent
from desktop_agent.evidence.text.dates import MONTHS, DateAt, When, date_of, dates_in, shown
from desktop_agent.evidence.text.fold import BREAK, MARKS, marked_words, without_article, words
from desktop_agent.evidence.text.markdown_to_text import cut
from desktop_agent.evidence.text.sentences import statements

_END = "¶"
_VERSION = re.compile(r"\d+(?:\.\d+){1,5}[a-z\d]{0,12}")
_YEAR = re.compile(r"[12]\d{3}")
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())
_KNOWN_SOURCES = """wikipedia wikidata musicbrainz discogs spotify apple music bandcamp genius billboard allmusic
    youtube google github pypi npm britannica reuters bbc guardian nytimes imdb web internet"""
_SUBSTANCE = frozenset({"VALUE", "OTHER", "NAME", "DATE", "NUM", "ALIAS"})
_MOST_SENTENCES = 400
_ALIAS_INTENTS = (Intent.PERFORMER, Intent.TITLE_HOLDER)
_ALIAS_LETTERS = 4

Phrase = tuple[str, ...]

# --- Values in a text


def contains(text: str, value: str) -> bool:
    """Return whether a text contains a value as whole words, after folding both.

    A date matches the same date in any notation, and any more precise date, but never a less
    precise one. A value that consists only of symbols must occur verbatim.
    """
    wanted, date = value_words(value)
    if not wanted:
        return _holds_signs(text, value)
    present = words(text)
    if f" {' '.join(wanted)} " in f" {' '.join(present)} ":
        return True
    return date is not None and any(date.holds(span.when) for span in dates_in(present))


@lru_cache(maxsize=512)
def value_words(value: str) -> tuple[Phrase, When | None]:
    """Return the words of a value without a leading article, and its date or None."""
    every = words(value)
    return tuple(without_article(every)), date_of(value, every)


def _holds_signs(text: str, value: str) -> bool:
    signs = "".join(unicodedata.normalize("NFKC", value).split())
    if not signs:
        return False
    pattern = rf"(?<!\w){re.escape(signs)}(?!\w)"
    return re.search(pattern, unicodedata.normalize("NFKC", text)) is not None


# --- Masking


@dataclass(frozen=True, slots=True)
class Masked:
    """A masked sentence, as folded words and placeholders.

    ``line`` starts and ends with a space. Its placeholders are in capitals: VALUE, ALIAS (the
    value's family name), OTHER (a rival, which is another candidate, date or version), NAME (any
    other capitalised name), DATE and NUM. ``asserts`` is true if the sentence names something that
    the question does not. ``raw`` is the original sentence, or "" if it could not be aligned.
    """

    line: str
    asserts: bool
    raw: str = ""

    @property
    def asks(self) -> bool:
        return self.line.endswith(" ? ")


class Masks:
    """Replaces the phrases of an evidence pack in a text with placeholders."""

    def __init__(self, pack: EvidencePack) -> None:
        self._value, self._date = value_words(pack.answer)
        self._phrases: dict[str, list[tuple[Phrase, str]]] = {}
        self._version = len(self._value) == 1 and _VERSION.fullmatch(self._value[0]) is not None
        self._asked = frozenset(words(f"{pack.reading.text} {pack.reading.entity}"))
        self._starters = starters()
        self._sources = _source_names(pack)
        self._plain: set[str] = set()
        self._add_phrases(pack)

    def masked(self, text: str) -> list[Masked]:
        """Mask the sentences of a Markdown text. A name may extend across a full stop."""
        sentences = statements(text)[:_MOST_SENTENCES]
        stream = marked_words(BREAK.join(sentences))
        casual = "".join(stream).islower()
        cased = text.isascii() and not casual
        lines = self._lines(stream)
        raws = sentences if len(sentences) == len(lines) else [""] * len(lines)
        return [
            Masked(f" {' '.join(line)} ", self._asserts(line, casual=casual, cased=cased), raw)
            for line, raw in zip(lines, raws, strict=True)
        ]

    def _lines(self, stream: list[str]) -> list[list[str]]:
        """Return the words of each sentence, with each run of names merged into one placeholder."""
        lower = "\n".join(stream).casefold().split("\n")
        dates = {span.start: span for span in dates_in(lower)}
        lines: list[list[str]] = [[]]
        index, first, in_name = 0, True, False
        while index < len(stream):
            word = stream[index]
            if word in self._plain:  # the usual case: a lower-case word seen before
                lines[-1].append(word)
                index, first, in_name = index + 1, False, False
            elif word in MARKS:
                first = word == _END or first
                lines.append([]) if word == _END else lines[-1].append(word)
                index, in_name = index + 1, False
            else:
                index, mark = self._mark_at(stream, lower, index, dates, first=first)
                if mark != "NAME" or not in_name:
                    lines[-1].append(mark)
                first, in_name = False, mark == "NAME"
        return lines

    def _mark_at(
        self,
        stream: list[str],
        lower: list[str],
        index: int,
        dates: Mapping[int, DateAt],
        *,
        first: bool,
    ) -> tuple[int, str]:
        """Return the end and the replacement of the phrase or word at ``index``."""
        if span := dates.get(index):
            return span.end, self._date_mark(span.when)
        if phrase := self._phrase_at(lower, index):
            return phrase
        return index + 1, self._word_mark(stream[index], lower[index], first=first)

    def _asserts(self, line: list[str], *, casual: bool, cased: bool) -> bool:
        if not _SUBSTANCE.isdisjoint(line):
            return True
        return not cased and any(self._tells(mark, casual=casual) for mark in line)

    def _word_mark(self, word: str, lower: str, *, first: bool) -> str:
        if lower in self._asked:
            return lower
        if lower[0].isdigit():
            return self._number_mark(lower)
        if word == lower and lower not in MONTHS and lower not in self._phrases:
            self._plain.add(lower)
        if word == lower or lower in self._sources or lower in MONTHS:
            return lower
        plain = lower in _FUNCTION_WORDS or (first and lower in self._starters)
        return lower if plain else "NAME"

    def _number_mark(self, word: str) -> str:
        if self._version and _VERSION.fullmatch(word):
            own = self._value[0]
            return "NUM" if own.startswith(f"{word}.") else "OTHER"
        if self._date and not self._date.month and _YEAR.fullmatch(word):
            return "OTHER"
        return "NUM"

    def _date_mark(self, date: When) -> str:
        if self._date is None:
            return "DATE"
        if self._date.holds(date):
            return "VALUE"
        return "DATE" if date.holds(self._date) else "OTHER"

    def _phrase_at(self, lower: list[str], index: int) -> tuple[int, str] | None:
        for phrase, mark in self._phrases.get(lower[index], ()):
            end = _end_of(phrase, lower, index)
            if end:
                return end, mark
        return None

    def _tells(self, mark: str, *, casual: bool) -> bool:
        """Return whether a word adds to the question, in text where capitals do not mark names."""
        caseless = not mark.isascii() and mark.lower() == mark.upper() and mark[0].isalpha()
        if not (casual or caseless) or mark in MARKS:
            return False
        return not (mark in self._asked or mark in _FUNCTION_WORDS or mark in self._starters)

    def _add_phrases(self, pack: EvidencePack) -> None:
        self._add(self._value, "VALUE")
        for candidate in pack.candidates:
            phrase = value_words(candidate.value)[0]
            within = f" {' '.join(phrase)} " in f" {' '.join(self._value)} "
            if phrase and not within and not set(phrase) <= self._asked:
                self._add(phrase, "OTHER")
        if pack.reading.intent in _ALIAS_INTENTS and len(self._value) > 1:
            family = self._value[-1]
            if len(family) >= _ALIAS_LETTERS and family not in self._asked:
                self._add((family,), "ALIAS")
        for phrases in self._phrases.values():
            phrases.sort(key=lambda entry: -len(entry[0]))

    def _add(self, phrase: Phrase, mark: str) -> None:
        if phrase:
            self._phrases.setdefault(phrase[0], []).append((phrase, mark))


def _end_of(phrase: Phrase, lower: Sequence[str], index: int) -> int:
    """Return the end of a phrase at ``index``, ignoring punctuation, or 0 if it is not there."""
    for word in phrase:
        while index < len(lower) and lower[index] in MARKS and word != phrase[0]:
            index += 1
        if index >= len(lower) or lower[index] != word:
            return 0
        index += 1
    return index


def _source_names(pack: EvidencePack) -> frozenset[str]:
    """Return host name labels and other words by which an answer may refer to its sources."""
    hosts = (urlsplit(document.url).hostname or "" for document in pack.documents)
    labels = {label for host in hosts for label in host.split(".")}
    return frozenset(labels.union(_KNOWN_SOURCES.split()))


# --- The verdict on a written answer
#
# A text that contains the value may still deny it: "GUTS was the earlier one, it is SOUR". If in
# doubt, the rules reject a text, since it is then merely replaced by the extracted answer.

_QUOTED = 120
"""Maximum length in characters of a sentence quoted in a reason."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """The verdict on a text; ``reason`` is a user-readable sentence, or "" if it is grounded."""

    ok: bool
    reason: str = ""


def ground(text: str, pack: EvidencePack) -> Grounding:
    """Check that a text states ``pack.answer`` as its answer and does not retract it.

    The first sentence that names anything must state the value as the answer. Headings, block
    quotes and source lists are ignored because they are not statements by the author. If there is
    no extracted answer, every text passes.
    """
    if not pack.answer:
        return Grounding(ok=True)
    value = shown(pack.answer)
    if not value_words(pack.answer)[0]:  # symbols only: their role in a sentence cannot be judged
        named = contains(text, pack.answer)
        return Grounding(named, "" if named else f"The text does not name {value}.")
    sentences = [sentence for sentence in Masks(pack).masked(text) if not sentence.asks]
    if not any("VALUE" in sentence.line for sentence in sentences):
        return Grounding(ok=False, reason=f"The text does not name {value}.")
    asserting = (index for index, sentence in enumerate(sentences) if sentence.asserts)
    if (first := next(asserting, None)) is None:
        return Grounding(ok=False, reason="The text names nothing in its own words.")
    roles = roles_of(pack.reading)
    if fault := _fault_of_first(sentences[first], roles, value):
        return Grounding(ok=False, reason=fault + _quoted(sentences[first]))
    for later in sentences[first + 1 :]:
        if takes_back(later.line, roles):
            return Grounding(ok=False, reason=f"It takes {value} back later{_quoted(later)}")
    return Grounding(ok=True)


def _fault_of_first(sentence: Masked, roles: Roles, value: str) -> str:
    line = sentence.line
    match stance(line):
        case Stance.ABSENT:
            return f"Its first statement does not name {value}"
        case Stance.DENIED:
            return f"It denies {value}"
        case Stance.PASSING:
            return f"It names {value} only in passing"
    if _rival_stands_in(line, roles):
        return f"It gives another name in the place of {value}"
    if roles.elsewhere.search(line):
        return f"It speaks of {value} as of the past, or as the answer to something else"
    if takes_back(rest_of(line), roles):
        return f"It names {value} and takes it back"
    return ""


def _rival_stands_in(line: str, roles: Roles) -> bool:
    if roles.done_by_rival(line) or rival_in_place(line, roles) or rival_before(line):
        return True
    return not roles.dated and rival_unexcused(line)  # a biography contains other dates as well


def _quoted(sentence: Masked) -> str:
    return f": “{cut(' '.join(sentence.raw.split()), _QUOTED)}”" if sentence.raw else "."
