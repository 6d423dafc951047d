"""The loader for PDF files, with one part per page."""

import re
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.document import Composer, Loaded, base_name
from desktop_agent.web.extract.pdf import read_pdf

_READING_S: Final = 40.0
_MAX_PAGES: Final = 5000
_REMEDIES: Final = {
    "needs a password": "Save a copy without it.",
    "holds no text": "Let a program for character recognition (OCR) add its text.",
    "is broken": "See whether it opens elsewhere, and save it anew.",
}
_PAGE: Final = re.compile(r"^## Page (\d{1,6})$", re.MULTILINE)
_UNFINISHED: Final = re.compile(r"\n\n\[(\d+ of \d+ pages were read): [^\n]*\]$")


def load_pdf(body: bytes, name: str) -> Loaded:
    """Load a PDF file, with one part for each page that has text."""
    try:
        title, text, date = read_pdf(body, base_name(name), seconds=_READING_S, most=_MAX_PAGES)
    except Unreadable as error:
        remedies = (remedy for sign, remedy in _REMEDIES.items() if sign in error.message)
        raise Unreadable(error.message, next(remedies, "")) from None
    unfinished = _UNFINISHED.search(text, max(0, len(text) - 200))
    if unfinished:
        text = text[: unfinished.start()]
    composer = Composer()
    for start, end, page in _pages(text):
        if text[start:end].partition("\n")[2].strip():
            composer.add(text[start:end], page=page)
    note = f"Only {unfinished[1].removesuffix(' were read')} were read." if unfinished else ""
    return composer.loaded(title or base_name(name), "application/pdf", date=date, note=note)


def _pages(text: str) -> list[tuple[int, int, int]]:
    """Return the start offset, end offset and number of each page."""
    starts: list[int] = []
    for match in _PAGE.finditer(text):
        if int(match[1]) == len(starts) + 1:
            starts.append(match.start())
    ends = [*starts[1:], len(text)]
    return [
        (start, end, page) for page, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]
