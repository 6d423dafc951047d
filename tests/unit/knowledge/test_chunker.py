"""Chunks: they hold the whole text, keep to their size, and say where they stand."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.knowledge.chunking import TokenEstimate, chunk
from desktop_agent.knowledge.loaders.document import Loaded, Part

_PIECES = (
    "# Title\n", "## Part\n\n", "###### Deep\n", "Title\n===\n", "- item\n", "  - inner\n", "1. one\n",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n", "```\n", "~~~~ python\n", "> quote\n", "\n", "\n\n\n", " ",
    "\t", "The sea rises twice a day. ", "It falls! ", "word ", "antidisestablishmentarianism", "x" * 90,
    "12345678901234567890", "汉字测试，这是句子。", "漢" * 60, "مرحبا بالعالم. ", "שלום ", "👨\u200d👩\u200d👧", "e\u0301" * 20,
    "हिन्दी में। ", "Größe—naïve “x” ", "\u3000", "()[]{}" * 9, "=" * 70, "def f():\n    pass\n\n", "class A:\n",
    "don't won't ", "→→→", "ภาษาไทย", "\u2028", "a\u00a0b ",
)  # fmt: skip
_TEXTS = st.lists(st.sampled_from(_PIECES) | st.text(max_size=12), max_size=300).map("".join)


@st.composite
def documents(draw):
    texts = draw(st.lists(_TEXTS, min_size=1, max_size=4))
    text, parts = "", []
    for number, each in enumerate(texts):
        start = len(text)
        text += each
        if draw(st.booleans()):
            line = draw(st.sampled_from((0, 1, 7)))
            parts.append(Part(start, len(text), draw(st.integers(0, 3)), f"part {number}", line))
    kind = draw(st.sampled_from(("prose", "code", "table")))
    return Loaded("a", text, "text/plain", kind, tuple(parts))


def whole(text, **more):
    return Loaded("a", text, "text/plain", parts=(Part(0, len(text), first_line=1),), **more)


def counted(text):
    return TokenEstimate(text).between(0, len(text))


@settings(max_examples=50)
@given(documents(), st.sampled_from((64, 100, 512)), st.sampled_from((0, 16, 1000)))
def test_chunks_hold_the_whole_text_within_their_size_and_parts(loaded, tokens, overlap):
    chunks = chunk(loaded, tokens=tokens, overlap=overlap)
    text = loaded.text
    if not text.strip():
        assert chunks == ()
        return
    measure = TokenEstimate(text)
    places = [each.place for each in chunks]
    assert (places[0].start, places[-1].end) == (0, len(text))
    together = text[: places[0].end]
    for before, after in pairwise(places):
        assert before.start < after.start <= before.end < after.end
        together += text[before.end : after.end]
    assert together == text
    for each in chunks:
        assert each.text == text[each.place.start : each.place.end]
        assert each.text.strip()
        words = each.place.start + len(each.text.rstrip())
        assert measure.between(each.place.start, words) <= tokens or len(each.text) == 1
        inside = [
            part
            for part in loaded.parts
            if text[max(each.place.start, part.start) : min(each.place.end, part.end)].strip()
        ]
        assert len(inside) <= 1
        for part in inside:
            assert part.start <= each.place.start + len(each.text) - len(each.text.lstrip())
            assert not text[part.end : max(part.end, each.place.end)].strip()
            assert (each.place.page, each.place.label) == (part.page, part.label)


@settings(max_examples=40)
@given(_TEXTS)
def test_lines_are_those_of_the_first_and_the_last_word(text):
    lines = text.split("\n")
    for each in chunk(whole(text), tokens=64, overlap=10):
        said = each.text.strip().split("\n")
        assert said[0].strip() in lines[each.place.first_line - 1]
        assert said[-1].strip() in lines[each.place.last_line - 1]


def sections(count, sentences):
    body = "The sea rises twice a day because of the moon. " * sentences
    return "".join(f"## Section {n}\n\n{body}\n\n" for n in range(count))


def test_a_heading_is_a_border_and_a_higher_one_the_better():
    chunks = chunk(whole(sections(40, 6)), tokens=512, overlap=50)
    assert all(each.text.startswith("## Section") for each in chunks)  # small ones share a chunk
    assert min(counted(each.text) for each in chunks[:-1]) > 400
    text = sections(4, 10).replace("## Section 3", "# Section 3")
    text = text.replace("## Section 2", "### Section 2").replace("## Section 1", "### Section 1")
    chunks = chunk(whole(text + sections(2, 10)), tokens=512, overlap=50)
    assert chunks[1].text.startswith("# Section 3")


def test_headings_in_code_are_no_borders_and_a_heading_keeps_its_text():
    fenced = "```\n" + "# not a title\n" * 200 + "```\n"
    for each in chunk(whole(f"# Title\n\n{fenced}"), tokens=128, overlap=0)[1:]:
        assert each.place.headings == ("Title",)
    text = ("The sea rises twice a day. " * 20 + "\n\n# One\n## Two\n\n") * 10
    for each in chunk(whole(text), tokens=256, overlap=50)[:-1]:
        assert not each.text.rstrip().endswith(("One", "Two"))


def test_the_title_of_a_page_slide_or_chapter_is_not_said_twice():
    text = "## Page 1\n\none\n\n## Page 2\n\n### Aim\n\ntwo"
    at = text.index("## Page 2")
    parts = (Part(0, at, page=1), Part(at, len(text), page=2))
    found = [
        each.place for each in chunk(Loaded("a", text, "x", parts=parts), tokens=64, overlap=0)
    ]
    assert [(place.page, place.headings) for place in found] == [(1, ()), (2, ("Aim",))]
    chapter = Part(0, len("# The moon\n\nIt pulls."), label="The moon")
    loaded = Loaded("a", "# The moon\n\nIt pulls.", "x", parts=(chapter,))
    assert chunk(loaded, tokens=64, overlap=0)[0].place.headings == ()


def test_a_row_of_a_cut_table_keeps_the_titles_of_its_columns():
    rows = "".join(f"| Bay of number {n} | {n} metres |\n" for n in range(100))
    text = f"# Heights\n\n| Place | Height |\n| --- | --- |\n{rows}"
    chunks = chunk(whole(text), tokens=128, overlap=0)
    assert len(chunks) > 5
    for each in chunks[1:]:
        assert each.text.startswith("| Bay")
        assert each.place.headings == ("Heights", "Place | Height")


def test_what_is_cut_within_a_paragraph_shares_whole_sentences():
    text = " ".join(f"Sentence number {n} tells of the sea." for n in range(300))
    chunks = chunk(whole(text), tokens=256, overlap=50)
    for before, after in pairwise(chunks):
        shared = before.text[after.place.start - before.place.start :]
        assert shared.startswith("Sentence")
        assert 20 < counted(shared) <= 50


def test_code_is_cut_between_definitions():
    method = "    def method_{0}(self):\n" + "        self.value = compute(self.value, {0})\n" * 8
    text = "import os\n\n\nclass Tide:\n" + "\n".join(method.format(n) for n in range(20))
    text += "\n\ndef after():\n    return 1\n"
    chunks = chunk(whole(text, kind="code"), tokens=300, overlap=50)
    for each in chunks[1:]:
        assert each.text.startswith("    def method_")
        assert each.place.first_line == text[: each.place.start].count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "a" * 300_000, "word " * 50_000, "- a\n" * 20_000, "# a\n" * 10_000, "```\n" * 20_000,
        "漢字" * 40_000, "x" + "\n" * 150_000 + "y", "| a |\n" * 15_000, "    def a():\n" * 10_000,
    ],
    ids=lambda text: repr(text[:6]),
)  # fmt: skip
@pytest.mark.parametrize("kind", ["prose", "code"])
@pytest.mark.timeout(20)
def test_no_text_takes_more_than_linear_time(text, kind):
    chunks = chunk(whole(text, kind=kind), tokens=512, overlap=50)
    assert chunks[-1].place.end == len(text)
