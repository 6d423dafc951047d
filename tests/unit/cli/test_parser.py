import argparse
from typing import get_args

import pytest

from desktop_agent.bench.scoring import RULES
from desktop_agent.core.research import PageFormat
from desktop_agent.core.settings import KEY_VARIABLES, AgentSettings, LlmSettings
from desktop_agent.frontends.cli.parser import build_parser


def choices(*names: str) -> set[str]:
    """The choices of the argument that the last name is, of the command before it."""
    parser = build_parser()
    for name in names[:-1]:
        (commands,) = [
            each for each in parser._actions if isinstance(each, argparse._SubParsersAction)
        ]
        parser = commands.choices[name]
    (found,) = [each for each in parser._actions if names[-1] in (*each.option_strings, each.dest)]
    return set(found.choices)


def test_what_may_be_chosen_is_what_the_program_knows():
    fields = AgentSettings.model_fields
    strategies = set(get_args(fields["strategy"].annotation))
    provider = set(get_args(LlmSettings.model_fields["provider"].annotation))
    for command in (("ask",), ("schedule", "add")):
        assert choices(*command, "--strategy") == strategies
    for name in RULES:
        assert choices("bench", name, "--strategy") == {"single", "all", *strategies}
        assert choices("bench", name, "--provider") == provider
    assert choices("bench", "action") == {*RULES, "evidence", "claims", "compare"}
    assert choices("ask", "--provider") == provider
    assert choices("fetch", "--format") == set(get_args(PageFormat))
    for action in ("set", "allow", "remove"):
        assert choices("keys", action, "name") == set(KEY_VARIABLES)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ask",
        "ask ''",
        "ask x --budget 0",
        "ask x --budget soon",
        "ask x --strategy best",
        "search x --count 1.5",
        "keys set tavily tvly-never-here",
        "bench gsm8k --data f --judge m",
        "bench gsm8k --data f --resume --fresh",
        "knowledge build --target t --source a --workers 0",
    ],
)
def test_wrong_usage_is_status_2(line, capsys):
    words = ["" if word == "''" else word for word in line.split()]
    with pytest.raises(SystemExit) as caught:
        build_parser().parse_args(words)
    assert caught.value.code == 2
    assert "usage: desktop-agent" in capsys.readouterr().err
