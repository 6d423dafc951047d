"""The options of ``bench``, and what is written of its results."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from desktop_agent.bench.benchmark import Plan, Report, Result
from desktop_agent.bench.datasets import DataSet
from desktop_agent.bench.records import Record, Setup
from desktop_agent.bench.runner import Progress
from desktop_agent.bench.statistics import compare
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.cli.bench import comparison_lines, report_lines, show_progress
from desktop_agent.frontends.cli.progress import Meter
from tests.unit.bench.records import SETUP, item, record


def test_the_setup_names_what_answers_depend_on_and_no_address():
    plan = Plan(benchmark="hle", strategies=("quick",), folder=Path())
    told = plan.settings_of(Settings(), "equal words")
    assert told["agent.max_tool_iterations"] == 2
    assert told["budget_s"] == 600.0
    assert told["scored_by"] == "equal words"
    assert not [name for name in told if "url" in name or "cooldown" in name]


def results(setup: Setup, marks: str, **values: object) -> Result:
    records: dict[str, Record] = {
        str(number): record(number, correct=mark == "1", **values)
        for number, mark in enumerate(marks)
    }
    return Result(setup, records, f"{setup.strategy}.jsonl", 0, whole=True)


def text_of(*each: Result, asked: int = 40) -> str:
    data = DataSet("gsm8k", tuple(item(number) for number in range(asked)))
    return "\n".join(report_lines(Report(data, each, "equal final numbers")))


SINGLE = replace(SETUP, strategy="single")


def test_orchestration_that_does_not_pay_is_seen():
    told = text_of(
        results(SINGLE, "1" * 20 + "0" * 20, prompt_tokens=100, model_calls=1),
        results(SETUP, "1" * 22 + "0" * 18, prompt_tokens=610, model_calls=5),
    )
    assert "gsm8k: 40 questions, answered by ollama/m, scored by equal final numbers" in told
    assert "- quick: better in 2, worse in 0 of 40; +5.0 points, p = 0.500. " in told
    assert "It costs 6.1x the tokens, 5.0x the calls, 1.0x the time. " in told
    assert "No significant gain." in told
    assert "single.jsonl" in told


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ("1" * 40, "A significant gain."),
        ("0" * 40, "Significantly worse."),
        ("1" * 20 + "0" * 20, "No gain: "),
        ("0" * 3, "3 of 40 questions were asked until now"),
    ],
)
def test_orchestration_that_pays_or_does_harm_is_seen(marks, told):
    assert told in text_of(results(SINGLE, "1" * 20 + "0" * 20), results(SETUP, marks))
    assert text_of() == "No question was answered."


def test_without_a_terminal_there_are_few_lines(capsys):
    meter = Meter(console=Console(file=io.StringIO(), force_terminal=False))
    for done in range(1_001):
        show_progress(meter, Progress("quick", 1_000, done=done, kept=1, correct=done // 2))
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 11
    assert told[0] == "quick: 0 of 1,000 questions, 1 of them kept, none right yet"
    assert told[-1] == "quick: 1,000 of 1,000 questions, 1 of them kept, 50.0% right"


def test_a_comparison_tells_what_was_set_differently():
    other = replace(SINGLE, settings=SETUP.settings | {"budget_s": 30.0})
    one, two = results(SETUP, "110"), results(other, "100")
    told = "\n".join(comparison_lines(compare((SETUP, one.records), (other, two.records))))
    assert "Set differently: budget_s: 600.0 -> 30.0" in told
    assert "A right            1      1" in told
    assert "A less B: +33.3 points" in told
    assert "What it costs cannot be compared" not in told
