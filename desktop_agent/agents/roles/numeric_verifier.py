"""The numeric verifier, which recomputes a number independently and compares the two results."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from desktop_agent.agents.answers.quantities import final_number, parse_quantity, same_value
from desktop_agent.agents.final_answer import Checked, check
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import TEXT, json_object, object_schema, one_of
from desktop_agent.agents.roles.researcher import Worked, research_by_code, shortened, with_known
from desktop_agent.agents.roles.swarm import answered, opening
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import SYNTHESIS, VERIFICATION, Stage, run_stage
from desktop_agent.core.errors import BadResponse, BudgetExceeded, ModelError
from desktop_agent.core.events import Verdict
from desktop_agent.core.research import QuestionType

# --- Prompts: recompute a number, judge two calculations, explain the number that is right

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

_SCHEMA = object_schema(why=TEXT, right=one_of("first", "second", "neither"), value=TEXT)
_NUMBER_PROMPT = """\
The number was worked out anew by code, which gave {value}. Write the answer again so that it gives \
{value}, in its first sentence, and explains that number. Do not speak of this correction."""
_BY_CODE = "**{value}**\n\nThis was worked out by code; an earlier working had given {earlier}."

AGENT = "numeric"
_MOST_WORKING, _MOST_VERDICT = 500, 200
_LONGEST_WHY = 400
_CODE_SHARE = 0.7
"""Share of the time that code may use before reasoning takes over."""
_ERROR = re.compile(r"±|\+/-|\(")
"""Separates a value from its margin of error or an explanation."""
_FIGURE = re.compile(
    r"[-\u2212]?(?:\d[\d,.'\u00a0\u202f\u2009]{0,40}\d|\d)(?:[eE][-+]?\d{1,3}|\s?/\s?\d{1,9})?"
)


@dataclass(frozen=True, slots=True)
class NumericCheck:
    """The result of recomputing a number.

    ``value`` is the candidate as written or, if a second look found the recomputed number right,
    that number. ``agreed`` is None if the number could not be recomputed. ``note`` describes the
    outcome.
    """

    value: str
    agreed: bool | None
    code_ran: bool
    note: str


@dataclass(frozen=True, slots=True)
class _SecondLook:
    """A verdict on two calculations: "first", "second" or "neither", and the judge's own result."""

    right: str
    value: str
    why: str


async def verify_number(
    ctx: RunContext, question: str, candidate: str, known: str = "", *, working: str = ""
) -> NumericCheck:
    """Recompute the number that a question asks for, and compare it with ``candidate`` by value.

    The model recomputes the number with code or, failing that, by reasoning, without seeing the
    candidate. If the numbers differ, a second model call compares both calculations; ``working`` is
    the one that led to the candidate. The new number wins only if that call finds it right and its
    code ran.

    Model failures and timeouts do not raise an exception; they leave the candidate unconfirmed.
    """
    worked = await run_stage(
        ctx,
        Stage(AGENT, "Work the number out again", VERIFICATION.of(ctx.budget.remaining_s)),
        lambda own: _worked_out(own, question, known),
        summarize=lambda done: done.value or done.note,
    )
    anew = _number(worked.value) if worked is not None else ""
    look: _SecondLook | None = None
    if worked is None or not anew:
        why = worked.note if worked is not None else ""
        note = f"The number could not be worked out again. {why}".rstrip()
        check = NumericCheck(candidate, None, worked is not None and worked.ran, note)
    elif same_value(_number(candidate), anew):
        how = "Code" if worked.ran else "Reasoning without code"
        note = f"{how} came to the same value."
        check = NumericCheck(candidate, agreed=True, code_ran=worked.ran, note=note)
    else:
        first, second = working or f"The value: {candidate}", _working(worked)
        look = await run_stage(
            ctx,
            Stage(AGENT, "Look at both workings", VERIFICATION.of(ctx.budget.remaining_s)),
            lambda own: _second_look(own, question, known, first, second),
            summarize=lambda seen: f"right: {seen.right}",
        )
        check = _decided(candidate, anew, look, ran=worked.ran)
    seen = look.right if look is not None else ""
    details = {"candidate": candidate, "recomputed": anew, "second_look": seen, **asdict(check)}
    ctx.emit(Verdict(by="numeric", ok=check.agreed is True, details=details))
    return check


Explain = Callable[[RunContext, str, str], Awaitable[str]]
"""Rewrites a text, given the context of its stage, the text and a prompt with the new number."""


