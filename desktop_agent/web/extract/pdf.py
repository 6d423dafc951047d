"""Convert PDFs to text page by page. Runs in the worker process, because a PDF may crash it."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from statistics import median
from typing import Any, Final, TypeAlias

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.facts.page_date import last_date

# pypdfium2 ships no types
_Pdf: TypeAlias = Any

# --- Printed lines joined into paragraphs, without page headers and footers
#
# A PDF has lines, not paragraphs: only the positions of the line breaks are known.

HYPHEN: Final = "\x02"
"""The character that pdfium usually writes for a hyphen at the end of a line (otherwise U+FFFE)."""

_DIVIDERS = (HYPHEN, "\ufffe")
_DIVIDED = re.compile("((?:\\b\\w{1,40})?)[\x02\ufffe\xad](\\w{0,40})")
_COMPOUND = re.compile(r"\b\w{1,40}-\w{1,40}")
_NUMBER = re.compile(r"\d{1,5}")
_ITEM = re.compile(r"(?:[•◦▪‣●○■\-\u2013*·]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s")
_CJK = re.compile("[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_GLUED_NUMBER = re.compile(r"^((?:\d{1,2}\.){1,4}|\d{1,2}(?:\.\d{1,2}){1,3})(?=[^\W\d_]{2})")
"""The number of a heading, such as "1." or "2.3", directly before its words."""

_AT_EDGE = 2  # lines at the top and bottom that may be headers or footers
_LEAST_PAGES = 3
_SHARE = 0.4  # of the pages; alternating left and right headers are each on half of them
_NARROW = 40  # characters; shorter lines than these are a list, a table or verse
_FITS = 0.9  # of the width, because letters differ in width
_ROW = "| "  # begins a line that is a row of a table


def without_running_lines(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Remove running headers and footers: lines at page edges that recur on many pages.

    Such lines are identical, or contain a number that increases with the page number. Table rows
    and at least one line of each page are kept.
    """
    seen: Counter[tuple[str, int]] = Counter()
    for number, lines in enumerate(pages):
        seen.update({key for line in _edges(lines) for key in _keys(line, number)})
    least = max(_LEAST_PAGES, _SHARE * sum(bool(lines) for lines in pages))
    kept = []
    for number, lines in enumerate(pages):
        running = {
            line for line in _edges(lines) if any(seen[key] >= least for key in _keys(line, number))
        }
        top, bottom = 0, len(lines)
        while top < min(_AT_EDGE, bottom) and lines[top] in running:
            top += 1
        while bottom > max(top, len(lines) - _AT_EDGE) and lines[bottom - 1] in running:
            bottom -= 1
        kept.append(list(lines[top:bottom] or lines))
    return kept


def paragraphs(pages: Sequence[Sequence[str]]) -> list[str]:
    """Return the text of each page, with wrapped lines joined.

    Words divided at the end of a line are joined as well; the hyphen is kept if the word is
    hyphenated elsewhere in the document.
    """
    hyphenated = (line for lines in pages for line in lines if "-" in line)
    compounds = {word.lower() for line in hyphenated for word in _COMPOUND.findall(line)}

    def whole(match: re.Match[str]) -> str:
        hyphened = f"{match[1]}-{match[2]}"
        return hyphened if hyphened.lower() in compounds else match[1] + match[2]

    return [_DIVIDED.sub(whole, _joined(lines)) for lines in pages]


def _edges(lines: Sequence[str]) -> Sequence[str]:
    at_edge = lines if len(lines) <= 2 * _AT_EDGE else (*lines[:_AT_EDGE], *lines[-_AT_EDGE:])
    return [line for line in at_edge if not line.startswith(_ROW)]


def _keys(line: str, page: int) -> Iterator[tuple[str, int]]:
    """Yield keys shared by recurring lines, even if these contain the page number.

    One key is the line itself. The others are variants with one number removed, each paired with
    that number minus the page number.
    """
    yield line, 0
    for number in _NUMBER.finditer(line[:200]):
        yield f"{line[: number.start()]}\0{line[number.end() :]}", int(number[0]) - page


