"""What the strategy deep costs: its own time, model calls and prompt tokens beside the other strategies,
how much of its prompts a server has in its cache, and whether it keeps its time.

Models answer at once, so what is measured is the program. Calls and tokens are those of a model that
plays its parts well: two of three questions need no repair, and every plan is a good one.
"""

import asyncio
import random
import re
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.events import AnswerGiven, ModelCall, RunFinished
from desktop_agent.core.research import Question
from tests.benchmarks.figures import record
from tests.end2end.world import World, build_world, of, play
from tests.servers.duckduckgo import Result
from tests.servers.model_reply import Reply
from tests.unit.strategies.deep_world import Player, deep_run, plan
from tests.unit.strategies.test_deep_budget import random_plan

pytestmark = pytest.mark.benchmark

HITS = [
    Result(f"Title {n}", f"https://example.org/{n}", "A snippet of a page on the subject. " * 6)
    for n in range(8)
]
TEXT = "A sentence of the answer with its source [1]. " * 12
SUPERVISOR = b"You are the supervisor"
STRATEGIES = ("quick", "verified", "team", "deep")
QUESTIONS: Sequence[tuple[str, str]] = (
    ("Who designed the Sydney Opera House?", "look_up"),
    ("In which year did the Suez Canal open?", "look_up"),
    ("What is the capital of Australia?", "look_up"),
    ("Which metal melts at the highest temperature?", "look_up"),
    ("Who wrote the opera Fidelio?", "look_up"),
    ("What is the name of the deepest trench?", "look_up"),
    ("Is the Rhine longer than the Elbe?", "look_up look_up reason:0,1"),
    ("Is Oslo north of Helsinki?", "look_up look_up reason:0,1"),
    ("Is iron denser than tin?", "look_up look_up reason:0,1"),
    ("How many minutes are there in 17 days?", "compute"),
    ("How many squares of 3 cm fit into a square of 51 cm?", "compute"),
    ("How much longer is the Rhine than the Elbe, in percent?", "look_up look_up compute:0,1"),
    ("How many times does the Elbe fit around the equator?", "look_up look_up compute:0,1"),
    ("Which seas does Turkey border?", "look_up"),
    ("Which planets have rings, and which have no moon?", "look_up look_up"),
    ("Which countries share the Danube and also use the euro?", "look_up look_up reason:0,1"),
    (
        "Explain how heat pumps and gas boilers differ in cost and emissions.",
        "look_up look_up reason:0,1",
    ),
    (
        "Compare wind and solar power in cost, land use and storage.",
        "look_up look_up look_up reason:0,1,2",
    ),
    ("Explain why the sky is blue and why sunsets are red.", "reason reason"),
    (
        "Describe the causes, the course and the effects of the 1783 Laki eruption.",
        "look_up look_up look_up",
    ),
)


class Instant:
    """A model that plays every part of every strategy at once."""

    def __init__(self) -> None:
        self.planned = ""
        self.faulty = False

    def __call__(self, request: dict[str, Any]) -> Reply | str:
        said = [message["content"] for message in request["messages"]]
        if "Part the question above" in said[-1]:
            return self.planned
        if "format" in request:
            faults = ["A result is old."] if self.faulty else []
            verdict = "revise" if faults else "ok"
            return Reply(json={"missing": [], "faults": faults, "verdict": verdict})
        if "<verify>" in said[-1]:
            return "<verify>yes</verify>"
        if "<answer>" in said[-1]:
            return f"<answer>{TEXT}</answer>"
        if "```python block" in said[0]:
            return "```python\nprint('RESULT =', 17 * 24 * 60)\n```"
        if "ANSWER:" in said[-1]:
            return f"{TEXT}\nANSWER: yes"
        return f"**24480** {TEXT}" if re.search(r"\bHow (?:many|much)\b", said[-1]) else TEXT


def scripted_plan(kinds: str) -> str:
    parts = []
    for place, part in enumerate(kinds.split()):
        kind, _, needs = part.partition(":")
        parts.append((f"t{place}", kind, " ".join(f"t{need}" for need in needs.split(",") if need)))
    return plan(*parts)


@dataclass
class Prefix:
    """Bytes that consecutive prompts of one conversation begin with alike, and all they have."""

    reused: int = 0
    earlier: int = 0
    later: int = 0

    def count(self, chain: Sequence[bytes]) -> None:
        for earlier, later in pairwise(chain):
            self.reused += common(earlier, later)
            self.earlier += len(earlier)
            self.later += len(later)

    def __str__(self) -> str:
        if not self.later:
            return "      -      -"
        return f"{self.reused / self.earlier:7.0%}{self.reused / self.later:7.0%}"


@dataclass
class Cost:
    calls: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    prefix: Prefix = field(default_factory=Prefix)
    supervisor: Prefix = field(default_factory=Prefix)

    def row(self, strategy: str) -> str:
        return (
            f"{strategy:10}{statistics.mean(self.calls):7.1f}{max(self.calls):6}"
            f"{statistics.mean(self.tokens):9.0f}{statistics.median(self.ms):8.0f} ms{self.prefix}"
        )


def leading(request: Mapping[str, Any]) -> bytes:
    return b"\0".join(f"{m['role']}\1{m['content']}".encode() for m in request["messages"])


