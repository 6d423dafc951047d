import io

import pytest
from rich.console import Console

from desktop_agent.cli.event_lines import Line
from desktop_agent.cli.rendering import RunView, answer_text, stderr_console
from desktop_agent.core.events import AnswerGiven, Notice, StepStarted, TextDelta
from desktop_agent.core.research import Source

HOSTILE = "[red]x[/red] :bomb: \x1b[2Jgone \x9b31m \u202egnp https://example.org/" + "y" * 200


def test_without_a_terminal_progress_is_plain_whole_lines(capsys: pytest.CaptureFixture[str]):
    with RunView(stderr_console()) as view:
        view.show(StepStarted(step_id="s", agent="main", title="Draft"))
        view.show(TextDelta(step_id="s", channel="draft", text="not shown here"))
        view.show(Notice(text=HOSTILE))
        view.tell(Line("stopping", "yellow"))
    captured = capsys.readouterr()
    assert captured.out == ""
    first, second, third = captured.err.splitlines()
    assert first == "main: Draft"
    assert second.startswith("  [red]x[/red] :bomb: gone  gnp".replace("  gnp", " gnp"))
    assert second.endswith("yyy")
    assert third == "stopping"


def test_markup_of_a_text_is_not_obeyed_on_a_terminal_either():
    out = io.StringIO()
    view = RunView(Console(file=out, force_terminal=True, markup=True, emoji=True, width=60))
    view.show(Notice(text=HOSTILE, level="warning"))
    assert "[red]x[/red] :bomb: gone gnp" in out.getvalue()
    assert "\x1b[2J" not in out.getvalue()


ANSWER = AnswerGiven(
    text="It is blue [1].\n",
    sources=(
        Source(1, "The [bold]sky\nand more", "https://example.org/sky"),
        Source(2, "", "https://example.org/2"),
    ),
)


def test_an_answer_has_its_numbered_sources_below():
    assert answer_text(ANSWER, bare=False) == (
        "It is blue [1].\n\nSources:\n"
        "[1] The [bold]sky and more\n    https://example.org/sky\n"
        "[2] https://example.org/2\n    https://example.org/2"
    )


def test_a_bare_answer_is_the_text_alone():
    assert answer_text(ANSWER, bare=True) == "It is blue [1]."
    assert answer_text(AnswerGiven(text="42"), bare=False) == "42"
