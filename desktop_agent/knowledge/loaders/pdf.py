"""The loader for PDF files, with one part per page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.document import Composer, Loaded
from desktop_agent.knowledge.loaders.programs import find_tesseract, how_to_install
from desktop_agent.web.extract.pdf import no_text, read_pages

_READING_S: Final = 40.0
_MAX_PAGES: Final = 5000
_REMEDIES: Final = {
    "needs a password": "Save a copy without it.",
    "is damaged": "Check whether it opens elsewhere, then save it again.",
}


def load_pdf(body: bytes, name: str, recognized: Mapping[int, str] | None) -> Loaded:
    """Load a PDF file, with one part for each page that has text.

    ``recognized`` maps the numbers of scanned pages to their text, or is None if OCR is off.
    Scanned pages missing from it are returned in ``scanned``.
    """
    try:
        pages = read_pages(body, name, seconds=_READING_S, most=_MAX_PAGES)
    except Unreadable as error:
        remedies = (remedy for sign, remedy in _REMEDIES.items() if sign in error.message)
        raise Unreadable(error.message, next(remedies, "")) from None
    known = recognized or {}
    texts = {page: text for page, text in known.items() if text}
    wrong = [page for page in pages.pictures + pages.unmapped if page not in texts]
    left = replace(
        pages,
        pictures=[page for page in pages.pictures if page in wrong],
        unmapped=[page for page in pages.unmapped if page in wrong],
    )
    scanned = () if recognized is None else tuple(sorted({*wrong} - known.keys()))
    remedy = how_to_install("Tesseract") if wrong and recognized is None else ""
    if remedy and find_tesseract():
        remedy = "Set knowledge.ocr_languages, for example to eng."
    composer = Composer()
    for number, text in enumerate(pages.texts, 1):
        if said := texts.get(number, text):
            seen = " (recognized from a picture)" if number in texts else ""
            composer.add(f"## Page {number}{seen}\n\n{said}", page=number)
    loaded = composer.loaded(
        pages.title or name,
        "application/pdf",
        date=pages.date,
        note=" ".join(left.notes),
    )
    if not (loaded.text or scanned):
        raise Unreadable(no_text(name, pages).message, remedy)
    return replace(loaded, remedy=remedy, scanned=scanned)
