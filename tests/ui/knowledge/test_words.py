"""What the page says of places, paths and times, and which part of a passage it shows."""

import re
from pathlib import Path

import pytest

from desktop_agent.core.knowledge import IngestProgress, Place
from desktop_agent.frontends.ui.pages.knowledge.indexing import share
from desktop_agent.frontends.ui.pages.knowledge.labels import (
    place_line,
    progress_line,
    shown_path,
    time_left,
    title,
    where,
)
from desktop_agent.frontends.ui.pages.knowledge.search_results import (
    best_part,
    can_open,
    flowing,
    folder_address,
)
from tests.ui.knowledge.scripted import record

LEFT = ("4 min", "1 h", "2.5 h")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place(0, 9), ""),
        (Place(0, 9, page=3, headings=("Methods", "Sampling")), "page 3 · Methods \u203a Sampling"),
        (Place(0, 9, label="Sheet 2", first_line=4, last_line=9), "Sheet 2 · lines 4-9"),
        (Place(0, 9, first_line=4, last_line=4), "line 4"),
        (Place(0, 9, label="a\u202eb\nc"), "a\ufffdb c"),
    ],
)
def test_a_place_is_said_in_one_line(app, place, said):
    assert place_line(place) == said


def test_a_path_is_shown_in_one_line_and_without_tricks(app):
    assert shown_path(str(Path.home() / "a.pdf")) == "~/a.pdf"
    assert shown_path("/srv/a\nb\u202e.pdf") == "/srv/a␊b\ufffd.pdf"
    assert shown_path("/srv/\udcff.pdf") == "/srv/\ufffd.pdf"
    assert shown_path(str(Path.home()) + "s/a.pdf") == str(Path.home()) + "s/a.pdf"
    document = record("/srv/report 3.pdf", "  ")
    assert (title(document), where(document)) == ("report 3.pdf", "/srv/report 3.pdf")


def test_the_bar_shows_the_phase_that_is_at_work(app):
    assert share(IngestProgress("reading", 1, 4, embedded=0, to_embed=9)) == 0.25
    assert share(IngestProgress("embedding", 4, 4, embedded=3, to_embed=4)) == 0.75
    assert share(IngestProgress("paused", 1, 4)) == 0.25
    assert share(IngestProgress("paused", 4, 4, embedded=1, to_embed=2)) == 0.5
    assert share(IngestProgress("scanning")) == 0
    assert progress_line(IngestProgress("paused")) == "Indexing is paused"
    said = [time_left(seconds) for seconds in (20, 214, 3_600, 9_000)]
    assert said == ["less than a minute left", *(f"about {each} left" for each in LEFT)]


@pytest.mark.parametrize(
    ("path", "url", "opened"),
    [
        ("/srv/a.PDF", "", True),
        ("/srv/a.md", "", True),
        ("/srv/a.py", "", False),
        ("/srv/a.bat", "", False),
        ("snapshot:1", "https://a.example.org/", True),
        ("snapshot:1", "javascript:alert(1)", False),
    ],
)
def test_what_the_system_might_run_is_not_opened(path, url, opened):
    assert can_open(record(path, "A", url=url)) is opened


def test_the_folder_of_a_file_is_found_though_its_name_is_no_text():
    document = record("/srv/\udcff/a#b?.pdf", "A")
    assert folder_address(document.url) == "file:///srv/%FF/"


def test_marks_stay_at_their_words_when_spaces_are_taken_out():
    text = "One\n\n  two\tthree   \U0001f321 four"
    marks = [(text.index(word), text.index(word) + len(word)) for word in ("two", "four")]
    seen = flowing(text, marks)
    assert seen.text == "One two three \U0001f321 four"
    assert [seen.text[start:end] for start, end in seen.marks] == ["two", "four"]
    assert flowing("abc", [(2, 9), (5, 7), (3, 3), (-1, 1)]).marks == ((2, 3),)


def test_the_part_with_most_marks_is_shown_from_the_beginning_of_a_word():
    text = "one heat " + "and nothing else " * 40 + "a heat pump and its heat " + "more " * 60
    marks = [each.span() for each in re.finditer("heat", text)]
    part = best_part(flowing(text, marks), 120)
    assert part.text.startswith("…")
    assert not text[text.index(part.text[1:]) - 1].isalpha()
    shown = [part.text[start:end] for start, end in part.marks if end <= 120]
    assert shown == ["heat", "heat"]
