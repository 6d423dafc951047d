"""One word for one thing: what the window says keeps to the glossary, in English and in Chinese."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[3]
GLOSSARY = tomllib.loads((ROOT / "resources" / "glossary.toml").read_text(encoding="utf-8"))
BELOW_THE_WINDOW = "Messages"
"""The context of what the program below the window says."""


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The texts of the window, each with its translation."""
    tree = ET.parse(ROOT / "resources" / "translations" / "desktop_agent_zh.ts")
    found = {}
    for context in tree.iter("context"):
        if context.findtext("name") == BELOW_THE_WINDOW:
            continue
        for message in context.iter("message"):
            found[message.findtext("source", "")] = message.findtext("translation", "")
    return found


@pytest.mark.parametrize("term", GLOSSARY)
def test_no_other_word_stands_for_it(term: str, texts: dict[str, str]) -> None:
    others = GLOSSARY[term]["not"]
    if not others:
        return
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, others))})s?\b", re.IGNORECASE)
    assert sorted(text for text in texts if words.search(text)) == []
