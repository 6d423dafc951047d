"""Lines of printed pages put together to paragraphs."""

import time

import pytest

from desktop_agent.web.extract.pdf import HYPHEN, paragraphs, without_running_lines

LINES = [
    "The Severn bore is a tidal bore seen on the tidal reaches",
    "of the River Severn in the west of England. It is formed",
    "when the rising tide moves into the Bristol Channel.",
]


def test_a_line_that_ended_early_ends_its_paragraph():
    page = [
        *LINES[:2],
        "by the tide.",
        *LINES[:2],
        "• " + LINES[0],
        "• " + LINES[1],
        "2. " + LINES[0],
    ]
    assert paragraphs([page])[0].split("\n\n") == [
        f"{LINES[0]} {LINES[1]} by the tide.",
        f"{LINES[0]} {LINES[1]}",
        f"• {LINES[0]}\n• {LINES[1]}\n2. {LINES[0]}",
    ]


@pytest.mark.parametrize("mark", ["-", HYPHEN, "\ufffe", "\u00ad"])
def test_a_divided_word_is_whole_again(mark):
    first = "The bore is a remarkable thing that anybody may see and re"
    page = [first + mark, "member. A well-known one runs up the river here and is well", "known."]
    if mark != "-":
        page[:2] = [first + mark + page[1]]
    assert "see and remember. A well-known" in paragraphs([page])[0]
    text = f"a well{HYPHEN}known thing and a re{HYPHEN}markable one"
    found = paragraphs([[text], ["It is well-known."]])[0]  # as it is written elsewhere
    assert found == "a well-known thing and a remarkable one"


def test_chinese_and_japanese_lines_are_joined_without_a_space():
    line = "潮津波は川を流れに逆らってさかのぼる波です満潮の水が狭い湾に入り込み引くよりも速く水位"
    assert paragraphs([[line, line]]) == [line * 2]


def pages(count: int, *, head: str = "", foot: str = "") -> list[list[str]]:
    """Gives pages with words of their own between a head and a foot, in which # is the page."""
    words = ("tide", "river", "bore", "wave", "coast", "water", "moon", "flood", "stream", "sea")
    made = []
    for number in range(count):
        body = [f"{words[number % 10]} {words[(number * 3 + n) % 10]} no {n}" for n in range(4)]
        lines = [head.replace("#", str(number + 7)), *body, foot.replace("#", str(number + 7))]
        made.append([line for line in lines if line])
    return made


@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("Journal of Tides", ""),
        ("", "#"),
        ("Annual report 2023 | #", "© The Institute"),
    ],
)
def test_heads_and_feet_that_come_on_every_page_are_dropped(head, foot):
    assert without_running_lines(pages(6, head=head, foot=foot)) == pages(6)
    made = pages(8, head="#")
    for number, page in enumerate(made):
        page[0] += " Tides" if number % 2 else " A history"
    assert without_running_lines(made) == pages(8)


def test_what_comes_on_two_pages_or_differs_in_another_number_stays():
    assert without_running_lines(pages(2, head="Tides")) == pages(2, head="Tides")
    assert without_running_lines([["Confidential", "Tides"]] * 5) == [["Confidential", "Tides"]] * 5
    made = pages(6)
    for number, page in enumerate(made):
        page.append(f"Total {number * number}")
    assert without_running_lines(made) == made


def test_pages_of_a_lot_of_anything_take_their_time_once():
    began = time.process_time()
    for line in ("a" * 500_000, "a-" * 200_000, HYPHEN * 200_000, "1 " * 200_000):
        paragraphs(without_running_lines([[line], [line]]))
    paragraphs(
        [["word of a line that is divid-"] * 10_000, ["word of a line that is divid-x"] * 10_000]
    )
    assert time.process_time() - began < 4  # 0.4 s on a quiet machine
