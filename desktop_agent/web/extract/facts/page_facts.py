"""Collect the facts of a page from JSON-LD, microdata, meta tags, tables and definition lists.

Like the page's text, facts are untrusted data: they may be wrong, and they must never be treated as
instructions.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape, unescape
from itertools import chain, islice
from typing import Final, TypeAlias

from desktop_agent.core.research import PageFact, PageFormat
from desktop_agent.core.text import one_line, whole_words
from desktop_agent.web.extract.facts.linked_data import (
    MAX_VALUE,
    Access,
    access,
    json_ld_objects,
    linked_facts,
    microdata_objects,
    type_name,
)
from desktop_agent.web.extract.facts.meta_tags import meta_facts, meta_tags, page_language
from desktop_agent.web.extract.facts.page_date import page_date
from desktop_agent.web.extract.facts.title_author import (
    MAX_NAME,
    page_author,
    page_title,
    site_names,
)
from desktop_agent.web.extract.html_tree import HEADINGS, Element, inner_text, tag
from desktop_agent.web.extract.markdown.page_tree import read_markup
from desktop_agent.web.extract.markdown.table import (
    declared_header_rows,
    holds_a_page,
    is_presentation,
    row_cells,
    spread,
)

# --- Tables and definition lists
#
# A table whose first row is a header gives one fact per cell: (first cell, column, cell). One with
# two columns and no header, such as an encyclopaedia's infobox, gives one fact per row: (caption or
# heading, first cell, second cell), and so does a definition list. Layout tables give none.

_MAX_NAME = 80
_MAX_SUBJECT = 160
_MOST_OF_ONE = 150  # facts, so that one long table does not crowd out the others
_MOST_ROWS = 200
_MOST_HEADER_ROWS = 3
_REFERENCE = re.compile(r"\s?\[(?:[0-9]{1,3}|[a-z]|(?:note|nb) [0-9]{1,2})\]")
_RANK = re.compile(r"(?:#|no|nr|rank|pos|position|place)?\.?", re.IGNORECASE)
_LINE_NUMBER = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True, eq=False)
class _Cell:
    """A table cell, which may span several rows or columns. ``text`` is None for very long cells."""

    text: str | None
    header: bool
    bold: bool


_Row: TypeAlias = list[_Cell | None]


def table_facts(root: Element) -> Iterator[PageFact]:
    """Yield the facts of all tables and definition lists, in page order.

    The tree must have been cleaned by `html_tree.remove_unseen`.
    """
    heading = ""
    for element in root.iter(*HEADINGS, "table", "dl"):
        name = tag(element)
        is_furniture = next(element.iterancestors("nav", "footer"), None) is not None
        if name in {"table", "dl"} and is_furniture:
            continue
        if name == "table":
            yield from islice(_of_table(element, heading), _MOST_OF_ONE)
        elif name == "dl":
            yield from islice(_of_list(element, heading), _MOST_OF_ONE)
        else:
            heading = _clean(inner_text(element, _MAX_SUBJECT), _MAX_SUBJECT) or heading


def _of_table(table: Element, heading: str) -> Iterator[PageFact]:
    if is_presentation(table):
        return
    grid = spread([row for row in row_cells(table)[:_MOST_ROWS] if row])
    known = {element: _cell(element) for row in grid for element in row if element is not None}
    rows = [[None if element is None else known[element] for element in row] for row in grid]
    headers = _header_rows(table, rows)
    caption = table.find("caption")
    if headers:
        yield from _records(_column_names(headers), rows[len(headers) :])
        return
    subject = "" if caption is None else _clean(inner_text(caption, _MAX_SUBJECT), _MAX_SUBJECT)
    yield from _pairs(rows, subject, heading)


def _cell(element: Element) -> _Cell:
    header = tag(element) == "th"
    if len(element) and holds_a_page(element):
        return _Cell(None, header, bold=False)
    text = inner_text(element, MAX_VALUE + 100)
    around = (element.text or "") + (element[0].tail or "") if len(element) == 1 else "x"
    bold = not around.strip() and tag(element[0]) in {"b", "strong"}
    if len(text) > MAX_VALUE + 100:
        return _Cell(None, header, bold)
    text = _clean(text, MAX_VALUE + 1)
    return _Cell(text if len(text) <= MAX_VALUE else None, header, bold)


def _header_rows(table: Element, rows: Sequence[_Row]) -> Sequence[_Row]:
    """Return the header rows at the top of the table, or none if no data rows follow."""
    told = declared_header_rows(table)
    count = 0
    for row in rows[:_MOST_HEADER_ROWS]:
        if len(_distinct(row)) < 2:
            break
        cells = [cell for cell in row if cell is not None and cell.text != ""]
        if count < told or all(cell.header for cell in cells):
            count += 1
        elif count == 0 and len(row) > 2 and all(cell.bold for cell in cells):
            count = 1
            break
        else:
            break
    return rows[:count] if count < len(rows) else []


def _column_names(headers: Sequence[_Row]) -> list[str]:
    names = []
    for column in range(max(map(len, headers))):
        cells = [row[column] for row in headers if column < len(row)]
        texts = dict.fromkeys(cell.text for cell in cells if cell is not None and cell.text)
        names.append(whole_words(" ".join(texts), _MAX_NAME))
    return names


def _records(names: Sequence[str], rows: Sequence[_Row]) -> Iterator[PageFact]:
    for row in rows:
        cells = _distinct(row)
        if len(cells) < 2 or all(cell.header for cell in cells):
            continue
        subject = _subject(names, row)
        if subject is None or not subject.text or len(subject.text) > _MAX_SUBJECT:
            continue
        for name, cell in zip(names, row, strict=False):
            if cell is not None and cell is not subject and name and _says(cell.text):
                yield PageFact("table", subject.text, name, cell.text or "")


def _subject(names: Sequence[str], row: _Row) -> _Cell | None:
    """Return the cell that names a row's subject.

    This is the row's only header cell, or else its first cell other than a rank.
    """
    headers = [cell for cell in _distinct(row) if cell.header]
    if len(headers) == 1:
        return headers[0]
    if len(row) > 2 and names and _RANK.fullmatch(names[0]):
        return row[1]
    return row[0]


def _pairs(rows: Sequence[_Row], caption: str, heading: str) -> Iterator[PageFact]:
    narrow = all(len(_distinct(row)) <= 2 for row in rows)
    pairs = [_distinct(row) for row in rows if len(_distinct(row)) == 2]
    named = any(name.header for name, _ in pairs)
    too_long = any(cell.text is None for pair in pairs for cell in pair)
    if not named and (len(pairs) < 2 or not narrow or too_long):
        return
    top = _distinct(rows[0]) if rows else []  # one short cell, as in an infobox
    title = (top[0].text or "") if len(top) == 1 else ""
    subject = caption or (title if len(title) <= _MAX_SUBJECT else "") or heading
    for name, value in pairs:
        if not value.header and (name.header or narrow):
            yield from _pair(subject, name.text, value.text, numbered=name.header)


def _pair(
    subject: str, name: str | None, value: str | None, *, numbered: bool
) -> Iterator[PageFact]:
    name = (name or "").rstrip(" :\uff1a")
    if not _says(name) or len(name) > _MAX_NAME or not _says(value):
        return
    if numbered or not _LINE_NUMBER.fullmatch(name):  # a table of numbered lines shows code
        yield PageFact("table", subject, name, value or "")


def _of_list(element: Element, heading: str) -> Iterator[PageFact]:
    names: list[str | None] = []
    described = False
    for child in element.xpath("dt | dd | div/dt | div/dd"):
        if tag(child) == "dt":
            if described:
                names, described = [], False
            names.append(_cell(child).text)
        else:
            described = True
            value = _cell(child).text
            for name in names:
                yield from _pair(heading, name, value, numbered=True)


def _distinct(row: _Row) -> list[_Cell]:
    return list(dict.fromkeys(cell for cell in row if cell is not None and cell.text != ""))


def _says(text: str | None) -> bool:
    return bool(text) and any(character.isalnum() for character in text or "")


def _clean(text: str, most: int) -> str:
    if "[" in text:
        text = _REFERENCE.sub("", text)
    return one_line(text, most)


# --- The section of a stored page for facts missing from its text
#
# An answer can only cite characters of the stored text. A release date that is only in JSON-LD is
# not part of the text, so it is written below it.

HEADING: Final = "Data of the page"
# as bytes, because a regex takes three times as long
_TO_WORDS = bytes(b if b >= 0x80 or chr(b).isalnum() else 0x20 for b in range(256))
_OTHER_MARKS = "\u00a0\u00ab\u00bb\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3002"
_LOOKED_THROUGH = 1_000_000  # characters; facts that occur only further down are repeated


def data_section(text: str, facts: Sequence[PageFact], form: PageFormat) -> str:
    """Return a section with the facts missing from ``text``, or "" if none are missing.

    The section has a heading and one line per fact: ``subject — name: value``.
    """
    lines = dict.fromkeys(
        f"{fact.subject}{' — ' if fact.subject else ''}{fact.name}: {fact.value}"
        for fact in _unsaid(text, facts)
    )
    if not lines:
        return ""
    match form:
        case "markdown":
            return "\n".join((f"\n\n## {HEADING}\n", *(f"- {line}" for line in lines)))
        case "text":
            return "\n".join((f"\n\n{HEADING}\n", *lines))
        case "html":
            items = (f"<li>{escape(line, quote=False)}</li>" for line in lines)
            return "\n".join((f"\n\n<h2>{HEADING}</h2>\n<ul>", *items, "</ul>"))


def _unsaid(text: str, facts: Sequence[PageFact]) -> list[PageFact]:
    """Return the facts whose values do not occur in the text as whole words."""
    if not facts:
        return []
    text = text[:_LOOKED_THROUGH]
    words = _words(text)
    return [
        fact
        for fact in facts
        if _words(fact.value) not in words
        # Chinese and Japanese have no spaces between words
        and (fact.value.isascii() or fact.value not in text)
    ]


def _words(text: str) -> bytes:
    text = text.casefold()
    if not text.isascii():
        for mark in _OTHER_MARKS:
            text = text.replace(mark, " ")
    return b" %b " % b" ".join(text.encode("utf-8").translate(_TO_WORDS).split())


# --- Article text that is only in JSON-LD, as on pages built by scripts

_MARKUP = re.compile(
    r"</?(?:p|br|div|h[1-6]|ul|ol|li|a|strong|em|table)\b[^<>]{0,300}>", re.IGNORECASE
)
_ENCODED = re.compile(r"&lt;/?(?:p|br|div|h[1-6]|ul|li)\b", re.IGNORECASE)


def article_body(title: str, body: str) -> Element | None:
    """Return a cleaned tree of the title and ``articleBody``, or None if the body is blank.

    ``articleBody`` is defined as plain text, but many pages put markup in it.
    """
    if _ENCODED.search(body[:2000]):
        body = unescape(body)
    if not body.strip():
        return None
    if not _MARKUP.search(body):
        lines = (escape(unescape(line.strip()), quote=False) for line in body.splitlines())
        body = "".join(f"<p>{line}</p>" for line in lines if line)
    heading = f"<h1>{escape(title, quote=False)}</h1>" if title else ""
    return read_markup(f"<article>{heading}{body}</article>")


MAX_FACTS: Final = 400
MAX_CHARACTERS: Final = 60_000
"""Maximum total length of a page's facts, including subjects, names and values."""

