"""Split a document into lines (title, relevant sentences, list items, table rows) and facts.

Each line has two forms: ``raw`` is the source text for quoting, and ``text`` has no Markdown.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import NamedTuple

from desktop_agent.core.markdown import blocks
from desktop_agent.core.research import PageFact
from desktop_agent.evidence.records import Document, Mention, MentionPlace
from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.sentences import LONGEST_SENTENCE, inline_text, page_sentences
from desktop_agent.evidence.text.wordings import expression, table, word_set

LOOKED_AT = 200_000
"""Maximum number of characters read per page. The main content comes before this limit."""

_MOST_LINES = 400
_MOST_SENTENCES = 100
"""Maximum number of lines searched per page, since longer pages repeat themselves."""

_ITALIC = re.compile(r"(?<![\w*\\])(\*|\*{3})([^\s*][^*\n]{0,150})(?<![\s\\])\1(?![\w*])")
_EMPHASIS = re.compile(r"\*{2,3}|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)")  # a lone * marks a birth
_CELL = re.compile(r"(?<!\\)\|")

Wanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, title, list item or table row. Only rows have ``cells``.

    The other fields describe the context and may be empty. ``heading`` is the nearest heading above
    the line, and ``above`` are its parent headings, outermost first. ``header`` is the first row of
    the same table.
    """

    place: MentionPlace
    raw: str
    text: str
    heading: str = ""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    item: bool = False
    above: tuple[str, ...] = ()


def plain(raw: str) -> str:
    """Strip Markdown, and put italic text in quotes, since it is often a title."""
    text = inline_text(_ITALIC.sub(r'"\2"', raw))
    return " ".join(_EMPHASIS.sub("", text).split())


def relevant_lines(
    document: Document, wanted: Wanted, wanted_row: Wanted | None = None
) -> list[Line]:
    """Return the title, the ``wanted`` sentences, items and rows up to a limit, and table facts.

    ``wanted`` is called with lower-case text: first with a whole paragraph, then with each of its
    sentences. For table rows and list items, the heading is prepended to the text. ``wanted_row``,
    if given, replaces ``wanted`` for table rows.
    """
    title = Line("title", document.title, document.title.strip())
    snippet = (Line("snippet", raw, plain(raw)) for raw in _sentences(document.snippet, wanted))
    text = _text_lines(document.text[:LOOKED_AT], wanted, wanted_row or wanted)
    tables = (_as_row(fact) for fact in document.facts if fact.origin == "table")
    return [title, *snippet, *islice(text, _MOST_LINES), *islice(tables, _MOST_LINES)]


def _as_row(fact: PageFact) -> Line:
    cells = (fact.name.strip(), fact.value.strip())
    raw = " | ".join(part for part in (fact.subject, *cells) if part)
    return Line("data", raw[:700], raw[:700], fact.subject.strip(), cells)


def _text_lines(text: str, wanted: Wanted, wanted_row: Wanted) -> Iterator[Line]:
    header: tuple[str, ...] = ()
    left = _MOST_SENTENCES
    for block in blocks(text):
        *above, heading = block.headings + block.above or ("",)
        raw = text[block.start : block.end]
        if block.kind == "row":
            rows = [raw[: 3 * LONGEST_SENTENCE]]
            if block.header != header:
                header = block.header
                rows.insert(0, f"| {' | '.join(header)} |")
            for row in rows:
                if wanted_row(f"{heading} {' '.join(header)} {row}".lower()):
                    yield _row(row, heading, tuple(above), header)
        elif block.kind == "item":
            if wanted(f"{heading} {raw}".lower()):
                raw = raw[:LONGEST_SENTENCE]
                yield Line("text", raw, plain(raw), heading, item=True, above=tuple(above))
        else:
            for sentence in islice(_sentences(raw, wanted), left):
                left -= 1
                yield Line("text", sentence, plain(sentence), heading)


def _row(row: str, heading: str, above: tuple[str, ...], header: tuple[str, ...]) -> Line:
    inner = row.strip().removeprefix("|").removesuffix("|")
    cells = tuple(map(plain, _CELL.split(inner)))
    return Line("text", row, " | ".join(cells), heading, cells, header, above=above)


def _sentences(raw: str, wanted: Wanted) -> Iterator[str]:
    for line in raw.splitlines() if wanted(raw.lower()) else ():
        yield from (each for each in page_sentences(line) if wanted(each.lower()))


def has_any(keys: Iterable[str]) -> Wanted:
    """Return a predicate that tests for any of the keys, ignoring accents but not case."""
    found = re.compile("|".join(re.escape(flat(key)) for key in keys)).search
    return lambda text: found(flat(text)) is not None


def seen(
    document: Document, line: Line, value: str, pattern: str, strength: float, date: str = ""
) -> Mention:
    """Return a mention of a value in a line; the date defaults to that of the document."""
    return Mention(
        value=value,
        source=document.number,
        place=line.place,
        pattern=pattern,
        strength=round(strength, 3),
        quote=line.raw.strip(),
        date=date or document.date[:10],
    )


class SentencePattern(NamedTuple):
    """A pattern for sentences that mention a value, read from ``[[patterns]]`` in a data file.

    ``needs`` is a cheap pre-check that must match first. ``marks`` are tags for the pattern's
    purpose, defined by the finder for each kind of value.
    """

    name: str
    strength: float
    regex: re.Pattern[str]
    needs: re.Pattern[str]
    marks: frozenset[str]


@cache
def sentence_patterns(file: str) -> tuple[SentencePattern, ...]:
    """Return the sentence patterns defined in ``resources/evidence/<file>``."""
    return tuple(
        SentencePattern(
            row["name"],
            row["strength"],
            re.compile(expression(file, row["regex"])),
            re.compile(expression(file, row.get("needs", ""))),
            word_set(row.get("marks", "")),
        )
        for row in table(file)["patterns"]
    )


_MOST_MATCHES = 6
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""


def pattern_matches(file: str, text: str) -> Iterator[tuple[SentencePattern, re.Match[str]]]:
    """Yield the matches of a file's patterns in a flattened sentence."""
    low = text.lower()
    for pattern in sentence_patterns(file):
        if pattern.needs.search(low):
            for match in islice(pattern.regex.finditer(text), _MOST_MATCHES):
                yield pattern, match


# --- Facts of a page, grouped by subject


class Thing(NamedTuple):
    """A JSON-LD object with its type, name and properties, and a quotable line."""

    kind: str
    name: str
    properties: tuple[tuple[str, str], ...]
    line: Line

    def all(self, *names: str) -> tuple[str, ...]:
        """Return the values of the named properties, in the order of the names."""
        return tuple(value for name in names for own, value in self.properties if own == name)


def things(document: Document) -> Iterator[Thing]:
    """Yield the JSON-LD objects of a page."""
    gathered: dict[str, list[tuple[str, str]]] = {}
    for fact in document.facts:
        if fact.origin == "json_ld":
            gathered.setdefault(fact.subject, []).append((fact.name, fact.value.strip()))
    for subject, properties in gathered.items():
        kind, _, name = subject.partition(": ")
        name = (name or dict(properties).get("name", "")).strip()
        told = "; ".join(": ".join(each) for each in properties[:12])
        line = Line("data", f"{kind}: {name}; {told}"[:400], name)
        yield Thing(kind.strip(), name, tuple(properties), line)
