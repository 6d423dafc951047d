"""What a client is told while a tool is at work."""

import asyncio

import pytest

from desktop_agent.core import events
from desktop_agent.core.events import SleepEnded, SleepStarted
from desktop_agent.core.plan import Plan
from desktop_agent.core.research import EngineAttempt, Outcome
from desktop_agent.frontends.mcp_server import progress as module
from desktop_agent.frontends.mcp_server.progress import Progress, progress_message


class Client:
    def __init__(self) -> None:
        self.told: list[tuple[float, float | None, str]] = []
        self.third = asyncio.Event()

    async def hear(self, progress: float, total: float | None, words: str) -> None:
        await asyncio.sleep(0)
        self.told.append((progress, total, words))
        if len(self.told) == 3:
            self.third.set()


async def test_it_never_goes_back_even_when_the_run_begins_to_count_anew():
    client = Client()
    progress = Progress(client.hear)
    await progress.tell("waits")
    await asyncio.sleep(0.02)
    await progress.tell("waits still")
    progress.begin(60)
    await asyncio.gather(*(progress.tell(str(number)) for number in range(5)))
    numbers = [each[0] for each in client.told]
    assert numbers == sorted(set(numbers))
    assert [each[1] for each in client.told] == [None, None, 60, 60, 60, 60, 60]


async def test_silence_is_filled_with_the_last_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "BEAT_S", 0.03)
    client = Client()
    progress = Progress(client.hear)
    await progress.tell("thinks it over")
    beating = asyncio.ensure_future(progress.beat())
    await client.third.wait()
    beating.cancel()
    await asyncio.wait([beating])
    assert {each[2] for each in client.told} == {"thinks it over"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            events.RunStarted(
                question="Why?", strategy="quick", provider="none", model="", budget_s=1
            ),
            "begins: quick without a model",
        ),
        (
            events.StepStarted(step_id="s1", agent="writer", title="drafts\nthe answer"),
            "writer: drafts the answer",
        ),
        (events.PlanMade(plan=Plan(subtasks=())), "plan of 0 parts"),
        (events.ToolStarted(call_id="c", tool="run_python"), "uses run_python"),
        (
            events.SearchAttempt(engine="brave", query="q", outcome="rate_limited"),
            "searched brave for “q”: rate limited",
        ),
        (
            events.SearchFailed(attempts=(EngineAttempt("brave", "q", Outcome.TIMEOUT),)),
            "the search failed: none of 1 attempts was answered",
        ),
        (
            events.PageRead(url="u", final_url="https://e.example/", title="", chars=1),
            "read https://e.example/ (https://e.example/)",
        ),
        (events.Verdict(by="claims", ok=False), "checked by claims: not ok"),
        (events.Notice(text="word " * 1_000), "word " * 59 + "word…"),
        (SleepStarted(mode="timer", seconds=5), "sleeps, at most 5 s"),
        (SleepEnded(reason="the time is over", slept_s=5), "woke: the time is over"),
        (events.ThinkingDelta(step_id="s", channel="draft", text="a secret thought"), ""),
        (events.TextDelta(step_id="s", channel="draft", text="unchecked words"), ""),
        (events.AnswerGiven(text="the answer"), ""),
    ],
)
def test_a_step_is_told_in_a_line_and_thinking_and_text_never(event: events.Event, words: str):
    assert progress_message(event) == words
