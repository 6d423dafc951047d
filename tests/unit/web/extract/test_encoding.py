"""The WHATWG Encoding standard: all of its labels, and every character of its older encodings."""

import hashlib
import time

import pytest

from desktop_agent.web.extract.encoding import encoding_name, seven_bit_text, text_in
from tests.unit.web.extract.languages import TEXTS, encoded

LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "ibm866": "866 cp866 csibm866 ibm866",
    "iso-8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso-8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso-8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso-8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    "iso-8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual",
    "iso-8859-8-i": "csiso88598i iso-8859-8-i logical",
    "iso-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso-8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso-8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso-8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "macintosh": "csmacintosh mac macintosh x-mac-roman",
    "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "windows-1250": "cp1250 windows-1250 x-cp1250",
    "windows-1251": "cp1251 windows-1251 x-cp1251",
    "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    "windows-1253": "cp1253 windows-1253 x-cp1253",
    "windows-1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
    "windows-1255": "cp1255 windows-1255 x-cp1255",
    "windows-1256": "cp1256 windows-1256 x-cp1256",
    "windows-1257": "cp1257 windows-1257 x-cp1257",
    "windows-1258": "cp1258 windows-1258 x-cp1258",
    "x-mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gbk": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "gb18030": "gb18030",
    "big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso-2022-jp": "csiso2022jp iso-2022-jp",
    "shift_jis": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "euc-kr": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949",
    "replacement": "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement",
    "utf-16be": "unicodefffe utf-16be",
    "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    "x-user-defined": "x-user-defined",
}
"""All labels of the standard's table, by the encoding that they name."""

SINGLE_BYTES = {
    "ibm866": "2e3f89d51df1d1b9",
    "iso-8859-2": "da4d3b2f8f06435d",
    "iso-8859-3": "c1d9ce25d3762a52",
    "iso-8859-4": "54140e6e75ba62ce",
    "iso-8859-5": "5372981566958051",
    "iso-8859-6": "2b716bc800e7bfe3",
    "iso-8859-7": "8d94b0308cf418c9",
    "iso-8859-8": "ade2c0790e86ddc8",
    "iso-8859-8-i": "ade2c0790e86ddc8",
    "iso-8859-10": "129e084c5bc4da60",
    "iso-8859-13": "20a9bcd406361c31",
    "iso-8859-14": "80050213abdb4257",
    "iso-8859-15": "b9a4a2394ee58552",
    "iso-8859-16": "c2bb18a77fe0cd90",
    "koi8-r": "25a9da95cf2db39e",
    "koi8-u": "79b0a6e96024f61a",
    "macintosh": "94dcdcc19412eb48",
    "windows-874": "4bb5efdc1a2832ec",
    "windows-1250": "52665a0c49e77322",
    "windows-1251": "153baf169d84e269",
    "windows-1252": "9ba654722668eee9",
    "windows-1253": "fa630499b7db169e",
    "windows-1254": "612d01246f4b5106",
    "windows-1255": "16925d6a9d5cff62",
    "windows-1256": "ae636a90722c9d75",
    "windows-1257": "abd51531663d43f8",
    "windows-1258": "ded84db6d51e3143",
    "x-mac-cyrillic": "ab39a8a69bbbd008",
}
"""Digests of the standard's tables: the 128 characters of bytes 80 to FF, U+FFFD where there is none."""

PAIRS = {
    "big5": "6c50ee1f8248ccf0",
    "euc-jp": "9a92ac6112bbef6b",
    "euc-kr": "039b0ab0ca5d8d40",
    "gb18030": "acc6c633ffd5f459",
    "shift_jis": "93374e6a460c37b4",
}
"""Digests of what the standard's decoders make of all pairs of bytes, a line each."""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_the_table_is_that_of_the_standard():
    assert sum(len(labels.split()) for labels in LABELS.values()) == 228
    assert len(LABELS) == 40


@pytest.mark.parametrize("name", LABELS)
def test_every_label_names_its_encoding_in_any_case_and_with_spaces_around(name):
    for label in LABELS[name].split():
        assert encoding_name(label) == name
        assert encoding_name(f"\t {label.upper()}\n") == name


@pytest.mark.parametrize("name", [name for name in LABELS if name in TEXTS])
def test_every_label_decodes_the_text_of_its_encoding(name):
    for label in LABELS[name].split():
        assert text_in(encoded(TEXTS[name], name), encoding_name(label)) == TEXTS[name]


