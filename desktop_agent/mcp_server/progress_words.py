"""What happens in a run, in words for the person behind the client."""

from functools import singledispatch

from desktop_agent.core import events, waiting_events
from desktop_agent.core.short_line import short_line

_MOST_CHARS = 300


def progress_words(event: events.Event) -> str:
    """Gives a line, or nothing where there is none to tell; thinking and text are never told."""
    return short_line(_words(event), _MOST_CHARS)


@singledispatch
def _words(event: events.Event) -> str:  # noqa: ARG001 - the fallback for all that has no line
    return ""


@_words.register
def _(event: events.RunStarted) -> str:
    if not event.provider:
        return ""  # it could not be begun; the reason follows
    by = "without a model" if event.provider == "none" else f"with {event.provider} {event.model}"
    return f"begins: {event.strategy} {by}"


@_words.register
def _(event: events.StepStarted) -> str:
    return f"{event.agent}: {event.title}"


@_words.register
def _(event: events.PlanMade) -> str:
    count = len(event.plan.subtasks)
    return "plan of 1 part" if count == 1 else f"plan of {count} parts"


@_words.register
def _(event: events.ToolStarted) -> str:
    return f"uses {event.tool}"


@_words.register
def _(event: events.SearchAttempt) -> str:
    outcome = f"{event.results} found" if event.outcome == "ok" else event.outcome.replace("_", " ")
    return f"searched {event.engine} for “{event.query}”: {outcome}"


@_words.register
def _(event: events.SearchFailed) -> str:
    return f"the search failed: none of {len(event.attempts)} attempts was answered"


@_words.register
def _(event: events.PageRead) -> str:
    return f"read {event.title or event.final_url} ({event.final_url})"


@_words.register
def _(event: events.Verdict) -> str:
    return f"checked by {event.by}: {'ok' if event.ok else 'not ok'}"


@_words.register
def _(event: events.Notice) -> str:
    return event.text


@_words.register
def _(event: waiting_events.SleepStarted) -> str:
    return f"sleeps, at most {event.seconds:g} s" if event.seconds else "sleeps"


@_words.register
def _(event: waiting_events.SleepEnded) -> str:
    return f"woke: {event.reason}"
