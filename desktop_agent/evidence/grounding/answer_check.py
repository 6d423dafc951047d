"""Check that a written answer states the extracted value, and does not deny or replace it.

The text must contain the value, and the first statement that contains a name or date must give the
value as the answer. Names are first replaced with placeholders, so that a few patterns cover all
questions. The patterns and the words they use are in ``resources/evidence/grounding.toml``.
Doubtful answers are rejected, since a rejected answer is merely repaired or replaced with the
extracted answer.
"""

import re
from functools import cache, lru_cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.records import EvidencePack, Intent, Reading
from desktop_agent.evidence.text.dates import When, date_of, dates, find_dates, months, shown
from desktop_agent.evidence.text.fold import MARKS, marked_words, without_article, words
from desktop_agent.evidence.text.sentences import cut, statements
from desktop_agent.evidence.text.wordings import Patterns, expression, table

_PATTERNS = Patterns("grounding")
_VERSION = re.compile(r"\d+(?:\.\d+){1,5}[a-z\d]{0,12}")
_FUNCTION_WORDS = frozenset().union(*STOP_WORDS.values())
_MOST_SENTENCES = 400
_QUOTED = 120
"""Maximum length in characters of a sentence quoted in a reason."""

# --- Values in a text


def contains(text: str, value: str) -> bool:
    """Return whether the text contains a value as whole words, after folding both.

    A date matches the same date in any notation or a more precise date, but never a less precise
    date. A value that consists only of symbols must occur verbatim.
    """
    wanted, date = value_words(value)
    if not wanted:
        return value != "" and value in text
    present = words(text)
    if f" {' '.join(wanted)} " in f" {' '.join(present)} ":
        return True
    return date is not None and any(date.holds(found.when) for found in dates(text))


@lru_cache(maxsize=512)
def value_words(value: str) -> tuple[tuple[str, ...], When | None]:
    """Return a value's folded words without leading articles, and its date, or None."""
    every = words(value)
    return tuple(without_article(every)), date_of(value)


# --- Masking


class _Masks:
    """The names in a pack that are replaced with placeholders before a statement is judged.

    VALUE stands for the extracted value, OTHER for another candidate, date or version, DATE for a
    date that says nothing about the value, NUM for a less precise version, and NAME for any other
    capitalised name.
    """

    def __init__(self, pack: EvidencePack) -> None:
        self._value, self._date = value_words(pack.answer)
        value = f" {' '.join(self._value)} "
        others = set().union(*(_spellings(candidate.value) for candidate in pack.candidates))
        marks = {each: "OTHER" for each in others if f" {' '.join(each)} " not in value}
        marks |= dict.fromkeys(_spellings(pack.answer), "VALUE")
        self._phrases = sorted(marks.items(), key=lambda item: -len(item[0]))
        self._asked = frozenset(words(f"{pack.reading.text} {pack.reading.entity}"))

    def masked(self, statement: str) -> str:
        """Return a statement as folded words and placeholders, surrounded by spaces."""
        line: list[str] = []
        end = 0
        for date in find_dates(statement):
            if date.when.month:
                self._mark(statement[end : date.start], line)
                line.append(self._date_mark(date.when))
                end = date.end
        self._mark(statement[end:], line)
        return f" {' '.join(line)} "

    def _mark(self, text: str, line: list[str]) -> None:
        """Append the words and placeholders for text without dates to the line."""
        stream = marked_words(text)
        lower = "\n".join(stream).casefold().split("\n")
        at = 0
        while at < len(stream):
            starting = ((p, m) for p, m in self._phrases if p[0] == lower[at])
            named = ((p, m) for p, m in starting if tuple(lower[at : at + len(p)]) == p)
            phrase, mark = next(named, ((), ""))
            end = at + max(1, len(phrase))
            if not phrase:
                mark = self._word_mark(stream[at], lower[at], first=not line)
            if mark != "NAME" or line[-1:] != ["NAME"]:
                line.append(mark)
            at = end

    def _date_mark(self, date: When) -> str:
        value = self._date
        if value is None or (date.holds(value) and not value.holds(date)):
            return "DATE"
        return "VALUE" if value.holds(date) else "OTHER"

    def _word_mark(self, word: str, lower: str, *, first: bool) -> str:
        if lower in self._asked:
            return lower
        if _VERSION.fullmatch(lower) and _VERSION.fullmatch(self._value[0]):
            return "NUM" if self._value[0].startswith(f"{lower}.") else "OTHER"
        if word == lower or lower in months() or lower in MARKS or lower in _FUNCTION_WORDS:
            return lower
        return lower if first and lower in _starters() else "NAME"


