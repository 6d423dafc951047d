"""What a page says of its own encoding, as the HTML standard's prescan finds it."""

import time

import pytest

from desktop_agent.web.extract.encoding import SCANNED, decode, meta_labels, xml_label

PRAGMA = "http-equiv=content-type content"


@pytest.mark.parametrize(
    "meta",
    [
        "<META CHARSET='koi8-r'/>",
        '<meta\tname=x\ncharset = "koi8-r" >',
        f'<meta {PRAGMA}="text/html; charset=koi8-r">',
        f"<meta {PRAGMA}='text/html;charset = \"koi8-r\"'>",
        '<meta content="text/html; charset=koi8-r" http-equiv="Content-Type">',
        f"<meta {PRAGMA}='text/html; charset=utf-8' charset=koi8-r>",
        "<!-- a > <meta charset=utf-8> --><meta charset=koi8-r>",
        "<!--><meta charset=koi8-r>",
        "<?php echo '<meta'?><meta charset=koi8-r>",
        "</br><a title='<meta charset=utf-8>'><meta charset=koi8-r>",
        f"<meta charset=koi8-r>{'<meta charset=utf-8>' * 3}",
    ],
)
def test_a_label_is_found_as_the_standard_finds_it(meta):
    assert next(meta_labels(meta.encode())) == "koi8-r"


@pytest.mark.parametrize(
    "markup",
    [
        "",
        "<metacharset=koi8-r>",
        "<meta content='text/html; charset=koi8-r'>",
        "<meta http-equiv=refresh content='text/html; charset=koi8-r'>",
        "<!-- <meta charset=koi8-r> -->",
        "<a title='<meta charset=koi8-r>'>",
        "<meta",
    ],
)
def test_what_is_no_declaration_names_nothing(markup):
    assert list(meta_labels(markup.encode())) == []


@pytest.mark.parametrize(
    ("body", "label"),
    [
        ('<?xml version="1.0" encoding="koi8-r"?>', "koi8-r"),
        ("<?xml version='1.0' encoding = 'koi8-r' standalone='yes'?>", "koi8-r"),
        ("<?xml version='1.0'?><a encoding='koi8-r'>", ""),
        ("<?xml version='1.0' encoding=koi8-r?>", ""),
        ("text <?xml encoding='koi8-r'?>", ""),
    ],
)
def test_an_xml_declaration_counts_at_the_top_alone(body, label):
    assert xml_label(body.encode()) == label


def test_a_meta_means_what_can_be_meant_and_an_unknown_label_leaves_it_to_the_next():
    assert decode(b"<meta charset=nonsense><meta charset=koi8-r>\xe4").endswith("\u0414")
    assert decode("<meta charset=utf-16be>\u0436".encode()).endswith("\u0436")
    assert decode(b"<meta charset=x-user-defined>\xe9").endswith("\u00e9")


def test_a_declaration_beyond_the_first_kilobyte_is_found_and_one_far_below_is_not():
    near, far = b" " * 2000, b" " * SCANNED
    assert list(meta_labels(near + b"<meta charset=koi8-r>")) == ["koi8-r"]
    assert list(meta_labels(far + b"<meta charset=koi8-r>")) == []


@pytest.mark.parametrize("unit", ["<", "<!--", "<a b='", "<meta a=", "/ "])
def test_a_lot_of_anything_is_scanned_in_no_time(unit):
    began = time.process_time()
    list(meta_labels(unit.encode() * 100_000))
    assert time.process_time() - began < 0.5