def test_no_encoding_but_the_two_that_nobody_can_read_is_without_a_text():
    assert set(LABELS) - set(TEXTS) == {"replacement", "x-user-defined"}


@pytest.mark.parametrize(
    "label", ["", "utf-7", "utf-32", "idna", "punycode", "latin 1", "\u212aoi8-r", "utf-8;"]
)
def test_what_is_no_label_of_the_standard_names_nothing(label):
    assert encoding_name(label) == ""


@pytest.mark.parametrize("name", SINGLE_BYTES)
def test_every_single_byte_is_what_the_standard_says(name):
    assert digest(text_in(bytes(range(128, 256)), name)) == SINGLE_BYTES[name]
    assert text_in(bytes(range(128)), name) == bytes(range(128)).decode("ascii")


@pytest.mark.parametrize("name", PAIRS)
def test_every_pair_of_bytes_is_what_the_standard_says(name):
    # but for Big5's A241 and A242, as the module tells
    pairs = (
        bytes((first, second)) for first in range(0x80, 0x100) for second in range(0x21, 0x100)
    )
    assert digest(text_in(b"\n".join(pairs), name)) == PAIRS[name]


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        # bytes that Python leaves open are C1 controls
        ("windows-1252", b"\x81\x8d\x80", "\x81\x8d\u20ac"),
        ("koi8-u", b"\xae\xbe", "\u045e\u040e"),
        ("iso-8859-8-i", b"\xf9\xec", "\u05e9\u05dc"),
        ("gbk", b"\x80\x81\x30\x81\x30", "\u20ac\x80"),
        ("gb18030", b"\x90\x30\x81\x30\xa8\xbc", "\U00010000\u1e3f"),
        ("big5", b"\x88\x62\x87\x7a\xa1\x45", "\u00ca\u0304\u3875\u2027"),
        ("euc-kr", b"\x81\x41\xb0\xa1", "\uac02\uac00"),
        ("shift_jis", b"\x87\x40\xb1\x5c\xf0\x40\x80", "\u2460\uff71\\\ue000\x80"),
        ("euc-jp", b"\x8e\xb1\xad\xa1\x8f\xb0\xa1\x8f\xa2\xb7", "\uff71\u2460\u4e02\uff5e"),
        ("iso-2022-jp", b"\x1b$B-!\x1b(I1\x1b(J\\~\x1b(B\\", "\u2460\uff71\u00a5\u203e\\"),
        ("utf-16le", b"a\0\x3d\xd8", "a\ufffd"),
        ("utf-16be", b"\0a\0", "a\ufffd"),
        ("utf-8", b"a\xf0\x9f\x8cb\xff", "a\ufffdb\ufffd"),
    ],
)
def test_where_python_and_the_standard_differ_the_standard_is_kept_to(name, body, text):
    assert text_in(body, name) == text


@pytest.mark.parametrize("name", PAIRS)
def test_a_broken_character_never_takes_what_closes_a_tag_with_it(name):
    for cut in (b"\xe5<b>", b"\xff</b>", b"\xe5"):
        text = text_in(b"<i>" + cut, name)
        assert text.endswith(cut[1:].decode("ascii"))
        assert "\ufffd" in text


@pytest.mark.parametrize("name", [name for name in TEXTS if name in PAIRS or name == "utf-8"])
def test_text_with_a_broken_byte_keeps_the_rest(name):
    whole = TEXTS[name]
    for broken in (b"\xff ", b"\x81 "):
        if name != "shift_jis" or broken[0] == 0xFF:
            text = text_in(encoded(whole, name) + broken + encoded(whole, name), name)
            assert text.startswith(whole)
            assert text.endswith(whole)


@pytest.mark.parametrize("name", PAIRS)
def test_megabytes_of_broken_text_are_read_all_the_same(name):
    began = time.process_time()
    assert len(text_in(b"\xff\x20" * 1_000_000, name)) == 2_000_000
    assert time.process_time() - began < 4  # 0.4 s on a quiet machine


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"~{<:Ky2;~}", "\u5df1\u6240\u4e0d"),
        (b"\x1b$)C\x0e0!\x0f", "\uac00"),
        (b"plain", None),
        ("\u00e9".encode(), None),
    ],
)
def test_what_browsers_blank_is_read_where_it_is_such_text(body, text):
    assert seven_bit_text(body) == text