def chains(requests: Sequence[Mapping[str, Any]]) -> Iterator[list[bytes]]:
    """Gives the prompts of each role that has several in one conversation, in their order.

    A conversation is told by its first two messages: rules and question.
    """
    conversations: dict[bytes, list[bytes]] = {}
    for request in requests:
        opening = leading({"messages": request["messages"][:1]})
        asked = request["messages"][1]["content"].partition("\n\n")[0].encode()
        conversations.setdefault(opening + asked, []).append(leading(request))
    yield from (chain for chain in conversations.values() if len(chain) > 1)


def common(one: bytes, other: bytes) -> int:
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    return min(len(one), len(other)) if same is None else same


@pytest.fixture
def world(home: Path) -> Iterator[tuple[World, Instant]]:
    model = Instant()
    with build_world(home, replies=model, duckduckgo=[HITS]) as built:
        yield built, model


async def one_run(session: Session, world: World, question: str, strategy: str, cost: Cost) -> None:
    before = len(world.ollama.requests)
    began = time.perf_counter()
    events = await play(session, Question(question, strategy=strategy))
    cost.ms.append((time.perf_counter() - began) * 1000)
    assert of(events, AnswerGiven)
    calls = of(events, ModelCall)
    requests = world.ollama.requests[before:]
    cost.calls.append(len(calls))
    cost.tokens.append(round(sum(len(leading(request)) for request in requests) / 3.6))
    for chain in chains(requests):
        cost.prefix.count(chain)
    cost.supervisor.count([told for r in requests if SUPERVISOR in (told := leading(r))])


async def test_calls_tokens_and_reused_prefixes_of_each_strategy(
    world: tuple[World, Instant],
) -> None:
    built, model = world
    session = built.session()
    costs = {strategy: Cost() for strategy in STRATEGIES}
    try:
        for number, (question, kinds) in enumerate(QUESTIONS):
            model.planned, model.faulty = scripted_plan(kinds), number % 3 == 2
            for strategy, cost in costs.items():
                await one_run(session, built, question, strategy, cost)
    finally:
        await session.aclose()
    print(
        f"\n{len(QUESTIONS)} questions, a model that answers at once, {len(HITS)} results a search"
    )
    print("strategy    calls  most   tokens    median  prefix reused: of the earlier, of the later")
    for strategy, cost in costs.items():
        print(cost.row(strategy))
    single = [n for n, (_q, kinds) in enumerate(QUESTIONS) if kinds == "look_up"]
    print(f"deep, questions of one part: {[costs['deep'].calls[n] for n in single]} calls")
    alone = costs["deep"].supervisor
    print(f"deep, plan to critique to synthesis to repair alone: {alone}")
    assert alone.reused >= 0.6 * alone.later, "60 % of a prompt are those of the one before it"
    assert max(costs["deep"].calls[n] for n in single) <= 4


async def test_own_time_of_a_deep_run() -> None:
    """In memory, without a search: three parts, critique, synthesis, the check of the claims."""
    three = plan(("a", "look_up"), ("b", "look_up"), ("c", "reason", "a b"))
    times, calls = [], 0
    for number in range(32):
        model = Player(plan=three, part=TEXT, synthesis=TEXT)
        began = time.perf_counter()
        await deep_run(model)
        if number >= 2:  # the first ones import
            times.append((time.perf_counter() - began) * 1000)
            calls = len(model.requests)
    ordered = sorted(times)
    print(
        f"\ndeep in memory, {calls} calls: median {statistics.median(ordered):.1f} ms, "
        f"{ordered[0]:.1f} to {ordered[-1]:.1f} ms"
    )
    record(
        "Own time of a deep run, models answering at once",
        statistics.median(ordered),
        "ms",
        limit=100,
    )
    assert statistics.median(ordered) < 100  # a guard against a blunder, not the measurement


async def test_a_hundred_schedules_of_delays_keep_the_time() -> None:
    """Ten runs at once, each of 1 to 3 s, with calls of up to 2 s."""

    async def scheduled(seed: int) -> tuple[float, float]:
        draw = random.Random(seed)
        seconds = draw.uniform(1, 3)
        model = Player(
            plan=random_plan(draw),
            delay_s=lambda: draw.choice((0, 0.02, 0.1, 0.5, 2)) * draw.random(),
        )
        began = time.monotonic()
        answer, _run = await deep_run(model, seconds=seconds)
        assert answer.text
        return time.monotonic() - began, seconds

    took: list[tuple[float, float]] = []
    for batch in range(10):
        took += await asyncio.gather(*map(scheduled, range(batch * 10, batch * 10 + 10)))
    over = sorted(spent / seconds for spent, seconds in took)
    print(
        f"\n100 schedules: time spent of the time given: median {over[50]:.2f}, most {over[-1]:.2f}"
    )
    record("Most time that a deep schedule spends of its budget", over[-1] * 100, "%", limit=110)
    assert over[-1] <= 1.1


async def test_thirty_seconds_with_calls_of_twenty(home: Path) -> None:
    def slow(_request: dict[str, Any]) -> Reply:
        return Reply(text="**Utzon** designed it.", delay_s=20, ignores_schema=True)

    with build_world(home, replies=slow, duckduckgo=[HITS]) as world:
        session = world.session()
        try:
            asked = Question(QUESTIONS[0][0], strategy="deep", budget_s=30)
            events = await play(session, asked)
        finally:
            await session.aclose()
    finished = events[-1]
    (answer,) = of(events, AnswerGiven)
    print(f"\n30 s, calls of 20 s: ended after {finished.t:.1f} s with:\n{answer.text}")
    assert isinstance(finished, RunFinished)
    assert (finished.status, finished.t <= 33) == ("answered", True)
    assert answer.text.startswith("**Utzon** designed it.")
    assert "> Cut short: " in answer.text
