"""Files that a person attaches, read as a model is told of them."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.messages import Attachment
from desktop_agent.knowledge.reader import MAX_BYTES, MAX_CHARACTERS, DocumentReader, image_type
from desktop_agent.knowledge.reader import read_file as read_with
from desktop_agent.web.fetch.worker import ExtractionWorker

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R"
    b"/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 44>>stream\nBT /F1 18 Tf 10 40 Td (High water) Tj ET    \nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF"
)


@pytest.fixture
async def worker() -> AsyncIterator[ExtractionWorker]:
    worker = ExtractionWorker()
    yield worker
    await worker.aclose()


@pytest.fixture
async def read_file(worker) -> AsyncIterator[Callable[[Path], Awaitable[Attachment]]]:
    documents = DocumentReader(max_bytes=MAX_BYTES, tokens=0, overlap=0)
    yield lambda path: read_with(path, worker, documents)
    await documents.aclose()


def written(folder: Path, name: str, body: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(body if isinstance(body, bytes) else body.encode())
    return path


async def test_text_of_any_kind_is_given_as_it_stands(read_file, tmp_path):
    for name, body, media_type in (
        ("a.txt", "Height: 15 m", "text/plain"),
        ("a.md", "# Tides\n\n- 15 m", "text/plain"),
        ("a.csv", "place,height\nSevern,15", "text/csv"),
        ("a.json", '{"height": 15}', "application/json"),
        ("a.py", "print('<html>')\n# 15", "text/plain"),
        ("page.vue", "<html><script>let a = 15</script></html>", "text/plain"),
        ("LICENSE", "No warranty.", "text/plain"),
    ):
        read = await read_file(written(tmp_path, name, body))
        assert (read.name, read.text, read.media_type) == (name, body, media_type)
        assert (read.note, read.data) == ("", b"")


async def test_text_is_decoded_html_cut_down_to_what_it_says_and_pdf_given_by_page(
    read_file, tmp_path
):
    read = await read_file(written(tmp_path, "a.txt", "Höhe: 15 m".encode("utf-16")))
    assert read.text == "Höhe: 15 m"
    body = (
        "<html><body><script>steal()</script><main><p>High water at six.</p></main></body></html>"
    )
    read = await read_file(written(tmp_path, "a.html", body))
    assert read.text == "High water at six."
    read = await read_file(written(tmp_path, "a.pdf", PDF))
    assert "## Page 1" in read.text
    assert "High water" in read.text
    assert read.media_type == "application/pdf"


async def test_a_long_text_is_cut_and_the_note_says_so(read_file, tmp_path):
    read = await read_file(written(tmp_path, "a.txt", "word " * 60_000))
    assert len(read.text) < MAX_CHARACTERS + 100
    assert read.note == "cut at 200,000 of 299,999 characters"


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"RIFF\0\0\0\0WAVE", ""),
        (b"plain", ""),
    ],
)
def test_images_are_known_by_their_first_bytes(head, kind):
    assert image_type(head) == kind


async def test_an_image_keeps_its_bytes_whatever_it_is_called(read_file, tmp_path):
    body = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
    read = await read_file(written(tmp_path, "a.txt", body))
    assert (read.media_type, read.data, read.is_image) == ("image/png", body, True)


async def test_what_cannot_be_read_is_refused_by_name_without_advice_on_pages(read_file, tmp_path):
    for name, body, says in (
        ("a.zip", b"PK\x03\x04" + b"\0" * 50, "application/zip"),
        ("a.bin", bytes(range(256)) * 4, "binary"),
        ("a.txt", b"", "is empty"),
        ("a.pdf", b"%PDF-1.7 broken", "broken"),
    ):
        with pytest.raises(Unreadable, match=name.replace(".", r"\.")) as refused:
            await read_file(written(tmp_path, name, body))
        assert says in refused.value.message
        assert "page" not in refused.value.remedy
        assert "fetch" not in refused.value.remedy


async def test_a_file_beyond_the_limit_a_folder_and_one_that_is_gone_are_refused(
    read_file, tmp_path
):
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for path, says in ((large, "larger than 20 MB"), (tmp_path, "not a file")):
        with pytest.raises(Unreadable, match=says):
            await read_file(path)
    with pytest.raises(Unreadable, match="not there"):
        await read_file(tmp_path / "gone")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
async def test_a_pipe_that_would_never_end_is_refused(read_file, tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(Unreadable, match="not a file"):
        await read_file(tmp_path / "pipe.txt")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be read")
async def test_a_file_that_may_not_be_read_says_so(read_file, tmp_path):
    path = written(tmp_path, "a.txt", "x")
    path.chmod(0)
    with pytest.raises(Unreadable, match="cannot be read"):
        await read_file(path)