def _joined(lines: Sequence[str]) -> str:
    # the 90th percentile of the lengths is that of a full line
    lengths = sorted(len(line) for line in lines if not line.startswith(_ROW))
    width = lengths[len(lengths) * 9 // 10] if lengths else 0
    blocks: list[list[str]] = []
    for line in lines:
        if blocks and _continues(blocks[-1][-1], line, width):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    parts: list[str] = []
    for block, following in pairwise([*blocks, [""]]):
        # paragraphs and tables are separated; single lines (code, an address) stay together
        table_ends = block[0].startswith(_ROW) != following[0].startswith(_ROW)
        apart = len(block) > 1 or len(following) > 1 or table_ends
        parts += _one_line(block), "\n\n" if apart else "\n"
    return "".join(parts).rstrip()


def _continues(line: str, following: str, width: int) -> bool:
    """Return whether a line was wrapped because the next word would not fit."""
    if width < _NARROW or _ITEM.match(following) or line.startswith(_ROW):
        return False
    if following.startswith(_ROW):
        return False
    word = following if _CJK.match(following) else following.split(" ", 1)[0]
    return len(line) + 1 + min(len(word), width // 4) > _FITS * width


def _one_line(lines: Sequence[str]) -> str:
    parts = [lines[0]]
    for before, line in pairwise(lines):
        if before[-1] == "-" and before[-2:-1].isalpha() and line[:1].islower():
            parts[-1] = parts[-1][:-1] + HYPHEN
        elif not (_CJK.match(before[-1]) and _CJK.match(line)):
            parts.append(" ")
        parts.append(line)
    return "".join(parts)


# --- Tables and text that is drawn twice, found by the positions of the characters
#
# pdfium gives a page in the order in which it was drawn, so a table may come column by column.

_SHORT = 0.6  # of the page's width in characters; lines of a table or list are shorter
_CELL = 30  # characters; lines of a column of prose are longer
_LEAST_ROWS = 3
_MOST_PROSE = 0.25
_MOST_SAME = 20
_APART = 4.5  # heights of a line; rows that are further apart are not of one table
_FAR = 20_000  # points; no page is as large
_NUMBERS = re.compile(r"(?:^| )[($€£]*\d[\d.,]*[%)]*(?= |$)")
_REPEATED = re.compile(r"(\S{2,40}?)\1{2}|(?:(\w)\2){4}|^(.{4,})\n\3$", re.MULTILINE)


_Edges: TypeAlias = tuple[float, float, float, float]
"""The left, right, bottom and top edge of a character."""


@dataclass(slots=True)
class _Run:
    """Adjacent characters on a line, in the coordinates of the upright page."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    height: float = field(init=False)
    middle: float = field(init=False)

    def __post_init__(self) -> None:
        self.height = max(self.top - self.bottom, 1.0)
        self.middle = (self.top + self.bottom) / 2

    def is_beside(self, other: "_Run") -> bool:
        return abs(self.middle - other.middle) < 0.45 * min(self.height, other.height)


def _needs_positions(lines: Sequence[str]) -> bool:
    """Return whether lines may be table rows or cells, or may have been drawn repeatedly."""
    lengths = sorted(map(len, lines))
    short = _SHORT * (lengths[len(lengths) * 9 // 10] if lengths else 0)
    cells = sum(len(line) < short or len(_NUMBERS.findall(line)) > 2 for line in lines)
    few = len(lines) >= _LEAST_ROWS and lengths[-1] < _NARROW
    return few or cells > 0.25 * len(lines) or bool(_REPEATED.search("\n".join(lines)))


def _arranged(runs: Sequence[_Run]) -> list[str]:
    """Return the lines of a page in drawing order, with tables as Markdown rows."""
    tables = list(_tables(_rows(runs)))
    table_of = {id(run): table for table in tables for row in table for run in row}
    lines: list[str] = []
    written: set[int] = set()
    before: _Run | None = None
    for run in runs:
        table = table_of.get(id(run))
        if table is None:
            if before is not None and run.is_beside(before) and run.left >= before.left:
                lines[-1] += f" {run.text}"
            elif before is not None and lines[-1].endswith(_DIVIDERS):
                lines[-1] += run.text
            else:
                lines.append(run.text)
        elif id(table) not in written:
            written.add(id(table))
            lines += _markdown(table)
        before = run if table is None else None
    return lines


def _rows(runs: Sequence[_Run]) -> list[list[_Run]]:
    """Group runs into rows from top to bottom, and order each row from left to right."""
    rows: list[list[_Run]] = []
    for run in sorted(runs, key=lambda each: -each.middle):
        if rows and rows[-1][0].is_beside(run):
            rows[-1].append(run)
        else:
            rows.append([run])
    return [sorted(row, key=lambda each: each.left) for row in rows]


def _tables(rows: Sequence[list[_Run]]) -> Iterator[list[list[_Run]]]:
    """Yield the rows of each table: consecutive rows of short text in several columns."""
    table: list[list[_Run]] = []
    for row in [*rows, []]:
        if row and (_continues_table(row, table) if table else _is_row(row)):
            table.append(row)
            continue
        while table and not _is_row(table[-1]):
            table.pop()
        if _is_table(table):
            yield table
        table = [row] if _is_row(row) else []


def _continues_table(row: Sequence[_Run], table: Sequence[Sequence[_Run]]) -> bool:
    above = table[-1]
    if above[0].middle - row[0].middle > _APART * above[0].height:
        return False
    if len(row) > 1:
        return _is_row(row)
    # alone in its row: the rest of a cell, or a short text in the first column
    last = next(each for each in reversed(table) if len(each) > 1)
    run = row[0]
    over = [each for each in last if each.left < run.right and run.left < each.right]
    if len(over) == 1 and over[0] is not last[0]:
        return True
    begun = len(above) > 1 or sum(len(each) > 1 for each in table) > 1
    return len(over) < 2 and begun and len(run.text) <= _CELL


def _is_row(row: Sequence[_Run]) -> bool:
    return len(row) > 1 and median(len(run.text) for run in row) <= _CELL


def _is_table(rows: Sequence[Sequence[_Run]]) -> bool:
    """Return whether rows are a table rather than columns of prose or a bulleted list."""
    cells = [run.text for row in rows for run in row]
    prose = sum(text[:1].islower() or len(text) > 1.5 * _CELL for text in cells)
    return (
        sum(map(_is_row, rows)) >= _LEAST_ROWS
        and prose < _MOST_PROSE * len(cells)
        and len(_columns(rows)) > 1
        and median(len(row[0].text) for row in rows) > 2
    )


def _columns(rows: Sequence[Sequence[_Run]]) -> list[tuple[float, float]]:
    """Return the columns: horizontal ranges covered by text in several rows.

    A title that spans columns does not join them.
    """
    covered: Counter[int] = Counter()
    for row in rows:
        covered.update(x for run in row for x in range(int(run.left), int(run.right) + 1))
    columns: list[tuple[float, float]] = []
    for x in sorted(x for x, count in covered.items() if count > 0.15 * len(rows)):
        if columns and x <= columns[-1][1] + 1:
            columns[-1] = columns[-1][0], x
        else:
            columns.append((x, x))
    return columns


def _markdown(rows: Sequence[Sequence[_Run]]) -> Iterator[str]:
    columns = _columns(rows)
    for number, row in enumerate(rows):
        cells = [""] * len(columns)
        for run in row:
            # the more a run and a column overlap, the closer they are
            gaps = [max(run.left, left) - min(run.right, right) for left, right in columns]
            at = gaps.index(min(gaps))
            cells[at] = f"{cells[at]} {run.text}".strip()
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
        if number == 0:
            yield f"|{' --- |' * len(columns)}"


def _runs(text_page: _Pdf) -> list[_Run]:
    """Return the text runs of a page in drawing order, omitting text drawn twice."""
    import pypdfium2.raw as pdfium

    box = pdfium.FS_RECTF()
    marks: list[tuple[str, _Edges]] = []
    for at in range(pdfium.FPDFText_CountChars(text_page)):
        pdfium.FPDFText_GetLooseCharBox(text_page, at, box)
        character = chr(pdfium.FPDFText_GetUnicode(text_page, at))
        left, right, bottom, top = box.left, box.right, box.bottom, box.top
        if -_FAR < left <= right < _FAR and -_FAR < bottom <= top < _FAR:
            marks.append((character, (left, right, bottom, top)))
    turn = _turn(marks)
    runs: list[_Run] = []
    before: _Run | None = None
    space = apart = False
    for character, edges in marks:
        if character in "\r\n":
            apart = True
        elif character.isspace() or character == "\0":
            space = True
        else:
            new = _Run(character, *turn(*edges))
            if before is not None and before.text == character and _is_again(new, [before]):
                continue
            before = new
            gap = new.left - runs[-1].right if runs else 0.0
            joins = runs and runs[-1].is_beside(new) and -0.5 < gap / runs[-1].height < 0.8
            if apart or not joins:
                runs.append(_Run(character, new.left, new.right, new.bottom, new.top))
            else:
                wide = gap > 0.3 * new.height
                runs[-1].text += f" {character}" if space or wide else character
                runs[-1].right = max(runs[-1].right, new.right)
            space = apart = False
    return list(_once(runs))


_TURNS: Final[dict[str, Callable[[float, float, float, float], _Edges]]] = {
    "right": lambda left, right, bottom, top: (left, right, bottom, top),
    "left": lambda left, right, bottom, top: (-right, -left, -top, -bottom),
    "up": lambda left, right, bottom, top: (bottom, top, -right, -left),
    "down": lambda left, right, bottom, top: (-top, -bottom, left, right),
}
"""Turn the edges of a character so that text written in this direction runs to the right."""


def _turn(marks: Sequence[tuple[str, _Edges]]) -> Callable[[float, float, float, float], _Edges]:
    """Return a function that rotates a page so that most of its text runs to the right."""
    directions: Counter[str] = Counter()
    for (_, before), (character, edges) in pairwise(marks):
        if not character.isspace():
            x, y = edges[0] - before[0], edges[2] - before[2]
            across = "right" if x >= 0 else "left"
            directions[across if abs(x) >= abs(y) else "up" if y > 0 else "down"] += 1
    return _TURNS[max(directions, key=directions.__getitem__, default="right")]


def _once(runs: Sequence[_Run]) -> Iterator[_Run]:
    """Omit text that is drawn again in the same place to make it look bold."""
    drawn: dict[str, list[_Run]] = {}
    for run in runs:
        same = drawn.setdefault(run.text, [])
        if not _is_again(run, same[-_MOST_SAME:]):
            same.append(run)
            yield run


def _is_again(run: _Run, drawn: Sequence[_Run]) -> bool:
    near = 0.3 * min(run.height, run.right - run.left)  # less than the width of a letter
    return any(
        run.text == each.text
        and abs(run.left - each.left) < near
        and abs(run.middle - each.middle) < near
        for each in drawn
    )


# --- Pages

_MAX_PAGES: Final = 2000
READING_S: Final = 3.0  # the worker is killed after 5 s
_LITTLE = 60  # characters; a scanned page may have a stamp or a page number
_SAMPLE = 300  # characters of a page whose fonts are looked at
_MOST_UNMAPPED = 0.3
_LEAST_LETTERS = 0.4  # share of letters and digits in text that makes sense
_FEW = 5  # characters, which say nothing

_LARGER = "If it is larger than fetch.max_bytes, raise that limit."
_JUNK_TITLES = ("untitled", "microsoft word - ", "microsoft powerpoint - ")


@dataclass(frozen=True, slots=True)
class PdfPages:
    """The text of a PDF by page; only the first ``len(texts)`` of ``count`` pages were read.

    ``pictures`` are the 1-based numbers of pages that are images, and ``unmapped`` contains the
    numbers of pages whose text is wrong because their fonts lack a character mapping. ``date`` is
    the date of the last change in ISO 8601, or "" if it is unknown.
    """

    title: str
    texts: Sequence[str]
    count: int
    date: str
    pictures: list[int] = field(default_factory=list)
    unmapped: list[int] = field(default_factory=list)

    @property
    def notes(self) -> list[str]:
        """Notes on the text for the user, as full sentences."""
        notes = []
        if self.pictures:
            notes.append(f"Pictures without text: {page_numbers(self.pictures)}.")
        if self.unmapped:
            notes.append(
                f"Unreadable text: the fonts don't identify their characters: {page_numbers(self.unmapped)}."
            )
        if len(self.texts) < self.count:
            notes.append(f"Only {len(self.texts)} of {self.count} pages were read.")
        return notes


def page_numbers(pages: Sequence[int]) -> str:
    """Format page numbers, as in ``page 2`` and ``pages 1-3, 7``."""
    spans: list[list[int]] = []
    for page in pages:
        if spans and page == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], page]
        else:
            spans.append([page])
    shown = ", ".join("-".join(map(str, span)) for span in spans)
    return f"page{'s' if len(pages) > 1 else ''} {shown}"


def read_pdf(
    body: bytes, url: str, clock: Callable[[], float] = time.monotonic
) -> tuple[str, str, str]:
    """Return the title, text and date of a PDF on the web.

    The text has a ``## Page N`` heading for each page, and ends with notes in brackets.

    Raises:
        Unreadable: the file is corrupt, requires a password, or contains only images.
    """
    pages = read_pages(body, url, clock)
    if not any(pages.texts):
        raise no_text(url, pages)
    parts = [f"## Page {number}\n\n{text}".rstrip() for number, text in enumerate(pages.texts, 1)]
    return pages.title, "\n\n".join([*parts, *(f"[{note}]" for note in pages.notes)]), pages.date


def read_pages(
    body: bytes,
    name: str,
    clock: Callable[[], float] = time.monotonic,
    *,
    seconds: float = READING_S,
    most: int = _MAX_PAGES,
) -> PdfPages:
    """Return the pages of a PDF, as many as can be read in ``seconds``.

    Raises:
        Unreadable: the file is corrupt or requires a password.
    """
    until = clock() + seconds
    document = open_pdf(body, name)
    try:
        count = len(document)
        pages: list[list[str]] = []
        pictures, unmapped = list[int](), list[int]()
        while len(pages) < min(count, most) and (not pages or clock() < until):
            lines, is_picture, is_unmapped = _read_page(document, len(pages))
            pages.append(lines)
            pictures += [len(pages)] if is_picture else []
            unmapped += [len(pages)] if is_unmapped else []
        title = _title(str(document.get_metadata_value("Title")))
        dates = [str(document.get_metadata_value(name)) for name in ("ModDate", "CreationDate")]
    finally:
        document.close()
    date = last_date(dates, datetime.now(UTC).date())
    texts = paragraphs(without_running_lines(pages))
    return PdfPages(title, texts, count, date, pictures, unmapped)


def open_pdf(body: bytes, name: str) -> _Pdf:
    """Open a PDF, which the caller must close; raise `Unreadable` on failure."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise Unreadable(
                f"The PDF {name} needs a password.", "Look for a freely available copy."
            ) from None
        raise Unreadable(f"The PDF {name} is damaged or incomplete.", _LARGER) from None
    if not len(document):
        document.close()
        raise Unreadable(f"The PDF {name} is damaged or incomplete: it has no pages.", _LARGER)
    return document


def _read_page(document: _Pdf, number: int) -> tuple[list[str], bool, bool]:
    """Return a page's lines, whether it is an image, and whether its fonts lack a mapping."""
    import pypdfium2

    try:
        page = document[number]
        text_page = page.get_textpage()
        text = str(text_page.get_text_range())
        lines = _cleaned(text.replace("\f", "\n").splitlines())
        is_picture = len(text) < _LITTLE and _has_large_picture(page)
        is_unmapped = bool(lines) and _is_unmapped(text_page, text)
        if _needs_positions(lines):
            lines = _cleaned(_arranged(_runs(text_page)))
        text_page.close()
        page.close()
    except pypdfium2.PdfiumError:
        return [], False, False  # one broken page does not cost the others
    return lines, is_picture, is_unmapped


def _cleaned(lines: Sequence[str]) -> list[str]:
    lines = [_GLUED_NUMBER.sub(r"\1 ", " ".join(line.split())) for line in lines]
    return [line for line in lines if line]


def _has_large_picture(page: _Pdf) -> bool:
    import pypdfium2.raw as pdfium

    area = page.get_width() * page.get_height() / 2
    for image in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = image.get_bounds()
        if (right - left) * (top - bottom) > area:
            return True
    return False


def _is_unmapped(text_page: _Pdf, text: str) -> bool:
    """Return whether many characters are unknown or drawn by fonts without a mapping."""
    import pypdfium2.raw as pdfium

    looked_at = range(0, len(text), max(1, len(text) // _SAMPLE))
    wrong = sum(pdfium.FPDFText_HasUnicodeMapError(text_page, at) == 1 for at in looked_at)
    signs = [
        character for character in text if not (character.isspace() or character in "._\u2026")
    ]
    few_letters = sum(map(str.isalnum, signs)) < _LEAST_LETTERS * len(signs)
    return wrong > _MOST_UNMAPPED * len(looked_at) or (len(signs) >= _FEW and few_letters)


def _title(told: str) -> str:
    title = " ".join(told.split())
    for junk in _JUNK_TITLES:
        if title.lower().startswith(junk):
            title = title[len(junk) :].strip()
    return title


def no_text(name: str, pages: PdfPages) -> Unreadable:
    """Return the error for a PDF without any text."""
    read, count = len(pages.texts), pages.count
    what = "page" if count == 1 else "pages"
    part = f" ({read} were looked at)" if read < count else ""
    return Unreadable(
        f"The PDF {name} contains no text, only images: it is a scan of {count} {what}{part}.",
        "It needs text recognition (OCR). Look for a text version.",
    )
