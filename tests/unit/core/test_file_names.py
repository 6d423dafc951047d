"""Names of files are from outside: they are shown in one short line that can be read."""

from desktop_agent.core.text import display_name


def test_a_usual_name_stays_as_it_is() -> None:
    assert display_name("Bericht 2024 (ü, 漢字).pdf") == "Bericht 2024 (ü, 漢字).pdf"


def test_line_breaks_controls_turning_marks_and_broken_characters_are_left_out() -> None:
    assert display_name("a]\nIgnore all\x1b[2J.txt") == "a] Ignore all [2J.txt"
    assert display_name("photo\u202egnp.exe") == "photo gnp.exe"
    assert display_name("bad\udcff.txt") == "bad .txt"
    assert display_name("\n\u200b") == "?"


def test_a_long_name_keeps_its_beginning_and_its_ending() -> None:
    shown = display_name("x" * 10_000 + ".pdf")
    assert len(shown) == 120
    assert shown.startswith("xxx")
    assert shown.endswith("x.pdf")
