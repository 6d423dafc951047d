"""Which loader a file gets, what every loader keeps to, and what is refused."""

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.document import MAX_CHARS
from desktop_agent.knowledge.loaders.load import load
from tests.unit.knowledge.loaders.making import docx, epub, odt, packed, paragraph
from tests.unit.web.extract.test_pdf import pdf

_PAGE = b"<!doctype html><html><title>Tides</title><body><h1>Tides</h1><p>The sea rises.</body>"


@pytest.mark.parametrize(
    ("body", "name", "media_type"),
    [
        (pdf("The sea rises."), "tides.txt", "application/pdf"),
        (docx(paragraph("The sea rises.")), "tides.pdf", "wordprocessingml"),
        (epub({"a.xhtml": "<p>The sea rises.</p>"}), "tides.zip", "application/epub+zip"),
        (odt("<text:p>The sea rises.</text:p>"), "tides.doc", "opendocument.text"),
        (_PAGE, "tides.txt", "text/html"),
        (b"The sea rises.", "tides.pdf", "text/plain"),
        (b"The sea rises.", "TIDES.MD", "text/markdown"),
        (rb"{\rtf1\ansi{\fonttbl\f0 Arial;}The sea rises.\par}", "tides.doc", "application/rtf"),
    ],
)
def test_a_file_is_read_as_what_it_is_whatever_its_ending(body, name, media_type):
    loaded = load(body, name)
    assert media_type in loaded.media_type
    assert "The sea rises." in loaded.text


def test_html_that_a_program_or_a_text_shows_is_not_taken_for_a_page():
    for name in ("page.py", "page.md", "page.json"):
        assert "<!doctype html>" in load(_PAGE, name).text


@pytest.mark.parametrize(
    ("body", "name", "message"),
    [
        (b"\0\1\2\3" * 1000, "notes/a.txt", "a.txt is not text."),
        (b"\x89PNG\r\n\x1a\n", "photo.md", "photo.md is an image, which isn't supported."),
        (b"\xd0\xcf\x11\xe0" + b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0", "old.doc", "old.doc"),
        (odt("<text:p>x</text:p>", manifest="<encryption-data/>"), "a.odt", "a.odt needs a password."),
        (b"\xd0\xcf\x11\xe0E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", "a.docx", "password"),
        (packed({"a.txt": "text"}), "a.zip", "a.zip is an archive, which isn't supported."),
        (b"PK\3\4 and no more", "cut.docx", "cut.docx is damaged or incomplete."),
        (b"%PDF-1.7 and no more", "cut.pdf", "cut.pdf is damaged or incomplete."),
        (b"PAR1\0\0\0\0PAR1", "a.parquet", "a.parquet is a data set of many documents"),
        (b"{", "a.ipynb", "a.ipynb is damaged or incomplete."),
    ],
)  # fmt: skip
def test_what_is_not_read_is_refused_with_its_name(body, name, message):
    with pytest.raises(Unreadable) as refused:
        load(body, name)
    assert message in refused.value.message
    assert "fetch" not in str(refused.value)


def test_a_name_without_meaning_is_no_error():
    for name in ("", "/", "a\ud800b\n\x1b[31m.txt", "x" * 5000, "C:\\notes\\a.txt"):
        loaded = load(b"The sea rises.", name)
        loaded.title.encode()
        assert loaded.title.isprintable()
        assert len(loaded.title) <= 300


def test_what_no_reader_sees_is_not_kept():
    loaded = load("a\x07b\u202ec\U000e0041d\x1b[31m\r\ne".encode(), "a.txt")
    assert not set(loaded.text) & {"\x07", "\x1b", "\r", "\U000e0041"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "koi8-r"])
def test_text_is_read_in_its_encoding(encoding):
    text = "Солнце и Луна притягивают воду океана, поэтому бывают приливы и отливы.\n" * 5
    assert load(text.encode(encoding), "tides.txt").text == text.rstrip()
    unmarked = "The sea rises.\n".encode("utf-16-le") * 3
    assert load(unmarked, "a.txt").text.count("rises") == 3


def test_a_text_that_is_too_long_is_cut_and_says_so_and_white_space_is_shortened():
    loaded = load(b"word " * (MAX_CHARS // 5 + 100), "long.txt")
    assert len(loaded.text) == MAX_CHARS
    assert loaded.note == "Only its first 20,000,000 characters were read."
    desert = load(b"a" + b"\n" * 3_000_000 + b"b", "a.txt")
    assert len(desert.text) < 3000
