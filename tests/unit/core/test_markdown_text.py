"""Markdown as the text that one reads, and places in it."""

import time

import pytest

from desktop_agent.core.markdown import PARSED_MOST, plain_text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("one **bo**ld *word* ~~out~~", "one bold word out"),
        ("# Title\n\nText", "Title\nText"),
        ("a [link](https://example.org/x) and [2].", "a link and [2]."),
        ("- one\n- [x] done\n  - inner\n1. first", "one\ndone\ninner\nfirst"),
        ("```python\nx = 1 * 2\n\nprint(x)\n```\nend", "x = 1 * 2\n\nprint(x)\nend"),
        ("|a|b|\n|-|-|\n|1||\n|3|**4**|", "a\tb\n1\t\n3\t4"),
        ("<b>raw</b> &amp; &lt;", "<b>raw</b> & <"),
        ("a\r\nb\rc\n\n---\n\nd", "a b c\nd"),
        ("half \ud83d [a](https://\udc80.example.org)", "half \ud83d a"),
    ],
)
def test_markdown_reads_as_text(markdown: str, text: str):
    assert plain_text(markdown) == text


def test_a_very_long_text_is_stripped_plainly_and_quickly():
    part = "# Head\n\n- **one** [two](https://example.org) `three`\n\n> four\n\n"
    began = time.process_time()
    text = plain_text(part * (PARSED_MOST // len(part) + 10))
    assert time.process_time() - began < 2
    assert text.startswith("Head\none two three\nfour\nHead\n")


@pytest.mark.parametrize(
    "piece", ["[", "*a ", "> ", "![](", "`", "- ", "| a |\n", "\n\n", "1. ", "(" * 9]
)
def test_a_hostile_long_text_is_stripped_in_time(piece: str):
    text = piece * (200_000 // len(piece))
    began = time.process_time()
    plain_text(text)
    assert time.process_time() - began < 3
