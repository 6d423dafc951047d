"""Bytes to text: labels, their order, and the guess."""

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.extract.charset import decode

TEXTS = {
    "utf-8": "Blåbærsyltetøy – 日本語のテキスト",
    "windows-1252": "Le cœur a ses raisons – que la raison ne connaît point",
    "iso-8859-2": "Příliš žluťoučký kůň úpěl ďábelské ódy",
    "iso-8859-5": "Широкая электрификация южных губерний даст мощный толчок",
    "iso-8859-7": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία του λαού",
    "iso-8859-8": "דג סקרן שט בים מאוכזב ולפתע מצא חברה נעימה",
    "iso-8859-15": "Voix ambiguë d'un cœur qui préfère les jattes de kiwis à 5 €",
    "windows-1250": "Zażółć gęślą jaźń, a potem wróć do domu",
    "windows-1251": "Съешь же ещё этих мягких французских булок, да выпей чаю",
    "windows-1253": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία της χώρας",
    "windows-1254": "Pijamalı hasta yağız şoföre çabucak güvendi",
    "windows-1256": "نص حكيم له سر قاطع وذو شأن عظيم مكتوب",
    "koi8-r": "Съешь же ещё этих мягких французских булок, да выпей чаю",
    "shift_jis": "いろはにほへと ちりぬるを わかよたれそ つねならむ",
    "euc-jp": "いろはにほへと ちりぬるを わかよたれそ つねならむ",
    "gb18030": "天地玄黄 宇宙洪荒 日月盈昃 辰宿列张",
    "big5": "天地玄黃 宇宙洪荒 日月盈昃 辰宿列張",
    "euc-kr": "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다",
}
WAYS = ("header", "header in capitals", "meta charset", "meta http-equiv", "xml declaration")


def labelled(encoding: str, way: str) -> tuple[bytes, str | None]:
    """Gives a page in the encoding, and what its header says."""
    text = f"<p>{TEXTS[encoding]}</p>"
    marks = {
        "meta charset": f'<meta charset="{encoding}">',
        "meta http-equiv": "<META http-equiv=Content-Type "
        f"content='text/html; charset={encoding}'>",
        "xml declaration": f'<?xml version="1.0" encoding="{encoding}"?>',
    }
    header = {"header": encoding, "header in capitals": f" {encoding.upper()} "}.get(way)
    return (marks.get(way, "") + text).encode(encoding), header


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("encoding", TEXTS)
def test_each_encoding_is_read_however_it_is_labelled(encoding, way):
    body, header = labelled(encoding, way)
    assert TEXTS[encoding] in decode(body, header)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "windows-1251", "koi8-r", "shift_jis", "euc-jp", "gb18030", "euc-kr"]
)
def test_an_encoding_without_a_label_is_guessed(encoding):
    body = (f"<p>{TEXTS[encoding]}</p>" * 20).encode(encoding)
    assert TEXTS[encoding] in decode(body)


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


def test_the_header_wins_over_meta():
    assert decode(b"<meta charset=koi8-r>\xe4", "iso-8859-1").endswith("ä")


@pytest.mark.parametrize(
    "label",
    ["idna", "punycode", "utf-7", "rot13", "zip", "unicode_escape", "base64", "", "nonsense", "\0"],
)
def test_a_label_that_no_browser_knows_counts_for_nothing(label):
    began = time.monotonic()
    assert decode(("é" * 100_000).encode(), label) == "é" * 100_000
    assert decode(f"<meta charset={label}>é".encode()).endswith("é")
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("label", ["replacement", "iso-2022-kr", "hz-gb-2312", "x-user-defined"])
def test_labels_that_would_blank_a_page_are_passed_over(label):
    assert decode("tidal – bore".encode(), label) == "tidal – bore"


def test_a_meta_that_claims_utf_16_but_could_be_read_means_utf_8():
    assert decode('<meta charset="utf-16">żółw'.encode()).endswith("żółw")


def test_a_label_within_a_comment_or_in_text_that_is_no_markup_does_not_count():
    assert decode("<!-- <meta charset=koi8-r> -->żółw".encode()).endswith("żółw")
    assert decode("<meta charset=koi8-r>żółw".encode(), markup=False).endswith("żółw")


def test_latin_text_whose_charset_cannot_be_told_is_windows_1252():
    assert decode(b"caf\xe9") == "café"


def test_utf_8_that_was_cut_within_a_character_is_still_utf_8():
    assert decode("naïve – żółw".encode() + "ł".encode()[:1]).startswith("naïve – żółw")


@given(st.binary(max_size=400), st.one_of(st.none(), st.text(max_size=12)))
def test_no_bytes_and_no_label_can_make_decoding_fail(body, label):
    assert isinstance(decode(body, label), str)


@given(st.text(max_size=200))
def test_text_in_utf_8_comes_back_as_it_was(text):
    assert decode(text.encode("utf-8", "replace"), "utf-8", markup=False) == text.encode(
        "utf-8", "replace"
    ).decode().removeprefix("\ufeff")
