"""PDF to text, page by page. Only for the worker: a crafted file can end its process."""

from datetime import UTC, datetime

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.facts.page_date import last_date

MAX_PAGES = 2000


def read_pdf(body: bytes, url: str) -> tuple[str, str, str]:
    """Gives title, text and date; in the text each page is under a heading ``## Page N``.

    The date is the day of the last change that the file names, in ISO 8601, or empty.

    Raises:
        Unreadable: the file is broken, needs a password, or holds pictures alone.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise Unreadable(f"The PDF {url} needs a password.") from None
        raise Unreadable(f"The PDF {url} is broken or was cut.", _LARGER) from None
    try:
        pages = [_page_text(document, number) for number in range(min(len(document), MAX_PAGES))]
        title = " ".join(str(document.get_metadata_value("Title")).split())
        dates = [str(document.get_metadata_value(name)) for name in ("ModDate", "CreationDate")]
    finally:
        document.close()
    if not any(pages):
        raise Unreadable(
            f"The PDF {url} holds no text, only pictures.", "It would need character recognition."
        )
    parts = [f"## Page {number}\n\n{text}".rstrip() for number, text in enumerate(pages, 1)]
    return title, "\n\n".join(parts), last_date(dates, datetime.now(UTC).date())


_LARGER = "If it is larger than fetch.max_bytes, raise that."


def _page_text(document: object, number: int) -> str:
    import pypdfium2

    assert isinstance(document, pypdfium2.PdfDocument)
    try:
        page = document[number]
        text = page.get_textpage().get_text_bounded()
        page.close()
    except pypdfium2.PdfiumError:
        return ""  # one broken page does not cost the others
    # pdfium ends lines with CR LF and marks a hyphen at a line's end with U+FFFE
    return str(text).replace("\r\n", "\n").replace("\ufffe", "-").strip()
