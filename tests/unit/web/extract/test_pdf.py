"""PDF text by page, from small files written by hand (PDF 1.4, ISO 32000)."""

import time
import zlib

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.formats.pdf import read_pdf
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.fetch.worker import ExtractionWorker


def pdf(*pages: str, title: str = "", dates: str = "", stream: bytes | None = None) -> bytes:
    """Gives a PDF with a line of text on each page; ``stream`` replaces their packed content."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, text in enumerate(pages):
        lines = "".join(f"({line}) Tj 0 -20 Td " for line in text.split("\n"))
        packed = stream or zlib.compress(f"BT /F1 12 Tf 72 700 Td {lines}ET".encode())
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * n} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + packed + b"\nendstream")
    objects.append(f"<< /Title ({title}) {dates} >>".encode())
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    tail = f"trailer << /Size {size} /Root 1 0 R /Info {size - 1} 0 R >>\nstartxref\n{len(out)}\n"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{tail}%%EOF\n".encode()


def spaces(megabytes: int) -> bytes:
    """Gives a compressed stream of spaces, made of one block again and again."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH) for _ in "ab"]
    return parts[0] + parts[1] * (megabytes - 1) + packer.flush()


def test_each_page_is_under_a_heading_with_its_number():
    body = pdf("The tide rises.\nIt falls.", "And rises.", title="Tides")
    title, text, published = read_pdf(body, "http://p/t.pdf")
    assert (title, published) == ("Tides", "")
    assert text == "## Page 1\n\nThe tide rises.\nIt falls.\n\n## Page 2\n\nAnd rises."


def test_the_date_of_a_pdf_is_that_of_its_last_change():
    dates = "/CreationDate (D:20230908101500+02'00') /ModDate (D:20240102)"
    assert extract(Document(pdf("x", dates=dates), "", None, "http://p/")).published == "2024-01-02"
    unset = "/CreationDate (D:19700101000000Z) /ModDate (never)"
    assert read_pdf(pdf("x", dates=unset), "http://p/")[2] == ""


def test_a_page_without_text_keeps_its_number():
    _, text, _ = read_pdf(pdf("one", "", "three"), "http://p/")
    assert text == "## Page 1\n\none\n\n## Page 2\n\n## Page 3\n\nthree"


@pytest.mark.parametrize(
    "declared", ["application/pdf", "text/html", "text/plain", "", "image/png"]
)
def test_a_pdf_is_known_by_its_first_bytes_whatever_it_is_called(declared):
    found = extract(Document(pdf("Hello"), declared, None, "http://p/"))
    assert (found.text, found.media_type) == ("## Page 1\n\nHello", "application/pdf")


@pytest.mark.parametrize(
    "body",
    [b"%PDF-1.4\n", b"%PDF-1.4\n" + b"\0" * 5000, pdf("x")[:60], b"%PDF-1.7\ntrailer << >>"],
)
def test_a_broken_pdf_is_told_as_such(body):
    with pytest.raises(Unreadable, match=r"The PDF http://p/ is broken or was cut"):
        read_pdf(body, "http://p/")


def test_a_pdf_of_pictures_alone_says_so():
    with pytest.raises(Unreadable, match="no text, only pictures"):
        read_pdf(pdf("", ""), "http://p/")


async def test_a_decompression_bomb_in_a_pdf_costs_a_clear_error_and_not_the_program():
    bomb = pdf("x", stream=spaces(1500))
    worker = ExtractionWorker(timeout_s=20)
    began = time.monotonic()
    with pytest.raises(Unreadable, match="http://bomb/"):
        await worker.extract(Document(bomb, "application/pdf", None, "http://bomb/"))
    assert time.monotonic() - began < 25
    page = await worker.extract(Document(pdf("fine"), "application/pdf", None, "http://p/"))
    assert page.text == "## Page 1\n\nfine"
    await worker.aclose()
