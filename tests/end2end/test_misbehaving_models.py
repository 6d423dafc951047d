"""Whatever a model does, a run ends with an answer that can be read, or says that it failed."""

import math
import time
from pathlib import Path

import pytest

from desktop_agent.core.events import AnswerGiven, Event, ModelCall
from desktop_agent.core.research import Question
from tests.end2end.world import answered, assert_whole, build_world, end_of, of
from tests.servers.duckduckgo import Result
from tests.servers.misbehaving_models import LOOPED, MISBEHAVING, Model, good

QUESTION = "How tall is the lighthouse of Lydney?"
SAID = "The lighthouse of Lydney is 47 metres tall."
HITS = [
    Result("Lydney", "https://lydney.example/", SAID),
    Result("Lights of the coast", "https://lights.example/", f"Built in 1903. {SAID}"),
]
STRATEGIES = ("quick", "verified", "team", "deep")
UNFIT = (
    *("UNTRUSTED_BLOCK", '"arguments"', "<tool_call>", "<answer>", "as few words as possible"),
    *("the answer\n", "What is to be found out", '{"answer"', LOOPED * 3, "I will wait"),
)
MORE_CALLS = 1.2
"""How many times the calls of a good model one that misbehaves may cost."""
SECONDS = 20.0


async def run(home: Path, model: Model, strategy: str) -> list[Event]:
    with build_world(home, replies=model, duckduckgo=[HITS] * 40) as world:
        return await answered(world, Question(QUESTION, strategy=strategy, budget_s=60))


_CALLS: dict[str, int] = {}


async def calls_of_a_good_model(home: Path, strategy: str) -> int:
    if strategy not in _CALLS:
        events = await run(home, good, strategy)
        assert "47 metres" in of(events, AnswerGiven)[0].text
        _CALLS[strategy] = len(of(events, ModelCall))
    return _CALLS[strategy]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("kind", MISBEHAVING)
async def test_every_strategy_stands_every_model(tmp_path, kind, strategy):
    allowed = math.ceil(MORE_CALLS * await calls_of_a_good_model(tmp_path / "good", strategy))
    began = time.monotonic()
    events = await run(tmp_path / "home", MISBEHAVING[kind], strategy)
    assert time.monotonic() - began < SECONDS
    assert_whole(events)
    finished = end_of(events)
    if finished.status == "answered":
        (given,) = of(events, AnswerGiven)
        assert "47 metres" in given.text, "the evidence has it, whatever the model says"
        assert not [each for each in UNFIT if each in f"{given.text}\n"]
    else:
        assert finished.status in ("failed", "insufficient")
        assert finished.error
    assert len(of(events, ModelCall)) <= allowed


def test_a_model_that_sleeps_does_not_hold_up_the_terminal(tmp_path):
    with build_world(tmp_path / "home", replies=MISBEHAVING["sleeps"], duckduckgo=[HITS] * 9) as w:
        began = time.monotonic()
        done = w.run("ask", QUESTION, "--strategy", "quick")
    assert time.monotonic() - began < SECONDS
    assert done.returncode in (0, 1), done.stderr
    assert "background run" not in done.stderr
