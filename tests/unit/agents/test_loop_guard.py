"""A text that repeats itself is ended with its first block kept; texts that merely look so are not."""

import json

import pytest

from desktop_agent.agents.reply_parsing import loop_start


def guarded(text: str, size: int = 4, *, form: bool = False) -> tuple[str, int]:
    """What is kept of a text, and how many characters were read; 0 for all of them."""
    for read in range(size, len(text) + size, size):
        start = loop_start(text[:read], form=form)
        if start is not None:
            return text[:start], read
    return text, 0


LEGITIMATE = {
    "table": "| Year | Winner | Host |\n|------|--------|------|\n"
    + "".join(f"| {year} | Norway | Norway |\n" for year in range(1990, 2014)),
    "yes and no": "".join(f"{n}. Yes\n" for n in range(1, 13)),
    "similar lines": "".join(f"- In {year}, the town rebuilt it.\n" for year in range(1850, 1880)),
    "numbered steps": "".join(f"{n}. Turn it by {n * 10} degrees.\n" for n in range(1, 20)),
    "equal lines of code": "```html\n" + "  <td>empty cell</td>\n" * 5 + "```\n",
    "rulers": "=" * 200 + "\nA title\n" + "-" * 200 + "\n" + "* * * * * * * * * * *\n" * 3,
    "refrain of three": "Come home, come home, my wandering heart.\n" * 3 + "And so it ended.\n",
    "chorus": "Hallelujah, " * 8 + "amen.",
    "laughter": "Ha ha ha ha ha ha ha, she said. No, no, no, no, no! " + "Aaa" * 30 + "!",
    "json of similar objects": json.dumps(
        [{"name": f"part {n}", "kind": "look_up", "needs": [], "ok": True} for n in range(30)]
    ),
    "json of equal verdicts": json.dumps(
        {"support": ["supported"] * 8, "why": [{"mark": "supported", "reason": ""}] * 5}
    ),
    "chinese": "".join(f"第{n}年,港口的灯塔由城市重建。\n" for n in "一二三四五六七八九十")
    + "很好,很好,很好,很好!",
    "list of lists": "```python\nrows = [" + ", ".join(f"[{n}]" for n in range(40)) + "]\n```\n",
    "citations": "The tower is old [1] [2] [3] [4] [5] [6] [7] [8] and of stone [9].",
    "blank form": "Name: ____________\nDate: ____________\n" * 3 + "\n" * 40,
}

LOOPS = {
    "phrase": ("A lamp by night. ", "A beacon of light, "),
    "sentence": ("The tower is old. ", "It is not just a question, but it is a question. "),
    "paragraph": ("Intro.\n", "The cat sat on the dog and the dog on the cat.\nSo they sat.\n\n"),
    "heading and answer": ("**7.4.2** ", "### What is the latest version of Frobnitz? 7.4.2 "),
    "call": ("Look: ", '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n'),
    "list item": ("Facts:\n", "- The bridge was built of stone.\n"),
    "inner repetition": ("So ", "the cat and the dog and the cat and the bird went home, "),
    "chinese": ("回答:", "港口的灯塔很高。"),
    "russian": ("", "Башня очень высокая. "),
}


@pytest.mark.parametrize("kind", LEGITIMATE)
def test_a_text_with_legitimate_repetition_passes_untouched(kind: str):
    text = LEGITIMATE[kind]
    assert guarded(text, form=kind.startswith("json")) == (text, 0)


@pytest.mark.parametrize("size", [1, 4, 50])
@pytest.mark.parametrize("kind", LOOPS)
def test_a_loop_ends_within_six_blocks_and_only_the_first_is_kept(kind: str, size: int):
    before, block = LOOPS[kind]
    left, read = guarded(before + block * 60, size)
    assert 0 < read <= len(before) + 6 * len(block) + size
    assert left.rstrip() == (before + block).rstrip()
    assert guarded(before + block * 3 + "The end of the text.", size)[1] == 0


@pytest.mark.parametrize(
    ("before", "loop", "most"),
    [
        ('{"faults": [', '"part that is not answered", ', 200),
        ("```python\n", "total = total + value\n", 160),
        ("", "no, ", 220),
        ("", "ha", 900),
        ("Hi", "\n", 1100),
        ("", "1", 1200),
    ],
)
def test_loops_of_short_blocks_and_of_fixed_forms_end_too(before: str, loop: str, most: int):
    read = guarded(before + loop * 2000, 16, form=before.startswith("{"))[1]
    assert 0 < read < most


def test_numbers_of_list_items_do_not_hide_a_loop():
    text = "Facts:\n" + "".join(f"{n}. The tower is very tall.\n" for n in range(1, 40))
    left, read = guarded(text)
    assert left == "Facts:\n1. The tower is very tall."
    assert read < 180


def test_citations_that_are_counted_up_without_words_are_a_loop():
    counted = " ".join(f"[{n}]" for n in range(1, 300))
    assert guarded(counted)[0] == ""
    kept, read = guarded(f"Built in 1871 {counted}")
    assert kept == "Built in 1871 "
    assert read < 120
