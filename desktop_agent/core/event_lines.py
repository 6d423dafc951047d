"""Describe a run's events in progress lines, for frontends that show lines of text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from desktop_agent.core import events
from desktop_agent.core.citations import MARK_WORDS, MARKS
from desktop_agent.core.plan import Plan
from desktop_agent.core.research import EngineAttempt, SearchHit
from desktop_agent.core.terminal_text import plain_line


@dataclass(frozen=True, slots=True)
class Line:
    """A progress line; ``style`` is the name of a Rich style."""

    text: str
    style: str = ""


@singledispatch
def describe(event: events.Event) -> Line | None:  # noqa: ARG001 - the default
    """Return the progress line for an event, or None if the event is not shown."""
    return None


@describe.register
def _(event: events.RunStarted) -> Line | None:
    if not event.provider:
        return None  # the run could not start; its last event has the reason
    by = f"with {event.provider} {event.model}".rstrip()
    how = f"{event.strategy} {'without a model' if event.provider == 'none' else by}"
    why = f" ({event.strategy_reason})" if event.strategy_reason else ""
    return Line(plain_line(f"{how}{why}, at most {event.budget_s:g} s"), "bold")


@describe.register
def _(event: events.StepStarted) -> Line | None:
    who = f"part {event.part}, {event.agent}" if event.part else event.agent
    return Line(plain_line(f"{who}: {event.title}"))


@describe.register
def _(event: events.PlanMade) -> Line | None:
    tasks = event.plan.subtasks
    name = f"plan, {event.title}" if event.title else "plan"
    count = "1 part" if len(tasks) == 1 else f"{len(tasks)} parts"
    wait = " (waits to be looked over)" if event.proposed else ""
    return Line(plain_line(_joined(f"{name}: {count}{wait}", event.plan.note), 400), "bold")


def plan_lines(plan: Plan) -> Iterator[Line]:
    """Yield a line for each part of a plan: id, kind, question and dependencies."""
    for task in plan.subtasks:
        after = f" (after {', '.join(task.needs)})" if task.needs else ""
        kind = task.kind.replace("_", " ")
        yield Line("  " + plain_line(f"{task.id} {kind}: {plain_line(task.question)}{after}", 240))


@describe.register
def _(event: events.StepFinished) -> Line | None:
    if event.status == "ok":
        return None
    return Line(plain_line(f"  {event.status} {event.summary}"), "yellow")


@describe.register
def _(event: events.ToolStarted) -> Line | None:
    code = event.arguments.get("code")
    if event.tool != "run_python" or not isinstance(code, str):
        return None  # its result has its own line
    lines = len(code.splitlines())
    return Line(f"  runs code of {'1 line' if lines == 1 else f'{lines} lines'}")


@describe.register
def _(event: events.BudgetSpent) -> Line | None:
    if not event.part:
        return None
    told = f"{event.part}: at most {event.part_s:.0f} s of {event.remaining_s:.0f} s"
    return Line("  budget: " + plain_line(told), "dim")


@describe.register
def _(event: events.ModelCall) -> Line | None:
    tokens = f"{event.prompt_tokens} + {event.completion_tokens} tokens"
    return Line("  " + plain_line(f"{event.model}, {tokens}, {event.ms / 1000:.1f} s"), "dim")


@describe.register(events.SearchAttempt)
def describe_attempt(attempt: events.SearchAttempt | EngineAttempt) -> Line:
    """Return the progress line for a request to a search engine."""
    outcome = str(attempt.outcome).replace("_", " ")
    if attempt.outcome == "ok":
        outcome = "1 result" if attempt.results == 1 else f"{attempt.results} results"
    detail = f": {attempt.detail}" if attempt.detail else ""
    text = f"{attempt.engine} “{attempt.query}” -> {outcome}, {attempt.ms} ms{detail}"
    good = attempt.outcome in ("ok", "no_results")
    return Line("  search " + plain_line(text, 300), "" if good else "yellow")


def search_hit_text(number: int, hit: SearchHit) -> str:
    """Format a search result as a numbered title, URL and snippet, each on its own line."""
    date = f" ({hit.date})" if hit.date else ""
    lines = [f"{number}. {plain_line(hit.label)}{date}", f"   {plain_line(hit.url, 2000)}"]
    if hit.snippet:
        lines.append(f"   {plain_line(hit.snippet, 600)}")
    return "\n".join(lines)


@describe.register
def _(event: events.SearchFailed) -> Line | None:
    return Line(f"  search failed: none of the {len(event.attempts)} attempts got an answer", "red")


@describe.register
def _(event: events.PageRead) -> Line | None:
    preview = ", preview only" if event.wall else ""
    return Line("  read " + plain_line(f"{event.title or event.url} ({event.final_url})") + preview)


@describe.register
def _(event: events.ToolFinished) -> Line | None:
    if event.ok:
        came = event.tool == "run_python" and event.summary
        return Line("  code gives " + plain_line(event.summary)) if came else None
    return Line("  " + plain_line(f"{event.tool} failed: {event.summary}"), "yellow")


@describe.register
def _(event: events.Verdict) -> Line | None:
    style = "" if event.ok else "yellow"
    match event.by:
        case "claims":
            return Line(f"  citations: {_counts(event.details)}", style)
        case "grounding":
            text = _GROUNDED.get(str(event.details.get("action")), "the answer was compared with")
            value, reason = _word(event.details, "value"), _word(event.details, "reason")
            told = f"{text} the evidence" + (f", {value}" if value else "")
            return Line("  grounding: " + plain_line(_joined(told, reason), 400), style)
        case "verifier":
            round_number = event.details.get("round")
            which = f", round {round_number}" if isinstance(round_number, int) else ""
            note, query = _word(event.details, "note"), _word(event.details, "query")
            told = "enough is known" if event.ok else "more must be found"
            asks = f"asks for “{query}”" if query else ""
            return Line(f"  verifier{which}: " + plain_line(_joined(told, note, asks), 400))
        case "swarm":
            return Line("  swarm: " + plain_line(_joined(*_swarm(event)), 600), style)
        case "numeric":
            return Line("  recalculation: " + plain_line(_joined(*_numeric(event)), 400), style)
    return Line("  verdict of the " + plain_line(_joined(*_judged(event)), 400), style)


_GROUNDED = {
    "kept": "the answer agrees with",
    "repaired": "the answer was corrected to agree with",
    "replaced": "the answer contradicted, and was replaced by,",
}


def _judged(event: events.Verdict) -> Iterator[str]:
    remarks = event.details.get("missing") or event.details.get("faults")
    said = "remarks" if remarks else "not reviewed" if event.details.get("skipped") else "ok"
    yield f"{event.by}: {said if event.ok else 'not ok'}"
    for name, value in event.details.items():
        if isinstance(value, list | tuple) and value:
            yield f"{name.replace('_', '-')}: {'; '.join(str(each) for each in value)}"
        elif isinstance(value, str) and value and name != "verdict":
            yield value
        elif isinstance(value, Mapping) and any(value.values()):
            counts = (f"{count} {verdict}" for verdict, count in value.items() if count)
            yield f"sentences: {', '.join(counts)}"


def _swarm(event: events.Verdict) -> Iterator[str]:
    value = _word(event.details, "value")
    yield f"agreed on {value}" if event.ok and value else "agreed" if event.ok else "disagreed"
    answers = event.details.get("answers")
    for each in answers if isinstance(answers, list | tuple) else ():
        if isinstance(each, Mapping):
            said = _word(each, "value") or _word(each, "error") or "no answer"
            yield f"{_word(each, 'model') or 'member'}: {plain_line(said, 80)}"
    yield _word(event.details, "note")


def _numeric(event: events.Verdict) -> Iterator[str]:
    said = event.details
    if said.get("agreed", event.ok) is None:
        yield "could not be checked"
    else:
        yield "agrees" if event.ok else "gives another value"
    was, anew = (_value(said, name) for name in ("candidate", "recomputed"))
    yield f"was {was}" if was else ""
    yield f"computed anew {anew}" if anew else ""
    if isinstance(said.get("code_ran"), bool):
        yield "by code that ran" if said["code_ran"] else "without code that ran"
    yield _word(said, "note")


def _value(details: Mapping[str, Any], name: str) -> str:
    value = details.get(name)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else _word(details, name)


def _counts(details: Mapping[str, Any]) -> str:
    counts = ((MARK_WORDS[mark], details.get(mark)) for mark in MARKS)
    told = [f"{count} {words}" for words, count in counts if isinstance(count, int) and count]
    return ", ".join(told) or "none to check"


def _word(details: Mapping[str, Any], name: str) -> str:
    value = details.get(name)
    return value.strip() if isinstance(value, str) else ""


def _joined(*parts: str) -> str:
    return " — ".join(part for part in parts if part)


@describe.register
def _(event: events.EvidenceFound) -> Line | None:
    if event.preliminary:
        return None
    if event.extracted_answer:
        found = f"{event.extracted_answer} (confidence {event.confidence:.2f})"
    elif event.sufficient and event.passages:
        count = len(event.passages)
        found = f"{count} {'passage' if count == 1 else 'passages'}, no single value"
    else:
        found = "nothing that is sure"
    return Line("  evidence: " + plain_line(found))


@describe.register
def _(event: events.DiscoveryFlagged) -> Line | None:
    return Line("  discovery: " + plain_line(event.title), "green")


@describe.register
def _(event: events.SleepStarted) -> Line | None:
    most = f"{event.seconds:g} s"
    told = {
        "timer": f"sleeping {most}",
        "event": f"sleeping until the background run {event.task_id} ends, at most {most}",
        "manual": f"sleeping until it is resumed, at most {most}",
    }
    what = f"paused, at most {most}" if event.by_person else told[event.mode]
    return Line("  " + plain_line(_joined(what, event.reason), 300))


@describe.register
def _(event: events.TaskStarted) -> Line | None:
    return Line(
        "  " + plain_line(f"begins the background run {event.task_id}: {event.question}", 240)
    )


@describe.register
def _(event: events.SleepEnded) -> Line | None:
    return Line("  " + plain_line(f"woke after {event.slept_s:.1f} s: {event.reason}"))


@describe.register
def _(event: events.ApprovalAsked) -> Line | None:
    who = f"{event.server} use its tool" if event.server else "the model call"
    return Line("  asks: may " + plain_line(f"{who} {event.tool}?"), "yellow")


@describe.register
def _(event: events.ApprovalGiven) -> Line | None:
    allowed = event.answer in ("once", "always")
    told = f"{'allowed' if allowed else 'not allowed'}: {event.reason or event.answer}"
    return Line("  " + plain_line(told, 300), "" if allowed else "yellow")


@describe.register
def _(event: events.ContextTrimmed) -> Line | None:
    text = f"shortened from {event.tokens_before} to {event.tokens_after} tokens"
    return Line("  " + plain_line(f"{text}: {'; '.join(event.removed)}"), "yellow")


@describe.register
def _(event: events.Notice) -> Line | None:
    text = plain_line(event.text, 300)
    return Line(f"  {text}", "yellow" if event.level == "warning" else "dim") if text else None


@describe.register
def _(event: events.AnswerGiven) -> Line | None:
    if event.from_internal_knowledge:
        return Line("  the answer comes from the model's own knowledge, not from sources", "yellow")
    return None  # the verdict on its citations has its own line


@describe.register
def _(event: events.RunFinished) -> Line | None:
    usage = event.usage
    calls = (
        f"{usage.model_calls} model calls, {usage.prompt_tokens} + {usage.completion_tokens} tokens"
    )
    return Line(f"{event.status} after {event.t:.1f} s, {calls}", "bold")
