"""Find values that a sentence, row or property states outright.

A question asks for a relation of a subject, such as the director of a film, a person's date of
birth, or the performer of a song. In a sentence, the subject, the words for the relation and all
candidates of the expected kind are masked, and a few patterns from a data file then match sentences
that state the relation. A table row or property states the relation if its label names the
relation, and its page or object is about the subject.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    SentencePattern,
    relevant_lines,
    seen,
    sentence_patterns,
    things,
)
from desktop_agent.evidence.extraction.relevance import about, has_shared_name
from desktop_agent.evidence.question.parser import relation_of
from desktop_agent.evidence.records import AnswerType, Document, Intent, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import (
    MASK,
    cleaned_artist,
    content_words,
    mask_match,
    masked,
    spans,
)
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table

_FILE = "extraction/values"
_EVENTS = "extraction/event_date"
_SONGS = "extraction/performer"
_PATTERNS = Patterns(_FILE)
_WORDS = Words(_FILE)

_VALUE = "\ue005"
_RELATION = "\ue006"
_BEFORE = re.compile(rf"([A-Z{MASK}][\w'{MASK}-]*|{_VALUE}+) \Z")
_AFTER = re.compile(rf"['\"]?(?: (?:of |von |de |du |van )?|-|: )[A-Z0-9{_VALUE}{MASK}]")
_ROW = 0.9
_SHARED_NAME = 0.25
"""Strength lost if others may have the same name (a note in the page's title)."""
_SEVERAL = 0.15
"""Strength lost if a row gives several dates, such as a premiere and two countries."""
_ELSEWHERE = 0.66
"""Highest strength of a sentence on a page about something else; one such page is not enough.

A sentence that begins with the subject or the value may be stronger, except for events. Births and
deaths are exempt, since pages about something else often give them in brackets."""

_NAMED = frozenset(("artist", "person", "other", "title"))
"""Kinds of values that a following noun would make a part of a longer name or an adjective."""

Spans = Callable[[str], Iterator[tuple[int, int]]]


class _Asked(NamedTuple):
    """A question, prepared for finding its answer in documents.

    ``marks`` select the patterns from ``file``; those for questions that name no relation (``In
    what country is ...?``) begin with ``bare_``. ``relation`` finds the words for the relation in
    flattened text, ``label`` matches the whole label of a row or property, and ``spans`` yields the
    candidates in flattened text.
    """

    file: str
    marks: frozenset[str]
    subject: str
    relation: re.Pattern[str]
    label: re.Pattern[str]
    spans: Spans


def find_values(reading: Reading, document: Document) -> Iterator[Mention]:
    """Yield the values that a document states for the relation that a question asks about.

    Questions whose answer changes with time, such as a population or a price, yield nothing,
    because a sentence does not say when it was written. Nor do yes-or-no questions.
    """
    asked = _asked(reading)
    if asked is not None:
        yield from _Values(reading, asked, document).found()


@lru_cache(maxsize=64)
def _asked(reading: Reading) -> _Asked | None:
    if reading.intent is Intent.EVENT_DATE:
        return _asked_event(reading)
    if reading.intent is Intent.PERFORMER:
        labels = Patterns(_SONGS).labels
        return _Asked(
            _SONGS, frozenset(("artist",)), reading.entity, _NOTHING, labels, _artist_in_cell
        )
    relation = relation_of(reading)
    if relation is None or reading.current or reading.answer_type is AnswerType.YES_NO:
        return None
    names = r"[ -]".join(rf"(?:{each})" for each in relation.names)
    places = (_PATTERNS.asks_country, _PATTERNS.asks_state)
    bare = not names and not any(each.search(reading.text) for each in places)
    if bare or _PATTERNS.changing.search(relation.asked):
        return None
    return _Asked(
        _FILE,
        frozenset((f"{'' if names else 'bare_'}{reading.answer_type.value}",)),
        relation.subject,
        re.compile(rf"(?i)(?<![\w-])(?:{names})(?![\w-])") if names else _NOTHING,
        re.compile(rf"(?i)(?:{names})(?:s|\(s\)| by)?") if names else _NOTHING,
        _spans_of(reading),
    )


def _asked_event(reading: Reading) -> _Asked:
    rest = re.sub(re.escape(reading.entity), " ", reading.text, flags=re.IGNORECASE)
    row = next(row for row in table(_EVENTS)["kinds"] if _is_asked(row, reading.detail, rest))
    verbs = expression(_EVENTS, row["verbs"])
    return _Asked(
        _EVENTS,
        frozenset(("event", row["name"])),
        reading.entity,
        re.compile(rf"(?i)(?<![\w-])(?:{verbs})(?![a-z])"),
        re.compile(expression(_EVENTS, row["labels"])),
        _dates,
    )


def _is_asked(row: Mapping[str, str], detail: str, rest: str) -> bool:
    if "asked" not in row:
        return row["name"] == detail
    return re.search(expression(_EVENTS, row["asked"]), rest, re.IGNORECASE) is not None


class _Values:
    """The values of a relation found in one document."""

    def __init__(self, reading: Reading, asked: _Asked, document: Document) -> None:
        self._asked = asked
        self._words = Patterns(asked.file)
        self._document = document
        self._event = "event" in asked.marks
        self._person = bool(asked.marks & {"born", "died"})
        self._artist = "artist" in asked.marks
        self._topic = about(document, asked.subject)
        self._shared = (self._person or not (self._event or self._artist)) and has_shared_name(
            document, reading.text
        )

    def found(self) -> Iterator[Mention]:
        rows: list[Mention] = []
        for line in relevant_lines(self._document, self._is_wanted):
            cells = list(dict.fromkeys(filter(None, line.cells)))
            if len(cells) == 2:
                rows.extend(self._in_row(line, *cells))
            elif len(cells) < 2 and line.place != "title":
                yield from self._in_sentence(line)
        if not self._artist or len({folded_name(row.value) for row in rows}) < 2:
            yield from rows  # several performers are a list of covers
        yield from self._in_data()

    def _is_wanted(self, text: str) -> bool:
        if self._event:
            return any(map(str.isdigit, text))
        names = self._asked.relation
        return names is _NOTHING or names.search(flat(text)) is not None

    def _seen(
        self, line: Line, span: tuple[int, int], pattern: str, strength: float
    ) -> Iterator[Mention]:
        """Yield a mention of the value at a span of the line's text, unless that is the subject."""
        text, day = line.text[slice(*span)], ""
        value = cleaned_artist(text) if self._artist else text.strip(" ,.\"'")
        if self._event:
            day = find_dates(flat(text))[0].iso
            value = day if len(day) == 4 else value
        if value and folded_name(value) != folded_name(self._asked.subject):
            yield seen(self._document, line, value, pattern, strength, day)

    # --- Rows and properties

    def _in_row(self, line: Line, label: str, cell: str) -> Iterator[Mention]:
        if self._topic or MASK in masked(line.heading, self._asked.subject):
            yield from self._in_cell(line, label, cell)

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            if folded_name(thing.name) != folded_name(self._asked.subject):
                continue
            if thing.kind in _WORDS.pages:  # its dates and authors are those of the page
                continue
            for name, value in thing.properties:
                label = re.sub(r"([a-z])([A-Z])", r"\1 \2", name.removesuffix(".name"))
                yield from self._in_cell(thing.line, label, value)

    def _in_cell(self, line: Line, label: str, cell: str) -> Iterator[Mention]:
        """Yield the value at the start of a labelled cell or, for an event, all its dates."""
        plain = re.sub(r"\(?\[.*$|\((?!s\)).*$", "", flat(label)).casefold().strip(" :*")
        if not self._asked.label.fullmatch(plain):
            return
        found = list(self._asked.spans(flat(cell)))
        if self._event:
            found = found[-1:] if "end" in self._asked.marks else found
        else:
            found = [span for span in found[:1] if not flat(cell)[: span[0]].strip(' "')]
        inner = Line(line.place, line.raw, cell, line.heading)
        strength = _ROW - (_SEVERAL if len(found) > 1 else 0)
        for span in found:
            yield from self._seen(inner, span, "row of the subject", strength)

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = self._masked(line.text)
        named = MASK in text
        if not (self._is_subject(text) if named else self._topic):
            return
        for pattern in sentence_patterns(self._asked.file):
            if ("alone" in pattern.marks) == named or not pattern.marks & self._asked.marks:
                continue
            match = pattern.regex.search(text) if pattern.needs.search(text) else None
            if match is not None and self._holds(text, match, pattern):
                strength = self._strength(match, pattern.strength)
                yield from self._seen(line, match.span("v"), pattern.name, strength)
                return

    def _is_subject(self, text: str) -> bool:
        """Return whether a masked sentence mentions the subject, not something with a similar name.

        The mention must not be part of a longer name. On pages about another subject, a single word
        is not enough, since it may also be the name of something else.
        """
        lone = len(content_words(self._asked.subject)) < 2
        if lone and not (self._topic or self._event or self._artist):
            return False
        for match in re.finditer(f"{MASK}+", text):
            before = _BEFORE.search(text[max(0, match.start() - 30) : match.start()])
            longer = before is not None and not _PATTERNS.no_value.fullmatch(before[1].casefold())
            if (self._event or not longer) and not _AFTER.match(text, match.end()):
                return True
        return False

    def _strength(self, match: re.Match[str], strength: float) -> float:
        strength -= _SHARED_NAME if self._shared else 0.0
        if self._topic or self._person or self._artist:
            return strength
        return min(strength, _ELSEWHERE) if self._event or match.start() > 1 else strength

    def _masked(self, sentence: str) -> str:
        """Return a flattened sentence with the subject, relation and candidates masked."""
        subject = self._asked.subject
        if self._artist:
            return _masked_song(sentence, subject)
        text = masked(sentence, subject, middle=self._person)
        if self._topic and MASK not in text:
            if self._person and " " in subject:
                surname = re.escape(flat(subject.split()[-1]))
                text = re.sub(rf"(?:^|(?<=[.,;a-z] )){surname}\b", mask_match, text)
            text = self._pronoun().sub(mask_match, text, count=1)
        text = self._asked.relation.sub(lambda match: _RELATION * len(match.group()), text)
        for start, end in self._asked.spans(text):
            text = f"{text[:start]}{_VALUE * (end - start)}{text[end:]}"
        return text

    def _pronoun(self) -> re.Pattern[str]:
        """Return a pattern for the pronouns that may refer to the subject of the page.

        Of ``he`` and ``she``, only the more frequent one on the page is included, or both if they
        are equally frequent.
        """
        text = f"{self._document.snippet} {self._document.text[:4000]}"
        he, she = (len(each.findall(text)) for each in (_PATTERNS.he, _PATTERNS.she))
        return (
            _PATTERNS.pronoun if he == she else _PATTERNS.not_she if he > she else _PATTERNS.not_he
        )

    def _holds(self, text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
        """Return whether a match states a complete value of the subject as a fact."""
        start, end = match.span("v")
        if self._words.breaks.search(match.groupdict().get("gap") or ""):
            return False
        verb = match.start("r") if match.groupdict().get("r") else match.start()
        if _PATTERNS.negated.search(text, max(0, verb - 24), verb):
            return False
        if self._asked.marks & _NAMED and self._words.runs_on.match(text, end):
            return False
        before = max(0, match.start() - 40)
        return "original" in pattern.marks or not self._words.refused.search(text, before, start)


def _masked_song(text: str, song: str) -> str:
    """Return flattened text with the song masked wherever it is capitalised or quoted."""
    plain = flat(text)
    for start, end in spans(plain, song):
        if not plain[start].islower() or plain[start - 1 : start] in ('"', "'"):
            plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


# --- Candidates of a kind in flattened text

_NOTHING = re.compile(r"(?!)")


def _spans_of(reading: Reading) -> Spans:
    """Return the function that yields candidates of the type that a question expects."""
    match reading.answer_type:
        case AnswerType.DATE:
            return _dates
        case AnswerType.NUMBER:
            pattern = _PATTERNS.count_value
            if _PATTERNS.asks_measure.search(reading.text):
                pattern = _PATTERNS.measure_value
        case AnswerType.PERSON:
            pattern = _PATTERNS.person_value
        case AnswerType.PLACE:
            pattern = _PATTERNS.place_value
            if _PATTERNS.asks_country.search(reading.text):
                pattern = _PATTERNS.country_value
            elif _PATTERNS.asks_state.search(reading.text):
                pattern = _PATTERNS.state_value
        case _:
            pattern = _PATTERNS.title_value
    return lambda text: (found.span(found.lastindex or 0) for found in pattern.finditer(text))


def _dates(text: str) -> Iterator[tuple[int, int]]:
    return ((found.start, found.end) for found in find_dates(text))


def _artist_in_cell(text: str) -> Iterator[tuple[int, int]]:
    if cleaned_artist(text):
        yield 0, len(text)
