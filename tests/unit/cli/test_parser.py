import argparse
import io
import sys
from typing import get_args

import pytest

from desktop_agent.core.research import PageFormat
from desktop_agent.core.settings import KEY_VARIABLES, AgentSettings, LlmSettings
from desktop_agent.frontends.cli.parser import KEY_NAMES, build_parser


def choices(command: str, option: str) -> set[str]:
    (commands,) = [
        each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction)
    ]
    actions = commands.choices[command]._actions
    (found,) = [each for each in actions if option in each.option_strings]
    return set(found.choices)


def test_what_may_be_chosen_is_what_the_program_knows():
    assert set(KEY_NAMES) == set(KEY_VARIABLES)
    fields = AgentSettings.model_fields
    assert choices("ask", "--strategy") == set(get_args(fields["strategy"].annotation))
    provider = LlmSettings.model_fields["provider"].annotation
    assert choices("ask", "--provider") == set(get_args(provider))
    assert choices("fetch", "--format") == set(get_args(PageFormat))


def test_the_options_of_ask_arrive():
    line = (
        "ask Why? --strategy quick --provider openai --model m --budget 2.5 --bare --json --offline"
    )
    options = build_parser().parse_args(line.split())
    assert vars(options) == {
        "command": "ask",
        "question": "Why?",
        "strategy": "quick",
        "provider": "openai",
        "model": "m",
        "budget": 2.5,
        "bare": True,
        "json": True,
        "offline": True,
    }


def test_the_help_of_ask_says_how_many_model_calls_each_strategy_makes(
    capsys: pytest.CaptureFixture[str],
):
    with pytest.raises(SystemExit):
        build_parser().parse_args(["ask", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "evidence quotes pages and calls no model" in told
    for calls in ("(1 to 4 model calls)", "(2 to 6)", "(2 to 10)"):
        assert calls in told


def test_a_dash_reads_the_question_from_standard_input(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("Why is\nthe sky blue?\n"))
    assert build_parser().parse_args(["ask", "-"]).question == "Why is\nthe sky blue?"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "frob",
        "ask",
        "ask ''",
        "ask x --budget 0",
        "ask x --budget nan",
        "ask x --budget inf",
        "ask x --budget soon",
        "ask x --strategy best",
        "evidence",
        "evidence x --strategy quick",
        "search x --count 1.5",
        "search x --count -1",
        "fetch",
        "fetch x --format pdf",
        "keys",
        "keys set",
        "keys set google",
        "keys set tavily tvly-never-here",
        "models pull",
        "replay",
    ],
)
def test_wrong_usage_is_status_2(line: str, capsys: pytest.CaptureFixture[str]):
    words = ["" if word == "''" else word for word in line.split()]
    with pytest.raises(SystemExit) as caught:
        build_parser().parse_args(words)
    assert caught.value.code == 2
    assert "usage: desktop-agent" in capsys.readouterr().err
