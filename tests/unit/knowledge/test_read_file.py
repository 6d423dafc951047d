"""Files that a person attaches, read as a model is told of them."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.messages import Attachment
from desktop_agent.knowledge.document_reader import (
    MAX_BYTES,
    MAX_CHARACTERS,
    DocumentReader,
    ReadingOptions,
)
from desktop_agent.knowledge.document_reader import read_file as read_with
from desktop_agent.web.fetch.worker import ExtractionWorker
from tests.unit.web.extract.test_pdf import pdf


@pytest.fixture
async def worker() -> AsyncIterator[ExtractionWorker]:
    worker = ExtractionWorker()
    yield worker
    await worker.aclose()


@pytest.fixture
async def read_file(worker) -> AsyncIterator[Callable[[Path], Awaitable[Attachment]]]:
    documents = DocumentReader(lambda: ReadingOptions(MAX_BYTES))
    yield lambda path: read_with(path, worker, documents)
    await documents.aclose()


def written(folder: Path, name: str, body: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(body if isinstance(body, bytes) else body.encode())
    return path


async def test_text_is_given_as_it_stands_pages_as_they_read_and_long_text_cut(read_file, tmp_path):
    for name, body, media_type in (
        ("a.txt", "Height: 15 m", "text/plain"),
        ("a.csv", "place,height\nSevern,15", "text/csv"),
        ("a.json", '{"height": 15}', "application/json"),
        ("a.py", "print('<html>')\n# 15", "text/plain"),
        ("page.vue", "<html><script>let a = 15</script></html>", "text/plain"),
    ):
        read = await read_file(written(tmp_path, name, body))
        assert (read.name, read.text, read.media_type) == (name, body, media_type)
        assert (read.note, read.data) == ("", b"")
    read = await read_file(written(tmp_path, "a.txt", "Höhe: 15 m".encode("utf-16")))
    assert read.text == "Höhe: 15 m"
    body = (
        "<html><body><script>steal()</script><main><p>High water at six.</p></main></body></html>"
    )
    read = await read_file(written(tmp_path, "a.html", body))
    assert read.text == "High water at six."
    read = await read_file(written(tmp_path, "a.pdf", pdf("High water")))
    assert "## Page 1" in read.text
    assert "High water" in read.text
    assert read.media_type == "application/pdf"
    read = await read_file(written(tmp_path, "a.txt", "word " * 60_000))
    assert len(read.text) < MAX_CHARACTERS + 100
    assert read.note == "cut at 200,000 of 299,999 characters"


async def test_what_cannot_be_read_is_refused_by_name_without_advice_on_pages(read_file, tmp_path):
    for name, body, says in (
        ("a.zip", b"PK\x03\x04" + b"\0" * 50, "application/zip"),
        ("a.bin", bytes(range(256)) * 4, "binary"),
        ("a.txt", b"", "is empty"),
        ("a.pdf", b"%PDF-1.7 broken", "damaged"),
    ):
        with pytest.raises(Unreadable, match=name.replace(".", r"\.")) as refused:
            await read_file(written(tmp_path, name, body))
        assert says in refused.value.message
        assert "page" not in refused.value.remedy
        assert "fetch" not in refused.value.remedy


async def test_an_image_keeps_its_bytes_whatever_it_is_called(read_file, tmp_path):
    for head, kind in (
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
    ):
        body = head + b"\0" * 20
        read = await read_file(written(tmp_path, "a.txt", body))
        assert (read.media_type, read.data, read.is_image) == (kind, body, True)


async def test_what_is_too_large_no_file_or_gone_is_refused(read_file, tmp_path):
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    refused = [
        (large, "larger than 20 MB"),
        (tmp_path, "not a file"),
        (tmp_path / "gone", "no longer exists"),
    ]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.txt")  # would never end
        refused.append((tmp_path / "pipe.txt", "not a file"))
    if os.name != "nt" and os.geteuid():
        written(tmp_path, "locked.txt", "x").chmod(0)
        refused.append((tmp_path / "locked.txt", "cannot be read"))
    for path, says in refused:
        with pytest.raises(Unreadable, match=says):
            await read_file(path)
