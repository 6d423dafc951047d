"""Bytes to text: labels, their order, the guess, and every character of the older encodings."""

import codecs
import re
import time

import pytest

from desktop_agent.web.extract.encoding import SCANNED, decode, encoding_name, meta_labels, text_in
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document
from tests.unit.web.extract.languages import TEXTS, encoded

NOT_GUESSED = {
    "iso-8859-10": "too few letters tell it from other encodings of the north",
    "iso-8859-14": "the detector does not know it",
    "macintosh": "the detector does not know it",
    "windows-1258": "the detector takes its accents for other letters",
}
"""Encodings that must be named, and why."""


@pytest.mark.parametrize("encoding", TEXTS)
def test_each_encoding_is_read_however_it_is_labelled(encoding):
    marks = {
        "": encoding,
        " ": f" {encoding.upper()} ",
        f'<meta charset="{encoding}">': None,
        f"<META http-equiv=Content-Type content='text/html; charset={encoding}'>": None,
        f'<?xml version="1.0" encoding="{encoding}"?>': None,
    }
    for mark, header in marks.items():
        text = decode(encoded(f"{mark}<p>{TEXTS[encoding]}</p>", encoding), header)
        assert TEXTS[encoding] in text, mark
        assert "\ufffd" not in text
    page = encoded(f"<html><body><main><p>{TEXTS[encoding]}</p></main></body></html>", encoding)
    found = extract(Document(page, "text/html", encoding, "http://site.example/", "text"))
    assert found.text == " ".join(TEXTS[encoding].split())


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


def test_a_mark_wins_over_the_header_which_wins_over_meta_and_meta_over_the_xml_declaration():
    for bom, codec in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        body = bom + "<meta charset=koi8-r>żółw".encode(codec)
        assert decode(body, "windows-1252") == "<meta charset=koi8-r>żółw"
    assert decode(b"<meta charset=koi8-r>\xe4", "iso-8859-1").endswith("\u00e4")
    body = b"<?xml version='1.0' encoding='koi8-r'?><meta charset=windows-1251>\xe4"
    assert decode(body).endswith("\u0434")
    assert decode(body, markup="xml").endswith("\u0414")
    assert decode(body, "iso-8859-1", markup="xml").endswith("\u00e4")


@pytest.mark.parametrize("label", ["idna", "utf-7", "", "replacement"])
def test_a_label_that_no_browser_knows_or_that_would_blank_a_page_counts_for_nothing(label):
    began = time.process_time()
    assert decode(("é" * 100_000).encode(), label) == "é" * 100_000
    assert decode(f"<meta charset={label}>é".encode()).endswith("é")
    assert time.process_time() - began < 1


PRAGMA = "http-equiv=content-type content"


@pytest.mark.parametrize(
    ("head", "labels"),
    [
        ('<meta\tname=x\ncharset = "koi8-r" >', ["koi8-r"]),
        (f'<meta {PRAGMA}="text/html; charset=koi8-r">', ["koi8-r"]),
        (f"<meta {PRAGMA}='text/html;charset = \"koi8-r\"'>", ["koi8-r"]),
        ('<meta content="text/html; charset=koi8-r" http-equiv="Content-Type">', ["koi8-r"]),
        ("<!-- a > <meta charset=utf-8> --><meta charset=koi8-r>", ["koi8-r"]),
        ("<meta charset=koi8-r><meta charset=utf-8>", ["koi8-r", "utf-8"]),
        (f"{' ' * 2000}<meta charset=koi8-r>", ["koi8-r"]),
        (f"{' ' * SCANNED}<meta charset=koi8-r>", []),
        ("<metacharset=koi8-r>", []),
    ],
)
def test_labels_are_found_as_the_standard_finds_them(head, labels):
    assert list(meta_labels(head.encode())) == labels


GREEK, RUSSIAN = TEXTS["windows-1253"], TEXTS["koi8-r"]


@pytest.mark.parametrize(
    ("body", "label", "text"),
    [
        # a label that is wrong is kept to, as browsers do: a person sees the page garbled as well
        ("caf\u00e9".encode(), "iso-8859-1", "caf\u00c3\u00a9"),
        (b"caf\xe9 au lait", "utf-8", "caf\ufffd au lait"),
        # a meta means what can be meant, and an unknown label leaves it to the next
        (b"<meta charset=nonsense><meta charset=koi8-r>\xe4", None, "\u0414"),
        ("<meta charset=utf-16be>\u0436".encode(), None, "\u0436"),
        # an XML declaration in UTF-16 without a byte order mark
        ('<?xml version="1.0"?><a>\u65e5</a>'.encode("utf-16-le"), None, "<a>\u65e5</a>"),
        # UTF-8 with a broken byte or cut within a character is still UTF-8
        (f"{RUSSIAN} ".encode() + b"\xff " + GREEK.encode(), None, f"{RUSSIAN} \ufffd {GREEK}"),
        ("naïve – żółw".encode() + "ł".encode()[:1], None, "naïve – żółw\ufffd"),
        (b"caf\xe9", None, "café"),
    ],
)
def test_what_is_declared_wrongly_or_broken_is_still_text(body, label, text):
    assert decode(body, label).endswith(text)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("unicode-1-1-utf-8", "utf-8"),
        ("latin1", "windows-1252"),
        ("gb2312", "gbk"),
        ("unicode", "utf-16le"),
        ("utf-7", ""),
        ("\u212aoi8-r", ""),
    ],
)
def test_a_label_of_the_standard_names_its_encoding_in_any_case_and_with_spaces(label, name):
    assert encoding_name(label) == encoding_name(f"\t {label.upper()}\n") == name


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        ("iso-8859-8-i", b"\xf9\xec", "\u05e9\u05dc"),
        ("gbk", b"\x90\x30\x81\x30", "\U00010000"),
        ("big5", b"\x88\x62", "\u00ca\u0304"),
        ("shift_jis", b"\x87\x40\xb1\x5c", "\u2460\uff71\\"),
        ("euc-jp", b"\x8e\xb1\xad\xa1\x8f\xb0\xa1", "\uff71\u2460\u4e02"),
        ("utf-16le", b"a\0\x3d\xd8", "a\ufffd"),
        ("utf-8", b"a\xf0\x9f\x8cb\xff", "a\ufffdb\ufffd"),
    ],
)
def test_characters_that_makers_of_computers_added_to_an_encoding_are_read(name, body, text):
    assert text_in(body, name) == text


@pytest.mark.parametrize("name", ["big5", "euc-jp", "euc-kr", "gb18030", "shift_jis", "utf-8"])
def test_a_broken_byte_takes_neither_the_rest_nor_what_closes_a_tag_with_it(name):
    for cut in (b"\xe5<b>", b"\xfd</b>", b"\xe5"):
        text = text_in(b"<i>" + cut, name)
        assert text.endswith(cut[1:].decode("ascii"))
        assert not text.isascii()
    whole = encoded(TEXTS[name], name)
    text = text_in(whole + b"\xff " + whole, name)
    assert text.startswith(TEXTS[name])
    assert text.endswith(TEXTS[name])
    assert len(text_in(b"\xff\x20" * 200_000, name)) == 400_000
