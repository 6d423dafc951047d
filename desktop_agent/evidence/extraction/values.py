"""Find values for general questions where a sentence, row or property states them outright.

A question is read as a relation and its subject (see `question.parser`). In a sentence, the
subject, the words for the relation and all candidates of the expected type are masked. A few
patterns from a data file then match sentences that state the relation. A table row or a property
states the relation if its label names the relation, and its page or object is about the subject.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    relevant_lines,
    seen,
    things,
)
from desktop_agent.evidence.extraction.relevance import about, has_shared_name
from desktop_agent.evidence.question.parser import Relation, relation_of
from desktop_agent.evidence.records import AnswerType, Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.fold import flat, folded_name, folded_words
from desktop_agent.evidence.text.names import MASK, content_words, mask_match, masked
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table

_FILE = "extraction/values"
_PATTERNS = Patterns(_FILE)
_WORDS = Words(_FILE)

_VALUE = "\ue005"
_RELATION = "\ue006"
_BEFORE = re.compile(rf"([A-Z][\w'-]*|{_VALUE}+) \Z")
_AFTER = re.compile(rf"(?: |-|: )[A-Z0-9{_VALUE}]")
_DESCRIBED = re.compile(rf"(?: [a-z]+){{1,2}} {_VALUE}")
_SHARED_NAME = 0.25
"""Strength lost if others may have the same name (a note in the page's title or a lone surname)."""
_UNREAD = frozenset((AnswerType.YES_NO,))


def find_values(reading: Reading, document: Document) -> Iterator[Mention]:
    """Yield the values that a document states for the relation that a question asks about.

    Questions whose answer changes with time, such as a population or a price, yield nothing,
    because a sentence does not say when it was written. Yes-or-no questions yield nothing either.
    """
    relation = relation_of(reading)
    if relation is not None and not reading.current and reading.answer_type not in _UNREAD:
        yield from _Values(reading, relation, document).found()


class _Values:
    """Finds the value of a relation in one document."""

    def __init__(self, reading: Reading, relation: Relation, document: Document) -> None:
        self._reading = reading
        self._kind = reading.answer_type
        self._relation = relation
        self._document = document
        self._topic = about(document, relation.subject)
        self._named = _relation_pattern(relation.names)
        self._shared = has_shared_name(document, reading.text)

    def found(self) -> Iterator[Mention]:
        names = self._named
        wanted = (
            (lambda text: names.search(flat(text)) is not None) if self._relation.names else None
        )
        for line in relevant_lines(self._document, wanted or (lambda _: True)):
            if line.cells:
                yield from self._in_row(line)
            elif line.place != "title":
                yield from self._in_sentence(line)
        yield from self._in_data()

    # --- Rows and properties

    def _in_row(self, line: Line) -> Iterator[Mention]:
        heading = masked(line.heading, self._relation.subject)
        if len(line.cells) != 2 or not (self._topic or MASK in heading):
            return
        if self._is_label(line.cells[0]) and (value := self._whole(line.cells[1])):
            yield seen(self._document, line, value, "row of the subject", 0.85)

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            if folded_name(thing.name) != folded_name(self._relation.subject):
                continue
            for name, value in thing.properties:
                label = re.sub(r"([a-z])([A-Z])", r"\1 \2", name.removesuffix(".name"))
                if self._is_label(label) and (whole := self._whole(value)):
                    yield seen(self._document, thing.line, whole, "property of the subject", 0.85)

    def _is_label(self, label: str) -> bool:
        text = self._named.sub("", flat(label).casefold().strip(" :*"))
        return bool(self._relation.names) and not text.replace("by", "").strip(" ()s")

    def _whole(self, cell: str) -> str:
        """Return the candidate at the start of a cell, or "" if there is none."""
        text = flat(cell).strip()
        start, end = next(self._spans(text), (1, 1))
        return cell.strip()[start:end] if not start else ""

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = self._masked(line.text)
        if MASK not in text or not _has_whole_subject(text):
            return
        if not self._topic and len(content_words(self._relation.subject)) < 2:
            return  # something else may have the same name
        for pattern in _sentence_patterns():
            match = pattern.regex.search(text) if self._applies(pattern) else None
            if match is None or not self._holds(text, match):
                continue
            value = line.text[match.start("v") : match.end("v")].strip(" ,.\"'")
            if " " not in value and _DESCRIBED.match(text, match.end("v")):
                continue  # an adjective before a profession and a name
            vague = self._kind is AnswerType.PERSON and " " not in value  # a surname at most
            less = _SHARED_NAME if self._shared or vague else 0.0
            yield seen(self._document, line, value, pattern.name, pattern.strength - less)
            return

    def _masked(self, sentence: str) -> str:
        """Return a flattened sentence with the subject, the relation and the candidates masked."""
        text = masked(sentence, self._relation.subject)
        if self._topic and MASK not in text:
            text = _PATTERNS.pronoun.sub(mask_match, text, count=1)
        text = self._named.sub(lambda match: _RELATION * len(match.group()), text)
        for start, end in self._spans(text):
            text = f"{text[:start]}{_VALUE * (end - start)}{text[end:]}"
        return text

    def _applies(self, pattern: "_Pattern") -> bool:
        """Return whether a pattern fits the type of the answer and the relation.

        A bare pattern is for relations without a name ("where is ..."). It applies only if the
        question asks for a country or state.
        """
        if self._kind.value not in pattern.types or pattern.bare == bool(self._relation.names):
            return False
        asks = (_PATTERNS.asks_country, _PATTERNS.asks_state)
        return not pattern.bare or any(each.search(self._reading.text) for each in asks)

    def _holds(self, text: str, match: re.Match[str]) -> bool:
        """Return whether a match is unbroken, complete and within the question's restrictions."""
        if _PATTERNS.breaks.search(match.groupdict().get("gap") or ""):
            return False
        if _PATTERNS.joined.search(text[max(0, match.start("v") - 10) : match.start("v")]):
            return False
        if _PATTERNS.goes_on.match(text, match.end("v")):
            return False
        said = folded_words(f"{text} {self._document.title}")
        return all(each in said for each in self._relation.narrowing)

    # --- Candidates

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the spans of candidates of the expected type in flattened text."""
        match self._kind:
            case AnswerType.DATE:
                yield from ((found.start, found.end) for found in find_dates(text))
            case AnswerType.NUMBER:
                measure = _PATTERNS.asks_measure.search(self._reading.text) is not None
                for found in _PATTERNS.number.finditer(text):
                    if found["unit"] or not measure:
                        yield found.span() if measure else (found.start(), _before_unit(found))
            case AnswerType.PERSON:
                yield from _names(_PATTERNS.person_run, text)
            case AnswerType.PLACE:
                yield from self._places(text)
            case _:
                yield from (found.span(1) for found in _PATTERNS.quoted.finditer(text))
                yield from _names(_PATTERNS.name_run, text)

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield countries or states if they are asked for, otherwise names that are neither."""
        for asks, run in (("asks_country", "country_run"), ("asks_state", "state_run")):
            if getattr(_PATTERNS, asks).search(self._reading.text):
                yield from (found.span() for found in getattr(_PATTERNS, run).finditer(text))
                return
        for start, end in _names(_PATTERNS.name_run, text):
            if not any(
                run.fullmatch(text, start, end)
                for run in (_PATTERNS.country_run, _PATTERNS.state_run)
            ):
                yield start, end


def _before_unit(found: re.Match[str]) -> int:
    """Return the end of a number without its unit, which the question already names."""
    return found.start("unit") if found["unit"] else found.end()


def _has_whole_subject(text: str) -> bool:
    """Return whether the masked subject occurs at least once outside a longer name."""
    for match in re.finditer(f"{MASK}+", text):
        before = _BEFORE.search(text[max(0, match.start() - 30) : match.start()])
        longer = before is not None and before[1].casefold() not in _WORDS.no_value
        if not longer and not _AFTER.match(text, match.end()):
            return True
    return False


def _names(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    for found in pattern.finditer(text):
        start, end = found.span()
        first = text[start:end].partition(" ")[0]
        if first.casefold() in _WORDS.no_value:
            start += len(first) + 1
        if start >= end or _PATTERNS.adjective.match(text, start):
            continue
        yield start, end


class _Pattern:
    """A pattern for masked sentences, read from the data file."""

    def __init__(self, row: dict[str, object]) -> None:
        self.name = str(row["name"])
        self.types = frozenset(str(row["types"]).split())
        self.strength = float(str(row["strength"]))
        self.bare = bool(row.get("bare", False))
        self.regex = re.compile(expression(_FILE, str(row["regex"])))


@cache
def _sentence_patterns() -> tuple[_Pattern, ...]:
    return tuple(_Pattern(row) for row in table(_FILE)["patterns"])


@lru_cache(maxsize=64)
def _relation_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    if not names:
        return re.compile(r"(?!)")
    words = r"[ -]".join(rf"(?:{each})" for each in names)
    return re.compile(rf"(?i)(?<![\w-])(?:{words})(?![\w-])")
