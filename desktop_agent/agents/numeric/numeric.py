"""The numeric verifier: works a number out again by itself, and compares."""

import re
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.numeric.corrected_number import in_form_of
from desktop_agent.agents.numeric.prompt import (
    SCHEMA,
    SecondLook,
    by_reasoning,
    parse_second_look,
    two_workings,
)
from desktop_agent.agents.researcher.prompt import shortened
from desktop_agent.agents.researcher.researcher import Worked, research_by_code
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.swarm.prompt import answered
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.allocation import for_verification
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Verdict
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.quantities.comparison import same_value
from desktop_agent.evidence.quantities.final_number import final_number
from desktop_agent.evidence.quantities.quantity import parse_quantity

AGENT = "numeric"
_CODE_SHARE = 0.7
"""Share of the time for working it out that code may take before reasoning has to do."""
_ERROR = re.compile(r"±|\+/-|\(")
"""What stands between a value and its error or its explanation."""


@dataclass(frozen=True, slots=True)
class NumericCheck:
    """What came of working a number out again.

    ``value`` is the one to use: the candidate as it is spelt, or the one that code worked out where
    a second look found that one right. ``agreed`` is None where it could not be worked out again.
    ``note`` says in words how it went, ``code`` is what ran.
    """

    value: str
    agreed: bool | None
    code_ran: bool
    note: str
    code: str = ""


async def verify_number(
    ctx: RunContext, question: str, candidate: str, known: str = "", *, working: str = ""
) -> NumericCheck:
    """Works the number of a question out again, and holds it against ``candidate`` by value.

    The candidate is not shown to who works it out: code where it can be run, else reasoning. Where
    the two differ a fresh call sees both workings (``working`` is the candidate's), and the new
    value wins only where that call finds it right and its code ran. Each of the two may take what
    `for_verification` gives. Never raises for a model or the time: then nothing is agreed.
    """
    seconds = for_verification(ctx.budget.remaining_s)
    worked = await run_stage(
        ctx,
        Stage(AGENT, "Work the number out again", seconds),
        lambda own: _worked_out(own, question, known),
        told=lambda done: done.value or done.note,
    )
    recomputed = _number(worked.value) if worked is not None else ""
    if worked is None or not recomputed:
        why = worked.note if worked is not None else ""
        note = f"The number could not be worked out again. {why}".rstrip()
        code = worked.code if worked is not None else ""
        check = NumericCheck(candidate, None, worked is not None and worked.ran, note, code)
        return _told(ctx, candidate, "", check, None)
    if same_value(_number(candidate), recomputed):
        how = "Code" if worked.ran else "Reasoning without code"
        note = f"{how} came to the same value."
        check = NumericCheck(
            candidate, agreed=True, code_ran=worked.ran, note=note, code=worked.code
        )
        return _told(ctx, candidate, recomputed, check, None)
    own_working = working or f"The value: {candidate}"
    look = await run_stage(
        ctx,
        Stage(AGENT, "Look at both workings", for_verification(ctx.budget.remaining_s)),
        lambda own: _second_look(own, question, known, own_working, _working(worked)),
        told=lambda seen: f"right: {seen.right}",
    )
    check = _decided(candidate, recomputed, worked, look)
    return _told(ctx, candidate, recomputed, check, look)


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
    messages = by_reasoning(ctx, question, known)
    reply = await turn(ctx, Ask(AGENT, "Work it out without code", "work", messages))
    value, _named = answered(reply.text, QuestionType.NUMERIC)
    return Worked(value, reply.text.strip(), "", "", 1, ran=False, note=note)


async def _second_look(
    ctx: RunContext, question: str, known: str, first: str, second: str
) -> SecondLook:
    messages = two_workings(ctx, question, known, shortened(first), second)
    reply = await turn(ctx, Ask(AGENT, "Which working is right?", "work", messages, schema=SCHEMA))
    return parse_second_look(reply.text)


def _working(worked: Worked) -> str:
    if not worked.ran:
        return shortened(worked.text)
    return f"{shortened(worked.code)}\n\nIt printed:\n{shortened(worked.output)}"


def _decided(
    candidate: str, recomputed: str, worked: Worked, look: SecondLook | None
) -> NumericCheck:
    how = "code" if worked.ran else "reasoning without code"
    differs = f"Worked out again by {how} it is {recomputed}, not {candidate}"
    value = candidate
    if look is None:
        note = f"{differs}; which of them is right could not be settled."
    elif look.right == "first":
        note = f"{differs}; a second look found {candidate} right. {look.why}"
    elif look.right == "neither" and not same_value(_number(look.value), recomputed):
        came_to = f" and came to {look.value}" if look.value else ""
        note = f"{differs}; a second look found neither right{came_to}. {look.why}"
    elif not worked.ran:
        note = f"{differs}; that is kept back, because no code ran. {look.why}"
    else:
        value = in_form_of(candidate, recomputed)
        note = f"{differs}; a second look found {recomputed} right. {look.why}"
    return NumericCheck(
        value, agreed=False, code_ran=worked.ran, note=note.strip(), code=worked.code
    )


def _number(told: str) -> str:
    """Gives the number in what was told, with its unit; empty where there is none."""
    for each in (told.strip(), _ERROR.split(told)[0].strip()):
        if parse_quantity(each) is not None:
            return each
    return final_number(told)


def _told(
    ctx: RunContext, candidate: str, recomputed: str, check: NumericCheck, look: SecondLook | None
) -> NumericCheck:
    details = {
        "candidate": candidate,
        "recomputed": recomputed,
        "value": check.value,
        "agreed": check.agreed,
        "code_ran": check.code_ran,
        "second_look": look.right if look is not None else "",
        "note": check.note,
    }
    ctx.emit(Verdict(by="numeric", ok=check.agreed is True, details=details))
    return check
