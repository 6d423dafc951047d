"""PDF to text, page by page. Only for the worker: a crafted file can end its process."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.facts.page_date import last_date
from desktop_agent.web.extract.formats.page_lines import paragraphs, without_running_lines

MAX_PAGES: Final = 2000
READING_S: Final = 3.0
"""After this long no further page is begun; the worker is ended after 5 s, and would lose them all."""

# pypdfium2 ships no types
_Pdf: TypeAlias = Any

_LARGER = "If it is larger than fetch.max_bytes, raise that."
_JUNK_TITLES = ("untitled", "microsoft word - ", "microsoft powerpoint - ")


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of a PDF is read: no page is begun after so many seconds, nor after so many pages."""

    seconds: float = READING_S
    pages: int = MAX_PAGES


def read_pdf(
    body: bytes,
    url: str,
    clock: Callable[[], float] = time.monotonic,
    reading: Reading = Reading(),
) -> tuple[str, str, str]:
    """Gives title, text and date; in the text each page is under a heading ``## Page N``.

    A long file is read as far as ``reading`` allows, and the text then says at its end how many
    pages are in it. The date is the day of the last change that the file names, in ISO 8601, or
    empty.

    Raises:
        Unreadable: the file is broken, needs a password, or holds pictures alone.
    """
    until = clock() + reading.seconds
    document = _open(body, url)
    try:
        count = len(document)
        pages: list[list[str]] = []
        while len(pages) < min(count, reading.pages) and (not pages or clock() < until):
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
