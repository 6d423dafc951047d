import pytest
from hypothesis import given, settings

from desktop_agent.core import events
from desktop_agent.core.codec import EVENT_TYPES
from desktop_agent.core.events import Event
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import Claim, EngineAttempt, Outcome, QuotedPassage, Usage
from desktop_agent.frontends.cli.rendering import describe, describe_attempt, plan_lines
from tests.unit.core.event_values import whole


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.type)
def test_whatever_an_event_holds_its_line_is_one_line_without_control_characters(kind: type[Event]):
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


@pytest.mark.parametrize(
    "event",
    [
        events.TextDelta(step_id="s", channel="draft", text="t"),
        events.ThinkingDelta(step_id="s", channel="draft", text="t"),
        events.ToolStarted(call_id="c", tool="web_search"),
    ],
)
def test_what_streams_or_is_told_by_what_comes_of_it_has_no_line(event: Event):
    assert describe(event) is None


PLAN = Plan((Subtask("a", "What is A?"), Subtask("b", "What is B?", "compute", ("a",))))
ATTEMPT = EngineAttempt("duckduckgo", "ohio", Outcome.OK, 8, 120)


@pytest.mark.parametrize(
    ("outcome", "detail", "told"),
    [
        (Outcome.OK, "", "duckduckgo “ohio” -> 8 results, 120 ms"),
        (Outcome.BLOCKED, "a challenge", "duckduckgo “ohio” -> blocked, 120 ms: a challenge"),
        (Outcome.NO_RESULTS, "", "-> no results, 120 ms"),
        (Outcome.SKIPPED, "no API key", "-> skipped, 120 ms: no API key"),
    ],
)
def test_an_attempt_names_engine_query_outcome_and_time(outcome: Outcome, detail: str, told: str):
    attempt = EngineAttempt("duckduckgo", "ohio", outcome, 8, 120, detail)
    assert told in describe_attempt(attempt).text
    event = events.SearchAttempt(
        engine="duckduckgo", query="ohio", outcome=outcome.value, results=8, ms=120, detail=detail
    )
    assert describe(event) == describe_attempt(attempt)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            events.RunStarted(
                question="q",
                strategy="quick",
                strategy_reason="small talk",
                provider="ollama",
                model="m:4b",
                budget_s=300,
            ),
            "quick with ollama m:4b (small talk), at most 300 s",
        ),
        (
            events.RunStarted(
                question="q", strategy="evidence", provider="none", model="", budget_s=300
            ),
            "evidence without a model, at most 300 s",
        ),
        (
            events.StepStarted(step_id="s", agent="consulter", title="Criticise"),
            "consulter: Criticise",
        ),
        (events.StepFinished(step_id="s", status="failed", summary="no reply"), "failed no reply"),
        (
            events.ModelCall(agent="a", model="m", prompt_tokens=10, completion_tokens=5, ms=1250),
            "m, 10 + 5 tokens, 1.2 s",
        ),
        (events.SearchFailed(attempts=(ATTEMPT,)), "none of 1 attempts"),
        (
            events.PageRead(url="u", final_url="https://e.org/x", title="", chars=5),
            "read u (https://e.org/x)",
        ),
        (
            events.PageRead(url="u", final_url="u", title="T", chars=5, wall="paywall"),
            "read T (u), preview only",
        ),
        (
            events.ToolFinished(call_id="c", tool="web_fetch", ok=False, summary="refused"),
            "web_fetch failed: refused",
        ),
        (
            events.Verdict(
                by="consulter",
                ok=False,
                details={
                    "verdict": "revise",
                    "missing": ("when", "where"),
                    "faults": (),
                    "note": "",
                },
            ),
            "verdict of the consulter: not ok — missing: when; where",
        ),
        (
            events.EvidenceFound(intent="i", extracted_answer="42", confidence=0.8),
            "evidence: 42 (confidence 0.80)",
        ),
        (events.DiscoveryFlagged(title="Found", description="d"), "discovery: Found"),
        (events.PlanMade(plan=PLAN, proposed=True), "plan: 2 parts (waits to be looked over)"),
        (
            events.PlanMade(
                plan=Plan((Subtask("1", "q"),), "fallback", "the reply was no JSON"),
                title="Timeline",
            ),
            "plan, Timeline: 1 part — the reply was no JSON",
        ),
        (
            events.StepStarted(step_id="s", agent="researcher", title="What is A?", part="a"),
            "part a, researcher: What is A?",
        ),
        (
            events.BudgetSpent(elapsed_s=10, remaining_s=290, part="Plan", part_s=96.7),
            "budget: Plan: at most 97 s of 290 s",
        ),
        (
            events.ToolStarted(call_id="c", tool="run_python", arguments={"code": "a = 1\na"}),
            "runs code of 2 lines",
        ),
        (
            events.ToolFinished(call_id="c", tool="run_python", ok=True, summary="42"),
            "code gives 42",
        ),
        (
            events.Verdict(
                by="swarm",
                ok=True,
                details={
                    "value": "42",
                    "answers": [
                        {"model": "m1", "value": "42"},
                        {"model": "m2", "value": "", "error": "gave no answer in 30 s"},
                    ],
                    "note": "1 of 1 answers agree.",
                },
            ),
            "swarm: agreed on 42 — m1: 42 — m2: gave no answer in 30 s — 1 of 1 answers agree.",
        ),
        (events.Verdict(by="swarm", ok=False), "swarm: disagreed"),
        (
            events.Verdict(
                by="numeric",
                ok=False,
                details={"candidate": "12", "recomputed": 13, "agreed": False, "code_ran": True},
            ),
            "recalculation: gives another value — was 12 — computed anew 13 — by code that ran",
        ),
        (
            events.Verdict(by="numeric", ok=True, details={"agreed": None, "note": "no time"}),
            "recalculation: could not be checked — no time",
        ),
        (events.SleepStarted(mode="timer", seconds=2.5), "sleeping 2.5 s"),
        (events.SleepEnded(reason="timer expired", slept_s=2.5), "woke after 2.5 s: timer expired"),
        (
            events.ContextTrimmed(removed=("a result",), tokens_before=9, tokens_after=5, limit=6),
            "shortened from 9 to 5 tokens: a result",
        ),
        (events.Notice(text="loading model…"), "loading model…"),
        (
            events.Verdict(
                by="claims",
                ok=False,
                details={"supported": 4, "partly": 1, "contradicted": 0, "unconfirmed": 2},
            ),
            "  citations: 4 supported, 1 partly supported, 2 unconfirmed",
        ),
        (events.Verdict(by="claims", ok=True), "  citations: none to check"),
        (
            events.Verdict(
                by="grounding", ok=True, details={"value": "42", "reason": "", "action": "kept"}
            ),
            "  grounding: the answer agrees with the evidence, 42",
        ),
        (
            events.Verdict(
                by="grounding",
                ok=False,
                details={"value": "42", "reason": "it says 41", "action": "replaced"},
            ),
            "the answer contradicted, and was replaced by, the evidence, 42 — it says 41",
        ),
        (
            events.Verdict(
                by="verifier",
                ok=False,
                details={"round": 2, "said": "no", "note": "", "query": "ohio governor"},
            ),
            "  verifier, round 2: more must be found — asks for “ohio governor”",
        ),
        (
            events.Verdict(by="verifier", ok=True, details={"round": 1, "said": "yes"}),
            "  verifier, round 1: enough is known",
        ),
        (
            events.EvidenceFound(intent="i", passages=(QuotedPassage(1, "p"),)),
            "evidence: 1 passage, no single value",
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
def test_an_event_is_told_in_words(event: Event, told: str):
    line = describe(event)
    assert line is not None
    assert told in line.text


def test_a_step_that_ended_well_and_an_answer_whose_citations_were_told_need_no_line():
    assert describe(events.AnswerGiven(text="t", claims=(Claim("a", (1,), "partly"),))) is None
    assert describe(events.StepFinished(step_id="s")) is None
    assert describe(events.AnswerGiven(text="t")) is None
    assert describe(events.ToolFinished(call_id="c", tool="web_search", ok=True)) is None
    assert describe(events.BudgetSpent(elapsed_s=1, remaining_s=2)) is None


def test_a_plan_has_a_line_a_part_with_what_it_waits_for():
    assert [line.text for line in plan_lines(PLAN)] == [
        "  a reason: What is A?",
        "  b compute: What is B? (after a)",
    ]