# separate limits, so that one long list does not crowd out everything else
_LINKED_SHARE = 200, 30_000
_META_SHARE = 60, 10_000


@dataclass(frozen=True, slots=True)
class Declaration:
    """The metadata declared by a page; all fields but ``access`` correspond to those of `Page`."""

    facts: tuple[PageFact, ...]
    published: str
    title: str
    author: str
    site: str
    access: Access


def declaration(root: Element, markup: str, today: date, url: str = "") -> Declaration:
    """Read the declared metadata from a tree parsed from ``markup``.

    Call this before `html_tree.remove_unseen`, which removes ``<meta>`` and script elements.
    """
    objects = json_ld_objects(root)
    if "itemscope" in markup:  # searching a whole tree for an attribute is slow
        objects.extend(microdata_objects(root))
    tags = meta_tags(root)
    facts = (
        *_capped(linked_facts(objects), *_LINKED_SHARE),
        *_capped(meta_facts(tags), *_META_SHARE),
    )
    language = page_language(root, tags)
    sites = site_names(objects, tags)
    is_article = "article" in tags.get("og:type", ()) or any(
        type_name(item).endswith(("Article", "Posting")) for item in objects
    )
    return Declaration(
        facts,
        page_date(root, objects, tags, today, url, language),
        page_title(root, tags, sites, url, article=is_article),
        page_author(root, objects, tags, sites),
        whole_words(next(iter(sites), ""), MAX_NAME),
        access(objects),
    )


def page_facts(declared: Declaration, root: Element) -> tuple[PageFact, ...]:
    """Return the declared facts, followed by those in the tables of a cleaned tree."""
    return _capped(chain(declared.facts, table_facts(root)), MAX_FACTS, MAX_CHARACTERS)


def _capped(facts: Iterable[PageFact], most: int, characters: int) -> tuple[PageFact, ...]:
    """Return the first distinct facts, at most ``most`` facts and ``characters`` in total."""
    kept: dict[PageFact, None] = {}
    for fact in facts:
        if fact in kept:
            continue
        characters -= len(fact.subject) + len(fact.name) + len(fact.value)
        if characters < 0 or len(kept) == most:
            break
        kept[fact] = None
    return tuple(kept)
