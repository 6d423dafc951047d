"""Kinds of documents, by their type and by their first bytes."""

import io
import zipfile

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.media_type import Kind, refuse_by_name, sniff

URL = "http://site.example/file"
OPEN_DOCUMENT = "application/vnd.oasis.opendocument.text"
OFFICE = "application/vnd.openxmlformats-officedocument."


def zipped(*names: str, mimetype: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        if mimetype:
            archive.writestr("mimetype", mimetype)
        for name in names:
            archive.writestr(name, "content")
    return out.getvalue()


def ole(stream: str) -> bytes:
    return (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000) + stream.encode("utf-16-le") + bytes(99)
    )


BINARIES = [
    (b"\x89PNG\r\n\x1a\n", "an image", "image/png"),
    (b"\xff\xfb\x90\0", "a sound recording", "audio/mpeg"),
    (b"\x1aE\xdf\xa3\x01\0\x42\x82matroska", "a film", "video/x-matroska"),
    (zipped("a.txt"), "an archive", "application/zip"),
    (zipped("[Content_Types].xml", "word/document.xml"), "a Word document", OFFICE + "wordprocess"),
    (zipped("content.xml", mimetype=OPEN_DOCUMENT), "a text document", OPEN_DOCUMENT),
    (ole("WordDocument"), "a Word document", "application/msword"),
    (ole("Thumbs"), "an old Office document", "application/x-ole-storage"),
    (b"{\\rtf1\\ansi High water}", "a Rich Text document", "application/rtf"),
    (b"\x7fELF\2\1", "a program", "application/x-executable"),
]


@pytest.mark.parametrize(("body", "name", "media_type"), BINARIES)
def test_a_binary_is_refused_by_what_it_is_whatever_it_is_called(body, name, media_type):
    for declared in ("text/html", "application/octet-stream", ""):
        with pytest.raises(Unreadable) as refused:
            sniff(body, declared, URL)
        assert f"{URL} is {name} of type {media_type}" in refused.value.message
        assert "which isn't supported" in refused.value.message
        assert "PDF" in refused.value.remedy


@pytest.mark.parametrize(
    "text",
    ["BM is a mark", "MZ is another", "PK\n3", "%PD"],
)  # fmt: skip
def test_words_that_look_like_a_mark_are_words(text):
    assert sniff(text.encode(), "text/plain", URL) == (Kind.TEXT, "text/plain")


@pytest.mark.parametrize(
    ("media_type", "says"),
    [
        ("image/png", "an image"),
        ("video/mp4", "a film"),
        (OFFICE + "spreadsheetml.sheet", "a spreadsheet"),
        ("application/x-nonsense", "of type application/x-nonsense"),
    ],
)
def test_what_is_never_read_is_refused_before_it_is_loaded(media_type, says):
    for text in ("", "*/*", "text/anything", "application/ld+json", "application/octet-stream"):
        refuse_by_name(text, URL)
    with pytest.raises(Unreadable, match="which isn't supported") as refused:
        refuse_by_name(media_type, URL)
    assert says in refused.value.message


RSS = b"<?xml version='1.0'?>\n<?xml-stylesheet href='a'?><!-- c --><rss version='2.0'>"


@pytest.mark.parametrize(
    ("body", "declared", "kind", "media_type"),
    [
        (b"%PDF-1.4", "text/html", Kind.PDF, "application/pdf"),
        (b"<!DOCTYPE html><p>x", "text/plain", Kind.HTML, "text/html"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'>", "text/xml", Kind.HTML, "text/html"),
        (b'{"a": [1]}', "text/html", Kind.JSON, "application/json"),
        (b"[1, 2", "text/plain", Kind.TEXT, "text/plain"),
        (b'{"a": 1}\n{"a": 2}', "application/x-ndjson", Kind.TEXT, "application/x-ndjson"),
        (RSS, "text/html", Kind.XML, "application/xml"),
        (RSS, "text/plain", Kind.XML, "application/xml"),
        (b"<rss> is a tag", "text/markdown", Kind.TEXT, "text/markdown"),
        (b"a,b\n1,2", "text/csv", Kind.TABLE, "text/csv"),
        (b"\xef\xbb\xbf\n<!-- c --><html><p>x", "text/plain", Kind.HTML, "text/html"),
        ("wörter".encode("utf-16"), "text/plain", Kind.TEXT, "text/plain"),
    ],
)
def test_a_type_that_errs_is_put_right_by_the_bytes(body, declared, kind, media_type):
    assert sniff(body, declared, URL) == (kind, media_type)


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Hello", "utf-16-le"),
        ("<p>日本語</p>", "utf-16-be"),
    ],
)
def test_utf_16_without_a_mark_is_text_where_it_is_named_or_shows(text, codec):
    assert sniff(text.encode(codec), "text/plain", URL, "utf-16") == (Kind.TEXT, "text/plain")
    assert sniff((text * 9).encode(codec), "text/plain", URL) == (Kind.TEXT, "text/plain")


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        (bytes(range(256)) * 4, None),
        (b"\1\2\3\4\5" * 50, "windows-1252"),
        (bytes(400), "utf-16"),
        (b"a\0" + bytes(99), "utf-16"),
    ],
)
def test_what_is_no_text_is_binary(body, charset):
    with pytest.raises(Unreadable, match="binary"):
        sniff(body, "text/plain", URL, charset)
