"""Text files: titles, dates and lines."""

import json

import pytest

from desktop_agent.knowledge.loaders.document import Part
from desktop_agent.knowledge.loaders.load import load

_FRONT = """---
title: "On tides"
date: 2024-03-02
tags: [sea]
---

# The moon

It pulls.
"""


def test_front_matter_gives_title_and_date_and_lines_stay_where_they_are():
    loaded = load(_FRONT.encode(), "tides.md")
    assert (loaded.title, loaded.date, loaded.kind) == ("On tides", "2024-03-02", "prose")
    assert loaded.text.splitlines()[6] == "# The moon"
    assert "tags: [sea]" in loaded.text
    assert loaded.parts == (Part(0, len(loaded.text), first_line=1),)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# The moon #\n\nIt pulls.", "The moon"),
        ("The moon\n====\n\nIt pulls.", "The moon"),
        ("It pulls.", "tides.md"),
        ("word " * 2000 + "\n# The end", "tides.md"),
    ],
)
def test_a_heading_at_the_top_is_the_title_or_else_the_name(text, title):
    assert load(text.encode(), "tides.md").title == title


def test_lines_are_counted_from_the_files_own_first():
    loaded = load(b"\r\n\r\n\r\nfourth\r\nfifth", "a.txt")
    assert loaded.text == "fourth\nfifth"
    assert loaded.parts[0].first_line == 4


@pytest.mark.parametrize(
    ("name", "media_type"),
    [("a.py", "text/x-python"), ("a.yaml", "application/yaml"), ("a.xml", "application/xml")],
)
def test_programs_and_data_are_code_of_their_language(name, media_type):
    loaded = load(b"a: 1\nb: 2", name)
    assert (loaded.kind, loaded.media_type) == ("code", media_type)
    assert loaded.parts[0].first_line == 1


def test_data_is_laid_out_where_it_has_no_lines_and_read_in_the_encoding_that_it_declares():
    body = json.dumps([{"name": f"tide {n}", "height": n} for n in range(100)]).encode()
    loaded = load(body, "a.json")
    assert len(loaded.text.splitlines()) > 100
    assert loaded.parts[0].first_line == 0
    loaded = load(b'{"a": 1,\n "b": 2}', "a.json")  # that has lines
    assert (loaded.text, loaded.parts[0].first_line) == ('{"a": 1,\n "b": 2}', 1)
    body = '<?xml version="1.0" encoding="iso-8859-2"?><a>Żółw</a>'.encode("iso-8859-2")
    assert "Żółw" in load(body, "a.xml").text


def test_a_page_is_given_by_its_main_content_with_its_title():
    said = "".join(
        f"<p>The moon pulls the water of the sea, and so it rises for the {n}th time, says a "
        "fisherman of the bay who has seen it all his life.</p>"
        for n in range(4, 12)
    )
    body = f"""<html><head><title>Tides - Example</title>
    <meta property="article:published_time" content="2020-02-03"></head><body>
    <nav><ul><li><a href=/>Home</a></li><li><a href=/news>News</a></li></ul></nav>
    <article><h1>Tides</h1>{said}</article><footer><a href=/imprint>Imprint</a></footer></body>"""
    loaded = load(body.encode(), "tides.html")
    assert "for the 11th time" in loaded.text
    assert "Imprint" not in loaded.text
    assert loaded.date == "2020-02-03"
    assert "Tides" in loaded.title
    # one that the reader of the web refuses
    body = b"<html><title>Log in</title><body><form>Please log in <input type=password></form>"
    assert "Please log in" in load(body, "login.html").text
