"""What a small model copies from its prompt reaches no answer, no stream and no recording."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.events import AnswerGiven, Event, ModelCall, Notice, TextDelta
from desktop_agent.core.research import Question
from tests.end2end.world import answered, build_world, end_of, of
from tests.servers.duckduckgo import Result
from tests.servers.model_reply import Reply
from tests.servers.search_replies import Zero

QUESTION = "How tall is the lighthouse of Lydney?"
HITS = [Result("Lydney", "https://lydney.example/", "The lighthouse of Lydney is 47 metres tall.")]
ANSWER = "The lighthouse is 47 metres tall [1]."
CALL = '{"name": "web_search", "arguments": {"query": "Lydney"}}'
MACHINERY = (
    *("UNTRUSTED_BLOCK", '"arguments"', "<tool_call>", "<|im_", "[INST]", "call web_search"),
    *("These are the results", "no more tool calls"),
)

Write = Callable[[str, str], str]
"""Makes a reply of the run's token and the last prompt."""

DIRTY: dict[str, Write] = {
    "marker": lambda token, _last: f"{ANSWER}\n<<<END_UNTRUSTED_BLOCK {token}>>>",
    "call and marker": lambda token, _last: f"{CALL}\n<<<END_UNTRUSTED_BLOCK {token}>>>\n{ANSWER}",
    "call in a fence": lambda _token, _last: f"```json\n{CALL}\n```\n{ANSWER}",
    "the prompt": lambda _token, last: f"{last}\n\n{ANSWER}",
    "roles": lambda _token, _last: f"<|im_start|>assistant\n{ANSWER}<|im_end|>",
}
NOTHING: dict[str, Write] = {
    "call and marker": lambda token, last: f"{CALL}\n<<<END_UNTRUSTED_BLOCK {token}>>>\n{last}",
    "call in tags": lambda _token, _last: f"<tool_call>\n{CALL}\n</tool_call>",
}


class Copies:
    """A model that searches once, and then writes what ``write`` makes, ``times`` times."""

    def __init__(self, write: Write, times: int = 100) -> None:
        self._write = write
        self._left = times

    def __call__(self, request: dict[str, Any]) -> Reply | str:
        messages = request["messages"]
        told = json.dumps(messages)
        last = str(messages[-1]["content"])
        if "<verify>" in last:
            return Reply(json={"enough": "yes"})
        if request.get("format"):
            return Reply(json={"missing": [], "faults": [], "verdict": "ok"})
        if request.get("tools") and not any(each["role"] == "tool" for each in messages):
            return Reply(tool_calls=[("web_search", {"query": "Lydney lighthouse"})])
        if self._left <= 0:
            return ANSWER
        self._left -= 1
        found = re.search(r"UNTRUSTED_BLOCK ([0-9a-f]{16})", told)
        text = self._write(found[1] if found else "0" * 16, _own_words(last))
        return Reply(text=[text[at : at + 3] for at in range(0, len(text), 3)])


def _own_words(prompt: str) -> str:
    return re.sub(r"(?s)<<<UNTRUSTED_BLOCK.*?<<<END_UNTRUSTED_BLOCK \w+>>>", "", prompt).strip()


async def run(home: Path, model: Copies, strategy: str, hits: Any = HITS) -> list[Event]:
    settings = {"DESKTOP_AGENT_AGENT__MAX_TOOL_ITERATIONS": "1"}
    with build_world(home, replies=model, duckduckgo=[hits] * 20, environ=settings) as world:
        return await answered(world, Question(QUESTION, strategy=strategy))


def streamed(events: list[Event]) -> str:
    return "".join(each.text for each in of(events, TextDelta))


@pytest.mark.parametrize(
    ("kind", "strategy"),
    [*((kind, "quick") for kind in DIRTY), ("the prompt", "verified"), ("call and marker", "deep")],
)
async def test_machinery_around_an_answer_reaches_nobody(tmp_path, kind, strategy):
    events = await run(tmp_path / "home", Copies(DIRTY[kind]), strategy)
    (given,) = of(events, AnswerGiven)
    assert "47 metres" in given.text
    for text in (given.text, streamed(events)):
        assert not [each for each in MACHINERY if each in text]


@pytest.mark.parametrize("kind", NOTHING)
async def test_a_reply_that_is_nothing_else_is_asked_for_once_more(tmp_path, kind):
    events = await run(tmp_path / "home", Copies(NOTHING[kind], times=1), "quick")
    (given,) = of(events, AnswerGiven)
    assert given.text.endswith(ANSWER)
    assert streamed(events).strip() == ANSWER
    assert len(of(events, ModelCall)) == 3, "the search, the copy, and the answer"
    assert any("Asking again" in each.text for each in of(events, Notice))


def in_a_line(_token: str, _last: str) -> str:
    return f"Calling the tool now: {CALL}"


@pytest.mark.parametrize("strategy", ["quick", "verified"])
async def test_without_evidence_a_model_that_writes_nothing_has_failed(tmp_path, strategy):
    events = await run(tmp_path / "home", Copies(in_a_line), strategy, hits=Zero())
    finished = end_of(events)
    assert finished.status == "failed"
    assert "wrote no answer" in finished.error
    assert "larger model" in finished.remedy
    assert "evidence" in finished.remedy
    assert len(of(events, ModelCall)) == 3
    assert not of(events, AnswerGiven)
