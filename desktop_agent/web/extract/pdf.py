"""Convert PDFs to text page by page. Runs in the worker process, because a PDF may crash it."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise, zip_longest
from typing import Any, Final, TypeAlias

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.facts.page_date import last_date

# --- Printed lines joined into paragraphs, without page headers and footers
#
# A PDF has lines, not paragraphs: only the positions of the line breaks are known.

HYPHEN: Final = "\x02"
"""The character that pdfium usually writes for a hyphen at the end of a line (otherwise U+FFFE)."""

_DIVIDED = re.compile("((?:\\b\\w{1,40})?)[\x02\ufffe\xad](\\w{0,40})")
_COMPOUND = re.compile(r"\b\w{1,40}-\w{1,40}")
_NUMBER = re.compile(r"\d{1,5}")
_ITEM = re.compile(r"(?:[•◦▪‣●○■\-\u2013*·]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s")
_CJK = re.compile("[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")

_AT_EDGE = 2  # lines at the top and bottom that may be headers or footers
_LEAST_PAGES = 3
_SHARE = 0.4  # of the pages; alternating left and right headers are each on half of them
_NARROW = 40  # characters; shorter lines than these are a list, a table or verse
_FITS = 0.9  # of the width, because letters differ in width


def without_running_lines(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Remove running headers and footers: lines at page edges that recur on many pages.

    Such lines are identical, or contain a number that increases with the page number. At least one
    line of each page is kept.
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

    Words divided at the end of a line are joined as well. They keep the hyphen if they are
    hyphenated elsewhere in the document.
    """
    compounds = {word.lower() for lines in pages for line in lines for word in _compounds(line)}

    def whole(match: re.Match[str]) -> str:
        hyphened = f"{match[1]}-{match[2]}"
        return hyphened if hyphened.lower() in compounds else match[1] + match[2]

    return [_DIVIDED.sub(whole, _joined(lines)) for lines in pages]


def _edges(lines: Sequence[str]) -> Sequence[str]:
    return lines if len(lines) <= 2 * _AT_EDGE else (*lines[:_AT_EDGE], *lines[-_AT_EDGE:])


def _keys(line: str, page: int) -> Iterator[tuple[str, int]]:
    """Yield keys that are the same for recurring lines, even if these contain the page number.

    One key is the line itself. The others are variants with one number removed, each paired with
    the difference between that number and the page number.
    """
    yield line, 0
    for number in _NUMBER.finditer(line[:200]):
        yield f"{line[: number.start()]}\0{line[number.end() :]}", int(number[0]) - page


def _compounds(line: str) -> list[str]:
    return _COMPOUND.findall(line) if "-" in line else []


def _joined(lines: Sequence[str]) -> str:
    width = _width(lines)
    blocks: list[list[str]] = []
    for line in lines:
        if blocks and _continues(blocks[-1][-1], line, width):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    parts: list[str] = []
    for block, following in zip_longest(blocks, blocks[1:], fillvalue=()):
        # paragraphs are separated; single lines (a table, code, an address) stay together
        parts += _one_line(block), "\n\n" if len(block) > 1 or len(following) > 1 else "\n"
    return "".join(parts).rstrip()


def _width(lines: Sequence[str]) -> int:
    """Estimate the length of a full line on the page as the 90th percentile of all lengths."""
    lengths = sorted(len(line) for line in lines)
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _continues(line: str, following: str, width: int) -> bool:
    """Return whether a line was wrapped because the next word would not fit."""
    if width < _NARROW or _ITEM.match(following):
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


_MAX_PAGES: Final = 2000
READING_S: Final = 3.0  # the worker is killed after 5 s

# pypdfium2 ships no types
_Pdf: TypeAlias = Any

_LARGER = "If it is larger than fetch.max_bytes, raise that."
_JUNK_TITLES = ("untitled", "microsoft word - ", "microsoft powerpoint - ")


def read_pdf(
    body: bytes,
    url: str,
    clock: Callable[[], float] = time.monotonic,
    *,
    seconds: float = READING_S,
    most: int = _MAX_PAGES,
) -> tuple[str, str, str]:
    """Return the title, text and date of a PDF.

    The text has a ``## Page N`` heading for each page. Reading stops after ``seconds`` or ``most``
    pages; the text then ends with the number of pages read. The date is that of the last change in
    ISO 8601, or "" if it is unknown.

    Raises:
        Unreadable: the file is corrupt, requires a password, or contains only images.
    """
    until = clock() + seconds
    document = _open(body, url)
    try:
        count = len(document)
        pages: list[list[str]] = []
        while len(pages) < min(count, most) and (not pages or clock() < until):
            pages.append(_page_lines(document, len(pages)))
        title = _title(str(document.get_metadata_value("Title")))
        dates = [str(document.get_metadata_value(name)) for name in ("ModDate", "CreationDate")]
    finally:
        document.close()
    if not any(pages):
        raise _no_text(url, len(pages), count)
    texts = paragraphs(without_running_lines(pages))
    parts = [f"## Page {number}\n\n{text}".rstrip() for number, text in enumerate(texts, 1)]
    if len(pages) < count:
        parts.append(f"[{len(pages)} of {count} pages were read: the file is too long for more.]")
    return title, "\n\n".join(parts), last_date(dates, datetime.now(UTC).date())


def _open(body: bytes, url: str) -> _Pdf:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise Unreadable(
                f"The PDF {url} needs a password.", "Look for a copy that is open to all."
            ) from None
        raise Unreadable(f"The PDF {url} is broken or was cut.", _LARGER) from None
    if not len(document):
        document.close()
        raise Unreadable(f"The PDF {url} is broken or was cut: it has no pages.", _LARGER)
    return document


def _page_lines(document: _Pdf, number: int) -> list[str]:
    import pypdfium2

    try:
        page = document[number]
        text_page = page.get_textpage()
        text = text_page.get_text_bounded()
        text_page.close()
        page.close()
    except pypdfium2.PdfiumError:
        return []  # one broken page does not cost the others
    lines = (" ".join(line.split()) for line in str(text).replace("\f", "\n").splitlines())
    return [line for line in lines if line]


def _title(told: str) -> str:
    title = " ".join(told.split())
    for junk in _JUNK_TITLES:
        if title.lower().startswith(junk):
            title = title[len(junk) :].strip()
    return title


def _no_text(url: str, read: int, count: int) -> Unreadable:
    pages = "page" if count == 1 else "pages"
    part = f" ({read} were looked at)" if read < count else ""
    return Unreadable(
        f"The PDF {url} holds no text, only pictures: it is a scan of {count} {pages}{part}.",
        "It would need character recognition; look for the same as text.",
    )
