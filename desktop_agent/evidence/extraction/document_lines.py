"""Split a document into lines (title, relevant sentences, list items, table rows) and facts.

Each line has two texts: ``raw`` is the source text for quoting, and ``text`` has no Markdown.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from desktop_agent.core.research import PageFact
from desktop_agent.evidence.records import Document, Mention, MentionPlace
from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.sentences import LONGEST_SENTENCE, page_sentences
from desktop_agent.evidence.text.wordings import expression, table, word_set

LOOKED_AT = 200_000
"""Maximum number of characters read per page. The main content comes before this limit."""


_IMAGE = re.compile(r"!\[[^\[\]]{0,300}\]\([^()\s]{0,1000}(?:\s[^()]{0,200})?\)")
_LINK = re.compile(
    r"\[([^\[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s[^()]{0,200})?\)"
)
_NOTE = re.compile(r"\\?\[(?:\^[\w-]{1,40}|\d{1,3}|[a-z]|note \d{1,2}|citation needed)\\?\]")
_EMPHASIS = re.compile(
    r"(?<![\w*\\])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_\n]{1,150})(?<![\s\\])\1(?![\w*])"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKS = re.compile(r"[*_\[`\\~]")
_CELL = re.compile(r"(?<!\\)\|")
_BULLET = re.compile(r"^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+")
_RULE = re.compile(r"[\s|:-]*")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, title, list item or table row. Only rows have ``cells``.

    The other fields describe the context and may be empty. ``heading`` is the nearest heading above
    the line, and ``section`` consists of the headings above that heading, separated by ">".
    ``header`` is the first row of the same table.
    """

    place: MentionPlace
    raw: str
    text: str
    heading: str = ""
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    item: bool = False
    section: str = ""


def plain(raw: str) -> str:
    """Strip inline Markdown and footnote marks, and put emphasised text in quotes."""
    if not _MARKS.search(raw):
        return raw.strip()
    text = _LINK.sub(r"\1", _IMAGE.sub("", raw))
    text = _NOTE.sub("", text)
    text = _EMPHASIS.sub(_quoted, text)
    text = _ESCAPE.sub(r"\1", text)
    return text.replace("`", "").replace("**", "").strip()


def _quoted(match: re.Match[str]) -> str:
    inner = match.group(2)
    quoted = match.string[match.start() - 1 : match.start()] in _OPENING if match.start() else False
    return inner if quoted or inner[0] in _OPENING else f'"{inner}"'


_OPENING = "\"'\u201c\u201e\u00ab"


def lines_of(
    document: Document,
    wanted: Callable[[str], bool],
    wanted_row: Callable[[str], bool] | None = None,
) -> Iterator[Line]:
    """Yield the title, and the ``wanted`` sentences, items and rows of the snippet and the text.

    ``wanted`` is called with lower-case text: first with a whole paragraph, then with each of its
    sentences. For table rows and list items, the heading is prepended to the text. If
    ``wanted_row`` is given, it is called instead for table rows and headings.
    """
    if document.title:
        yield Line("title", document.title, document.title.strip()[:LONGEST_SENTENCE])
    yield from _paragraph("snippet", document.snippet[:4000], "", wanted)
    yield from _text_lines(document.text[:LOOKED_AT], wanted, wanted_row or wanted)


def _paragraph(
    place: Literal["snippet", "text"], raw: str, heading: str, wanted: Callable[[str], bool]
) -> Iterator[Line]:
    for each in page_sentences(raw):
        if wanted(each.lower()):
            yield Line(place, each, plain(each), heading)


def _text_lines(
    text: str, wanted: Callable[[str], bool], wanted_row: Callable[[str], bool]
) -> Iterator[Line]:
    heading = section = ""
    path: dict[int, str] = {}
    header: tuple[str, ...] = ()
    for raw in text.splitlines():
        if not raw or raw.isspace():
            header = ()
        elif raw.startswith("#") or _LONE_LABEL.fullmatch(raw):
            heading, header = plain(raw[:300].strip("#* :")), ()
            level = len(raw) - len(raw.lstrip("#")) or _LABEL_LEVEL
            path = {each: name for each, name in path.items() if each < level}
            section = " > ".join(path.values())
            path[level] = heading
            if wanted_row(heading.lower()):
                yield Line("text", raw[:LONGEST_SENTENCE].strip("# "), heading, heading)
        elif raw.startswith("|"):
            row = raw[: 3 * LONGEST_SENTENCE]
            if _RULE.fullmatch(row[:LONGEST_SENTENCE]):
                continue
            if wanted_row(f"{heading} {' '.join(header)} {row}".lower()):
                cells = _cells(row)
                yield Line("text", row, " | ".join(cells), heading, cells, header, section=section)
            header = header or _cells(row)
        elif wanted(f"{heading} {raw}".lower() if _BULLET.match(raw) else raw.lower()):
            yield from _prose(raw, heading, section, wanted)


