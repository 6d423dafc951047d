"""The WHATWG Encoding standard: its labels, and every character of its older encodings."""

import hashlib
import time

import pytest

from desktop_agent.web.extract.encoding import encoding_name, text_in
from tests.unit.web.extract.languages import PAIRS, SINGLE_BYTES, TEXTS, encoded


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("unicode-1-1-utf-8", "utf-8"),
        ("latin1", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("gb2312", "gbk"),
        ("ks_c_5601-1987", "euc-kr"),
        ("unicode", "utf-16le"),
        ("utf-7", ""),
        ("latin 1", ""),
        ("\u212aoi8-r", ""),
    ],
)
def test_a_label_of_the_standard_names_its_encoding_in_any_case_and_with_spaces(label, name):
    assert encoding_name(label) == encoding_name(f"\t {label.upper()}\n") == name


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


@pytest.mark.parametrize("name", [*PAIRS, "utf-8"])
def test_a_broken_byte_takes_neither_the_rest_nor_what_closes_a_tag_with_it(name):
    for cut in (b"\xe5<b>", b"\xff</b>", b"\xe5"):
        text = text_in(b"<i>" + cut, name)
        assert text.endswith(cut[1:].decode("ascii"))
        assert "\ufffd" in text
    whole = encoded(TEXTS[name], name)
    text = text_in(whole + b"\xff " + whole, name)
    assert text.startswith(TEXTS[name])
    assert text.endswith(TEXTS[name])


@pytest.mark.parametrize("name", PAIRS)
def test_megabytes_of_broken_text_are_read_all_the_same(name):
    began = time.process_time()
    assert len(text_in(b"\xff\x20" * 1_000_000, name)) == 2_000_000
    assert time.process_time() - began < 4  # 0.4 s on a quiet machine
