"""What the numeric verifier asks: a number worked out in words, and which of two workings is right."""

from dataclasses import dataclass
from typing import Any, Literal

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.json_reply import json_object
from desktop_agent.agents.researcher.prompt import known_block
from desktop_agent.agents.swarm.prompt import opening
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType

_RULES = """\
You are the numeric verifier. Today is {today}.
- {part}
- {fence}"""
_WORK_OUT = (
    "You work out one number from scratch, carefully, step by step, and check the result once in "
    "another way."
)
_COMPARE = (
    "Two people worked out the same number without speaking to each other, and came to different "
    "values. You find out who is right."
)
_KNOWN = "{question}\n\nWhat is known so far:\n{known}"
_TWO = """\
The question:
{question}

The first working:
{first}

The second working:
{second}

Read the question again word by word: what is asked for, in which unit, and what is given. Find the \
first step at which the workings part, and decide which of them is right there. Code that ran makes no \
slip in arithmetic, but it may compute something else than what was asked.

Reply with one JSON object:
{{"why": "the step, in one or two sentences", "right": "first" or "second" or "neither", "value": \
"the right value with its unit"}}"""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "why": {"type": "string"},
        "right": {"type": "string", "enum": ["first", "second", "neither"]},
        "value": {"type": "string"},
    },
    "required": ["why", "right", "value"],
    "additionalProperties": False,
}
_LONGEST_WHY = 400


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Which of two workings is right, and why; ``value`` is what the reader came to, or empty."""

    right: Literal["first", "second", "neither"]
    value: str = ""
    why: str = ""


def by_reasoning(ctx: RunContext, question: str, known: str) -> tuple[Message, ...]:
    """Asks for the number without code; the reply ends in an ``ANSWER:`` line."""
    asked = question
    if known:
        asked = _KNOWN.format(question=question, known=known_block(ctx, known))
    messages = (_system(ctx, _WORK_OUT), Message("user", asked, images=ctx.question.attachments))
    return opening(messages, QuestionType.NUMERIC)


def two_workings(
    ctx: RunContext, question: str, known: str, first: str, second: str
) -> tuple[Message, ...]:
    """Asks which working is right; both are data, and nothing says whose they are."""
    asked = question
    if known:
        asked = _KNOWN.format(question=question, known=known_block(ctx, known))
    told = _TWO.format(
        question=asked,
        first=ctx.fence.wrap(first, "the first working"),
        second=ctx.fence.wrap(second, "the second working"),
    )
    user = Message("user", told, images=ctx.question.attachments)
    return (_system(ctx, _COMPARE), user)


def parse_second_look(text: str) -> SecondLook:
    """Reads a second look, mending malformed JSON.

    Raises:
        BadResponse: there is no JSON object in it that says which working is right.
    """
    data = json_object(text)
    if data is None:
        raise BadResponse("The second look was not a JSON object.")
    why = " ".join(str(data.get("why") or "").split())[:_LONGEST_WHY]
    value = str(data.get("value") or "").strip()
    match str(data.get("right", "")).strip().lower():
        case "first" | "the first":
            return SecondLook("first", value, why)
        case "second" | "the second":
            return SecondLook("second", value, why)
        case "neither" | "none":
            return SecondLook("neither", value, why)
        case other:
            raise BadResponse(f"The second look said {other[:40]!r}, not which working is right.")


def _system(ctx: RunContext, part: str) -> Message:
    rules = _RULES.format(today=ctx.today.isoformat(), part=part, fence=ctx.fence.rule)
    return Message("system", rules)
