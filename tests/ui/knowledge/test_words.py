"""What the page says of places, paths and times, and which part of a passage it shows."""

from pathlib import Path

import pytest

from desktop_agent.frontends.ui.pages.knowledge.collections import shown_path, title, where
from desktop_agent.frontends.ui.pages.knowledge.search_results import can_open
from tests.ui.knowledge.scripted import record


def test_a_path_is_shown_in_one_line_and_without_tricks(app):
    assert shown_path(str(Path.home() / "a.pdf")) == "~/a.pdf"
    assert shown_path("/srv/a\nb\u202e.pdf") == "/srv/a␊b\ufffd.pdf"
    assert shown_path("/srv/\udcff.pdf") == "/srv/\ufffd.pdf"
    assert shown_path(str(Path.home()) + "s/a.pdf") == str(Path.home()) + "s/a.pdf"
    document = record("/srv/report 3.pdf", "  ")
    assert (title(document), where(document)) == ("report 3.pdf", "/srv/report 3.pdf")


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