_LONE_LABEL = re.compile(r"\*\*[^*|.]{2,60}\*\*:?[ ]*")
"""Pattern for a line that consists of bold words, which acts as a heading."""

_LABEL_LEVEL = 7


def _prose(raw: str, heading: str, section: str, wanted: Callable[[str], bool]) -> Iterator[Line]:
    bullet = _BULLET.match(raw)
    if bullet is None:
        yield from _paragraph("text", raw, heading, wanted)
        return
    item = raw[bullet.end() : bullet.end() + LONGEST_SENTENCE]
    yield Line("text", item, plain(item), heading, item=True, section=section)


def _cells(row: str) -> tuple[str, ...]:
    inner = row.strip().removeprefix("|").removesuffix("|")
    parts = _CELL.split(inner) if "\\|" in inner else inner.split("|")
    return tuple(plain(cell.strip()[:LONGEST_SENTENCE].replace("\\|", "|")) for cell in parts[:40])


_MOST_LINES = 400
"""Maximum number of lines searched per page, since longer pages repeat themselves."""

_MOST_SENTENCES = 100


def has_any(keys: Iterable[str]) -> Callable[[str], bool]:
    """Return a predicate for texts that contain any of the keys, ignoring accents but not case."""
    found = re.compile("|".join(re.escape(flat(key)) for key in keys)).search
    return lambda text: found(flat(text)) is not None


def relevant_lines(
    document: Document,
    wanted: Callable[[str], bool],
    wanted_row: Callable[[str], bool] | None = None,
) -> list[Line]:
    """Return the lines from `lines_of`, up to a limit, then the OpenGraph texts and table facts."""
    lines: list[Line] = []
    prose = 0
    for line in lines_of(document, wanted, wanted_row):
        listed = bool(line.cells or line.item)
        prose += not listed
        if listed or prose <= _MOST_SENTENCES:
            lines.append(line)
        if len(lines) >= _MOST_LINES:
            break
    known = ("", document.title, document.snippet)
    for fact in document.facts:
        told = fact.origin == "open_graph" and fact.name in ("og:title", "og:description")
        if told and fact.value.strip() not in known:
            lines.append(Line("data", fact.value[:700], fact.value.strip()[:700]))
    tables = [fact for fact in document.facts if fact.origin == "table"]
    return [*lines, *map(_as_row, tables[:_MOST_LINES])]


def _as_row(fact: PageFact) -> Line:
    cells = (fact.name.strip(), fact.value.strip())
    raw = " | ".join(part for part in (fact.subject, *cells) if part)
    return Line("data", raw[:700], raw[:700], fact.subject.strip(), cells)


def seen(
    document: Document, line: Line, value: str, pattern: str, strength: float, date: str = ""
) -> Mention:
    """Return a mention of a value in a line; its date is that of the document unless given."""
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

    ``needs`` is a cheap pre-check that must match first. ``marks`` say what the pattern is for, in
    words that the finder of each kind of value defines.
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


# --- Facts of a page, grouped by subject


@dataclass(frozen=True, slots=True)
class Thing:
    """A JSON-LD object with its type, its name, and its properties in page order."""

    kind: str
    name: str
    properties: tuple[tuple[str, str], ...]

    def first(self, *names: str) -> str:
        """Return the value of the first of the named properties that exists, or "" if none does."""
        for wanted in names:
            for name, value in self.properties:
                if name == wanted:
                    return value.strip()
        return ""

    def all(self, *names: str) -> tuple[str, ...]:
        """Return the values of the named properties, in page order."""
        return tuple(value.strip() for name, value in self.properties if name in names)

    @property
    def line(self) -> Line:
        """The object in the form of a line that can be quoted."""
        told = "; ".join(f"{name}: {value}" for name, value in self.properties[:12])
        return Line("data", f"{self.kind}: {self.name}; {told}"[:400], self.name)


def things(document: Document) -> Iterator[Thing]:
    """Yield the JSON-LD objects of a page."""
    gathered: dict[str, list[tuple[str, str]]] = {}
    for fact in document.facts:
        if fact.origin == "json_ld":
            gathered.setdefault(fact.subject, []).append((fact.name, fact.value))
    for subject, properties in gathered.items():
        kind, _, name = subject.partition(": ")
        told = dict(properties)
        yield Thing(kind.strip(), (name or told.get("name", "")).strip(), tuple(properties))
