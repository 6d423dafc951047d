"""Bytes to text: labels, their order, and the guess."""

import codecs
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.encoding import decode
from desktop_agent.web.extract.pipeline import extract
from tests.unit.web.extract.languages import TEXTS, encoded

WAYS = ("header", "header in capitals", "meta charset", "meta http-equiv", "xml declaration")
NOT_GUESSED = {
    "iso-8859-10": "too few letters tell it from other encodings of the north",
    "iso-8859-14": "the detector does not know it",
    "macintosh": "the detector does not know it",
    "windows-1258": "the detector takes its accents for other letters",
}
"""Encodings that must be named, and why."""
NO_ASCII = {"utf-16le", "utf-16be"}
"""A page in these cannot name them within itself: what could be read as ASCII is not in them."""


def labelled(encoding: str, way: str) -> tuple[bytes, str | None]:
    """Gives a page in the encoding, and what its header says."""
    marks = {
        "meta charset": f'<meta charset="{encoding}">',
        "meta http-equiv": "<META http-equiv=Content-Type "
        f"content='text/html; charset={encoding}'>",
        "xml declaration": f'<?xml version="1.0" encoding="{encoding}"?>',
    }
    header = {"header": encoding, "header in capitals": f" {encoding.upper()} "}.get(way)
    return encoded(f"{marks.get(way, '')}<p>{TEXTS[encoding]}</p>", encoding), header


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("encoding", TEXTS)
def test_each_encoding_is_read_however_it_is_labelled(encoding, way):
    body, header = labelled(encoding, way)
    text = decode(body, header)
    assert TEXTS[encoding] in text
    assert "\ufffd" not in text


def test_a_page_is_read_so_in_more_than_thirty_encodings():
    assert len(TEXTS) == 38


@pytest.mark.parametrize("encoding", [name for name in TEXTS if name not in NOT_GUESSED])
def test_an_encoding_without_a_label_is_guessed_from_a_few_sentences(encoding):
    text = TEXTS[encoding]
    assert decode(encoded(text, encoding), markup="none") == text
    page = f"<!doctype html><html><title>t</title><div class=main><p>{text}</p></div></html>"
    assert text in decode(encoded(page, encoding))


@pytest.mark.parametrize("encoding", NOT_GUESSED)
def test_what_cannot_be_guessed_is_still_text_and_loses_no_ascii(encoding):
    body = encoded(f"<p>begin</p>{TEXTS[encoding]}<p>end</p>", encoding)
    assert re.fullmatch("<p>begin</p>.+<p>end</p>", decode(body))


@pytest.mark.parametrize(
    ("bom", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_byte_order_mark_wins_over_header_and_meta(bom, codec):
    body = bom + "<meta charset=koi8-r>żółw".encode(codec)
    assert decode(body, "windows-1252") == "<meta charset=koi8-r>żółw"


def test_the_header_wins_over_meta_and_meta_over_the_xml_declaration():
    assert decode(b"<meta charset=koi8-r>\xe4", "iso-8859-1").endswith("\u00e4")
    body = b"<?xml version='1.0' encoding='koi8-r'?><meta charset=windows-1251>\xe4"
    assert decode(body).endswith("\u0434")
    assert decode(body, markup="xml").endswith("\u0414")
    assert decode(body, "iso-8859-1", markup="xml").endswith("\u00e4")


def test_a_label_that_is_wrong_is_kept_to_as_browsers_do():
    # UTF-8 sent as Latin-1: a person sees the page garbled in the same way
    assert decode("caf\u00e9".encode(), "iso-8859-1") == "caf\u00c3\u00a9"
    assert decode("<meta charset=utf-8>caf\u00e9".encode(), "latin1").endswith("caf\u00c3\u00a9")
    assert decode(b"caf\xe9 au lait", "utf-8") == "caf\ufffd au lait"


def test_an_xml_declaration_in_utf_16_is_read_without_a_byte_order_mark():
    for codec in ("utf-16-le", "utf-16-be"):
        body = '<?xml version="1.0"?><a>\u65e5</a>'.encode(codec)
        assert decode(body, markup="xml").endswith("<a>\u65e5</a>")


@pytest.mark.parametrize(
    "label",
    ["idna", "punycode", "utf-7", "rot13", "zip", "unicode_escape", "base64", "", "nonsense", "\0"],
)
def test_a_label_that_no_browser_knows_counts_for_nothing(label):
    began = time.process_time()
    assert decode(("é" * 100_000).encode(), label) == "é" * 100_000
    assert decode(f"<meta charset={label}>é".encode()).endswith("é")
    assert time.process_time() - began < 1


@pytest.mark.parametrize("label", ["replacement", "iso-2022-kr", "hz-gb-2312", "x-user-defined"])
def test_labels_that_would_blank_a_page_are_passed_over(label):
    assert decode("tidal \u2013 bore".encode(), label) == "tidal \u2013 bore"


def test_text_in_hz_and_iso_2022_kr_is_read_where_it_is_named():
    assert decode(b"<meta charset=hz-gb-2312>~{<:Ky2;~}").endswith("\u5df1\u6240\u4e0d")
    assert decode(b"\x1b$)C\x0e0!\x0f", "iso-2022-kr") == "\uac00"


def test_utf_8_with_a_broken_byte_is_still_utf_8():
    body = f"{TEXTS['koi8-r']} ".encode() + b"\xff " + TEXTS["windows-1253"].encode()
    assert decode(body) == f"{TEXTS['koi8-r']} \ufffd {TEXTS['windows-1253']}"


def test_latin_text_whose_charset_cannot_be_told_is_windows_1252():
    assert decode(b"caf\xe9") == "café"


def test_utf_8_that_was_cut_within_a_character_is_still_utf_8():
    assert decode("naïve – żółw".encode() + "ł".encode()[:1]).startswith("naïve – żółw")


@given(st.binary(max_size=400), st.one_of(st.none(), st.text(max_size=12)))
def test_no_bytes_and_no_label_can_make_decoding_fail(body, label):
    for markup in ("html", "xml", "none"):
        assert isinstance(decode(body, label, markup), str)


@given(st.text(max_size=200))
def test_text_in_utf_8_comes_back_as_it_was(text):
    assert decode(text.encode("utf-8", "replace"), "utf-8", markup="none") == text.encode(
        "utf-8", "replace"
    ).decode().removeprefix("\ufeff")


@pytest.mark.parametrize("encoding", TEXTS)
def test_the_whole_reader_takes_a_page_in_each_encoding_for_text(encoding):
    text = " ".join(TEXTS[encoding].split())
    body = encoded(f"<html><body><main><p>{text}</p></main></body></html>", encoding)
    found = extract(Document(body, "text/html", encoding, "http://site.example/", "text"))
    assert found.text == text