def _spellings(value: str) -> set[tuple[str, ...]]:
    """Return a value's folded words, with and without punctuation."""
    plain, _ = value_words(value)
    marked = tuple(without_article([word.casefold() for word in marked_words(value)]))
    return {plain, marked} - {()}


@cache
def _starters() -> frozenset[str]:
    """Return words that are often capitalised at the start of a sentence but are not names."""
    cues = (cue for cue in table("grounding").values() if isinstance(cue, dict))
    every = (phrase for cue in cues for phrases in cue.values() for phrase in phrases)
    return frozenset(word for phrase in every for word in re.findall(r"[^\W\d_]{2,}", phrase))


# --- The verdict


def grounding_fault(text: str, pack: EvidencePack) -> str:
    """Return why a text does not state ``pack.answer`` as its answer, or "" if it does.

    The fault is a readable sentence for the user. A text that retracts the answer is at fault too.
    Headings, block quotes and source lists are ignored because they are not statements by the
    author. If there is no extracted answer, every text passes.
    """
    if not pack.answer:
        return ""
    value = shown(pack.answer)
    missing = f"The text doesn't mention {value}."
    if not value_words(pack.answer)[0]:  # symbols only: their role in a sentence cannot be judged
        return "" if contains(text, pack.answer) else missing
    masks = _Masks(pack)
    told = [(masks.masked(said), said) for said in statements(text)[:_MOST_SENTENCES]]
    told = [(_PATTERNS.harmless.sub(" ", line), said) for line, said in told]
    told = [(line, said) for line, said in told if not line.endswith(" ? ")]
    if not any(" VALUE " in line for line, _ in told):
        return missing
    named = False
    for line, said in told:
        fault = ""
        if " VALUE " in line or named:
            fault = _fault(line, pack, first=not named)
        elif _PATTERNS.rival_or_date.search(line):
            fault = "Its first statement does not name {value}"
        if fault:
            quoted = cut(" ".join(said.split()), _QUOTED)
            return f"{fault.format(value=value)}: \u201c{quoted}\u201d"
        named = named or " VALUE " in line
    return ""


def _fault(line: str, pack: EvidencePack, *, first: bool) -> str:
    """Describe the fault in a masked statement, or return "".

    ``first`` is true for the first statement with the value.
    """
    reading = pack.reading
    current = reading.current or reading.intent in (Intent.LATEST_ALBUM, Intent.LATEST_VERSION)
    if " VALUE " in line and _says(line, "denies"):
        return "It denies {value}, or names it only in passing"
    asked = _asked(reading)
    if _says(line, "replaces", asked) or (current and _says(line, "past", asked)):
        return "It gives another name in the place of {value}"
    if _says(line, "takes_back"):
        return "It takes {value} back"
    dated = reading.intent is Intent.EVENT_DATE  # a biography has other dates as well
    if first and not dated and _unexcused(line):
        return "It gives another name in the place of {value}"
    return ""


def _says(line: str, patterns: str, asked: str = "") -> bool:
    return any(pattern.search(line) for pattern in _compiled(patterns, asked))


@lru_cache(maxsize=128)
def _compiled(patterns: str, asked: str) -> tuple[re.Pattern[str], ...]:
    """Compile patterns in which ASKED stands for the alternatives ``asked``, if any."""
    texts = (expression("grounding", each) for each in table("grounding")[patterns])
    return tuple(re.compile(text.replace("ASKED", asked or "ASKED")) for text in texts)


def _asked(reading: Reading) -> str:
    """Return the words for the thing asked about, joined as regex alternatives."""
    known = set(words(reading.entity)) - set(words(reading.detail)) | _FUNCTION_WORDS
    asked = (word for word in words(f"{reading.text} {reading.detail}") if word not in known)
    return "|".join(map(re.escape, asked))


def _unexcused(line: str) -> bool:
    """Return whether a rival is named without any sign that it is not meant as the answer."""
    return any(
        not (
            _PATTERNS.excused_by_words_before.search(line[: found.end()])
            or _PATTERNS.excused_by_words_after.match(line[found.end() + 5 :])
        )
        for found in re.finditer(" (?=OTHER )", line)
    )
