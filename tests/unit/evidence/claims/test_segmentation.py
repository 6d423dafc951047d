import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.markdown import paths_at, plain
from desktop_agent.core.research import Passage
from desktop_agent.evidence.claims.matching import SourceIndex
from desktop_agent.evidence.passages import passages_of, units_of

Passages = list[tuple[str, str]]
_FILE = Path(__file__).with_name("segmentation.toml")
_CASES = tomllib.loads(_FILE.read_text("utf-8"))["case"]
CASES: dict[str, tuple[str, Passages]] = {
    case["name"]: (case["text"], [(path, text) for path, text in case["passages"]])
    for case in _CASES
}
SENTENCES: dict[str, tuple[str, list[str]]] = {
    case["name"]: (case["text"], case["sentences"]) for case in _CASES if "sentences" in case
}


def passages_in(text: str) -> list[Passage]:
    return [passage for passage, _ in passages_of(text, 1)]


@pytest.mark.parametrize("name", CASES)
def test_a_document_is_cut_into_its_passages_under_their_headings(name: str):
    text, expected = CASES[name]
    passages = passages_in(text)
    assert [(passage.heading, passage.text) for passage in passages] == expected
    paths = paths_at(text, [passage.start for passage in passages])
    assert [" > ".join(paths[passage.start]) for passage in passages] == [
        passage.heading for passage in passages
    ]


@pytest.mark.parametrize("name", SENTENCES)
def test_a_paragraph_is_cut_into_its_sentences(name: str):
    text, expected = SENTENCES[name]
    assert [text[unit.start : unit.end] for unit in units_of(text, plain(text))] == expected


def test_long_paragraphs_are_cut_at_sentences_into_passages_of_about_400_characters():
    sentence = "The harbour was built of stone in that year, and the town paid for it."
    paragraph = " ".join([sentence] * 20)
    passages = passages_in(f"# Harbour\n\nIt is old.\n\n{paragraph}")
    assert all(passage.text.endswith(".") for passage in passages)
    assert max(len(passage.text) for passage in passages) <= 400
    assert min(len(passage.text) for passage in passages[1:-1]) > 300


LINES = st.sampled_from(
    [
        "# Rome", "### Deep", "Title\n===", "It is *old*. It is `large`.\u3002 No", "**Term**",
        "So:", "- one", "  - two [x](https://example.org/a_(b))", "   1. three", "- [x] done",
        "> said.", "> - more", "| a | b |", "| --- | --- |", "| 1 \\| 2 | 3 |", "```py", "x = 1",
        "```", "~~~~", "[^1]: note\\. [^2]", "---", "", "",
        "\u0647\u0644\u061f \u0646\u0639\u0645. \U0001f600\u200f",
    ]
)  # fmt: skip


@given(st.lists(LINES, max_size=30), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_every_passage_is_a_span_of_the_text_in_order(lines: list[str], end: str):
    text = end.join(lines)
    behind = 0
    for passage in passages_in(text):
        assert behind <= passage.start < passage.end <= len(text)
        assert text[passage.start : passage.end] == passage.text == passage.text.strip()
        behind = passage.end


@given(st.text(alphabet="aA1 .!?[]()\n#|>*`-:\\^_~é\u200f。", max_size=300))
def test_marks_are_taken_out_with_every_offset_kept(text: str):
    bare = plain(text)
    assert len(bare) == len(text)
    assert all(now in (before, " ") for before, now in zip(text, bare, strict=True))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"\[1\] and \[a\]", "and"),
        (r"It opened.[^1] It closed.[^a-b]", "It opened. It closed."),
        (r"a \](b) c", "a (b) c"),
        ("[Rome](https://example.org/Rome_(city)) is old", "Rome is old"),
        ("> It is\n> old, a > b", "It is old, a > b"),
    ],
)
def test_a_text_without_its_marks(text: str, words: str):
    assert " ".join(plain(text).split()) == words


HOSTILE = {
    "long titles of columns": "| " + "a" * 30_000 + " |\n|---|\n" + "| x |\n" * 3_000,
    "many titles of columns": "|" + "ab|" * 60 + "\n|---|\n" + ("|" * 60 + "\n") * 800,
    "a long parent": f"- {'a' * 30_000}\n" + "  - x\n" * 3_000,
    "a long term": f"**{'a' * 30_000}**\n\n" + "- x\n" * 3_000,
    "deep lists": "".join(" " * 2 * n + "- x\n" for n in range(19)) * 200,
    "headings that are underlined": "a\n===\n" * 8_000,
    "fences": "```\n" * 12_000,
    "long fences": ("`" * 401 + "\n") * 200,
    "notes": "[^1]: a\n" * 5_000,
    "targets": '](<a "' * 8_000,
    "marks between sentences": "a\u3002" + "*" * 100_000 + "b",
    "one long line": "x" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_made_to_be_slow_is_not(name: str):
    begun = time.process_time()
    passages = passages_in(HOSTILE[name])
    paths_at(HOSTILE[name], [len(HOSTILE[name]) - 1])
    SourceIndex("", HOSTILE[name])
    took = time.process_time() - begun
    print(f"{name}: {took:.2f} s")
    assert took < 1.5
    assert max((len(passage.heading) for passage in passages), default=0) < 2_000