async def recomputed(ctx: RunContext, checked: Checked, known: str, explain: Explain) -> Checked:
    """Return the text, corrected if code computes a different number.

    ``known`` contains the earlier findings. ``explain`` has one chance to rewrite the text with the
    new number. If that fails, the text is replaced by the number and a note on how it was obtained.
    """
    candidate = final_number(checked.text)
    if not candidate:
        return checked
    verdict = await verify_number(ctx, ctx.reading.text, candidate, known, working=checked.text)
    value = verdict.value
    if not verdict.code_ran or not value or same_value(value, candidate):
        return checked
    asked = _NUMBER_PROMPT.format(value=value)
    stage = Stage(AGENT, "Explain the number", SYNTHESIS.of(ctx.budget.remaining_s))
    text = await run_stage(ctx, stage, lambda own: explain(own, checked.text, asked))
    if text and same_value(final_number(text), value):
        return await check(ctx, text)
    return Checked(_BY_CODE.format(value=value, earlier=candidate))


async def _worked_out(ctx: RunContext, question: str, known: str) -> Worked:
    note = ""
    if ctx.code is not None:
        share = ctx.within(ctx.budget.remaining_s * _CODE_SHARE)
        try:
            worked = await research_by_code(share, question, known)
        except (BudgetExceeded, ModelError) as error:
            note = error.message
        else:
            if worked.ran and _number(worked.value):
                return worked
            note = worked.note or "The code gave no number."
    asked = with_known(ctx, question, known)
    messages = ctx.conversation(_RULES, asked, history=False, part=_WORK_OUT)
    messages = opening(messages, QuestionType.NUMERIC)
    ask = Ask(AGENT, "Work it out without code", "work", messages, most_tokens=_MOST_WORKING)
    reply = await turn(ctx, ask)
    value, _named = answered(reply.text, QuestionType.NUMERIC)
    return Worked(value, reply.text.strip(), "", "", ran=False, note=note)


def _working(worked: Worked) -> str:
    if not worked.ran:
        return shortened(worked.text)
    return f"{shortened(worked.code)}\n\nIt printed:\n{shortened(worked.output)}"


async def _second_look(
    ctx: RunContext, question: str, known: str, first: str, second: str
) -> _SecondLook:
    told = _TWO.format(
        question=with_known(ctx, question, known),
        first=ctx.fence.wrap(shortened(first), "the first working"),
        second=ctx.fence.wrap(second, "the second working"),
    )
    messages = ctx.conversation(_RULES, told, history=False, part=_COMPARE)
    title = "Which working is right?"
    ask = Ask(AGENT, title, "work", messages, schema=_SCHEMA, most_tokens=_MOST_VERDICT)
    data = json_object((await turn(ctx, ask)).text) or {}
    right, value, why = (str(data.get(name) or "").strip() for name in ("right", "value", "why"))
    right = right.lower().removeprefix("the ")
    if right not in ("first", "second", "neither"):
        raise BadResponse("The second look did not say which working is right.")
    return _SecondLook(right, value, " ".join(why.split())[:_LONGEST_WHY])


def _decided(candidate: str, anew: str, look: _SecondLook | None, *, ran: bool) -> NumericCheck:
    how = "code" if ran else "reasoning without code"
    differs = f"Worked out again by {how} it is {anew}, not {candidate}"
    value = candidate
    if look is None:
        note = f"{differs}; which of them is right could not be settled."
    elif look.right == "first":
        note = f"{differs}; a second look found {candidate} right. {look.why}"
    elif look.right == "neither" and not same_value(_number(look.value), anew):
        came_to = f" and came to {look.value}" if look.value else ""
        note = f"{differs}; a second look found neither right{came_to}. {look.why}"
    elif not ran:
        note = f"{differs}; that is kept back, because no code ran. {look.why}"
    else:
        value = _in_form_of(candidate, anew)
        note = f"{differs}; a second look found {anew} right. {look.why}"
    return NumericCheck(value, agreed=False, code_ran=ran, note=note.strip())


def _in_form_of(old: str, new: str) -> str:
    """Give ``new`` the unit or counted noun of ``old`` if it has none.

    It is returned unchanged if ``old`` is a percentage, since 0.15 may mean 15%, and if its value
    would change, as when 2500 replaces the 3 in "3 million".
    """
    before, after = parse_quantity(old), parse_quantity(new)
    if before is None or after is None or after.unit or after.noun or before.unit in ("%", "‰"):
        return new
    formed = _FIGURE.sub(lambda _: new, old, count=1)
    meant = parse_quantity(formed)
    return formed if meant is not None and meant.value == after.value else new


def _number(told: str) -> str:
    for each in (told.strip(), _ERROR.split(told)[0].strip()):
        if parse_quantity(each) is not None:
            return each
    return final_number(told)
