import pytest
from hypothesis import given, settings

from desktop_agent.core import events
from desktop_agent.core.codec import EVENT_TYPES
from desktop_agent.core.event_lines import describe, describe_attempt
from desktop_agent.core.events import Event
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import Claim, EngineAttempt, Outcome, Usage
from tests.unit.core.event_values import whole


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.type)
def test_whatever_an_event_holds_its_line_is_one_line_without_control_characters(kind):
    @settings(max_examples=15)
    @given(event=whole(kind))
    def is_one_line(event: Event):
        line = describe(event)
        if line is None:
            return
        assert line.text.strip()
        assert not [c for c in line.text if ord(c) < 32 or 0x7F <= ord(c) <= 0x9F]
        assert len(line.text.splitlines()) == 1

    is_one_line()


PLAN = Plan((Subtask("a", "What is A?"), Subtask("b", "What is B?", "compute", ("a",))))


@pytest.mark.parametrize(
    ("outcome", "detail", "told"),
    [
        (Outcome.OK, "", "duckduckgo “ohio” -> 8 results, 120 ms"),
        (Outcome.BLOCKED, "a challenge", "duckduckgo “ohio” -> blocked, 120 ms: a challenge"),
        (Outcome.NO_RESULTS, "", "-> no results, 120 ms"),
    ],
)
def test_an_attempt_names_engine_query_outcome_and_time(outcome, detail, told):
    attempt = EngineAttempt("duckduckgo", "ohio", outcome, 8, 120, detail)
    assert told in describe_attempt(attempt).text
    event = events.SearchAttempt(
        engine="duckduckgo", query="ohio", outcome=outcome.value, results=8, ms=120, detail=detail
    )
    assert describe(event) == describe_attempt(attempt)


def begun(strategy="evidence", provider="none", model="", **more):
    return events.RunStarted(
        question="q", strategy=strategy, provider=provider, model=model, budget_s=300, **more
    )


def verdict(by, ok, **details):
    return events.Verdict(by=by, ok=ok, details=details)


def asleep(mode, **more):
    return events.SleepStarted(mode=mode, seconds=90, sleep_id="z1", until=1000.0, **more)


def step(agent, title, part=""):
    return events.StepStarted(step_id="s", agent=agent, title=title, part=part)


def page(title, final_url, **more):
    return events.PageRead(url="u", final_url=final_url, title=title, chars=5, **more)


def tool(name, ok, summary):
    return events.ToolFinished(call_id="c", tool=name, ok=ok, summary=summary)


FALLBACK = Plan((Subtask("1", "q"),), "fallback", "the reply was no JSON")
REVISE = {"verdict": "revise", "missing": ("when", "where"), "faults": (), "note": ""}
SWARM = (
    {"model": "m1", "value": "42"},
    {"model": "m2", "value": "", "error": "gave no answer in 30 s"},
)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            begun("quick", "ollama", "m:4b", strategy_reason="small talk"),
            "quick with ollama m:4b (small talk), at most 300 s",
        ),
        (begun(), "evidence without a model, at most 300 s"),
        (step("consulter", "Criticise"), "consulter: Criticise"),
        (step("researcher", "What is A?", "a"), "part a, researcher: What is A?"),
        (tool("web_fetch", False, "refused"), "web_fetch failed: refused"),
        (events.DiscoveryFlagged(title="Found", description="d"), "discovery: Found"),
        (events.PlanMade(plan=PLAN, proposed=True), "plan: 2 parts (waits to be looked over)"),
        (
            events.PlanMade(plan=FALLBACK, title="Timeline"),
            "plan, Timeline: 1 part — the reply was no JSON",
        ),
        (
            events.BudgetSpent(elapsed_s=10, remaining_s=290, part="Plan", part_s=96.7),
            "budget: Plan: at most 97 s of 290 s",
        ),
        (
            verdict("consulter", False, **REVISE),
            "verdict of the consulter: not ok — missing: when; where",
        ),
        (
            verdict("swarm", True, value="42", answers=SWARM, note="1 of 1 answers agree."),
            "swarm: agreed on 42 — m1: 42 — m2: gave no answer in 30 s — 1 of 1 answers agree.",
        ),
        (
            verdict("numeric", False, candidate="12", recomputed=13, agreed=False, code_ran=True),
            "recalculation: gives another value — was 12 — computed anew 13 — by code that ran",
        ),
        (
            verdict("claims", False, supported=4, partly=1, contradicted=0, unconfirmed=2),
            "  citations: 4 supported, 1 partly supported, 2 unconfirmed",
        ),
        (
            verdict("grounding", False, value="42", reason="it says 41", action="replaced"),
            "the answer contradicted, and was replaced by, the evidence, 42 — it says 41",
        ),
        (
            verdict("verifier", False, round=2, said="no", note="", query="ohio governor"),
            "  verifier, round 2: more must be found — asks for “ohio governor”",
        ),
        (events.Notice(text="loading model…"), "loading model…"),
        (asleep("timer", reason="it changes soon"), "  sleeping 90 s — it changes soon"),
        (events.SleepEnded(reason="timer expired", slept_s=12.04), "woke after 12.0 s: timer exp"),
        (events.TaskStarted(task_id="t1", question="How\nmany?"), "background run t1: How many?"),
        (
            events.ApprovalAsked(call_id="c", server="time", tool="now", arguments="{}"),
            "  asks: may time use its tool now?",
        ),
        (events.ApprovalGiven(call_id="c", answer="always"), "  allowed: always"),
        (events.ApprovalGiven(call_id="c", answer="declined"), "  not allowed: declined"),
        (
            events.EvidenceFound(intent="i", extracted_answer="42", confidence=0.8),
            "evidence: 42 (confidence 0.80)",
        ),
        (events.EvidenceFound(intent="i", sufficient=False), "evidence: nothing that is sure"),
        (events.AnswerGiven(text="t", from_internal_knowledge=True), "the model's own knowledge"),
        (
            events.RunFinished(status="answered", t=1.23, usage=Usage(2, 30, 4)),
            "answered after 1.2 s, 2 model calls, 30 + 4 tokens",
        ),
    ],
    ids=lambda value: value.type if isinstance(value, Event) else "",
)
def test_an_event_is_told_in_words(event, told):
    line = describe(event)
    assert line is not None
    assert told in line.text


@pytest.mark.parametrize(
    "event",
    [
        events.TextDelta(step_id="s", channel="draft", text="t"),
        events.ThinkingDelta(step_id="s", channel="draft", text="t"),
        events.ToolStarted(call_id="c", tool="web_search"),
        tool("web_search", True, ""),
        events.AnswerGiven(text="t", claims=(Claim("a", (1,), "partly"),)),
        events.StepFinished(step_id="s"),
        events.BudgetSpent(elapsed_s=1, remaining_s=2),
    ],
)
def test_what_streams_or_is_told_by_other_lines_has_no_line(event):
    assert describe(event) is None
