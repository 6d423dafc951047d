"""The numeric verifier, which recomputes a number independently and compares the results.

If they differ, no model decides between them: the program checks whether the equations in the first
working hold, and whether the code of the second ran.
"""

import re
from dataclasses import asdict, dataclass
from fractions import Fraction

from desktop_agent.agents.answers.quantities import (
    evaluate,
    final_number,
    parse_quantity,
    plain_notation,
    same_value,
)
from desktop_agent.agents.final_answer import Checked, check, conclude
from desktop_agent.agents.model_call import Ask, no_text, turn
from desktop_agent.agents.roles.main_agent import AGENT as MAIN
from desktop_agent.agents.roles.main_agent import answer_at_once
from desktop_agent.agents.roles.researcher import Worked, research_by_code, with_known
from desktop_agent.agents.roles.swarm import answered, opening
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import VERIFICATION, run_stage
from desktop_agent.core.errors import BudgetExceeded
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.research import Answer, QuestionType
from desktop_agent.evidence.records import EvidencePack

AGENT = "numeric"
_RULES = """\
You work out one number from scratch, step by step. Today is {today}.
- {fence}"""
_BY_CODE = "**{value}**\n\nThis was worked out by code{earlier}.\n\n```python\n{code}\n```"
_EARLIER = "; an earlier working had given {}"
_ROUNDS = 2
"""Rounds of code in which a number is recomputed: a program, and its repair."""
_MOST_WORKING = 500
_ERROR = re.compile(r"±|\+/-|\(")
"""Separates a value from its margin of error or an explanation."""
_FIGURE = re.compile(
    r"[-\u2212]?(?:\d[\d,.'\u00a0\u202f\u2009]{0,40}\d|\d)(?:[eE][-+]?\d{1,3}|\s?/\s?\d{1,9})?"
)


async def answer_worked_out(ctx: RunContext) -> Answer:
    """Answer a question that gives its own numbers: work it out once, and recompute the result.

    No tools are offered, and at most three model calls are made: the working, a program, and its
    repair. Raise `ModelError` if the model fails while writing the working, or if it writes nothing
    and no code produces a number.
    """
    late: BudgetExceeded | None = None
    text = ""
    try:
        text = await answer_at_once(ctx, MAIN, "draft")
    except BudgetExceeded as error:
        ctx.emit(Notice(text=error.message, level="warning"))
        late = error
    checked = await check(ctx, text)
    stated = checked if final_number(checked.text) else Checked("")
    given = await recomputed(ctx, stated)
    checked = given if given.text else checked
    if not checked.text and late is None:
        raise no_text(ctx)
    return await conclude(ctx, checked, EvidencePack(ctx.reading))


@dataclass(frozen=True, slots=True)
class NumericCheck:
    """The result of recomputing a number.

    ``value`` is the candidate as written, or the recomputed number if it replaces the candidate.
    ``agreed`` is None if the number could not be recomputed. ``note`` describes the outcome.
    """

    value: str
    agreed: bool | None
    code_ran: bool
    note: str
    code: str = ""


async def verify_number(
    ctx: RunContext,
    question: str,
    candidate: str,
    known: str = "",
    *,
    working: str = "",
    computed: bool = False,
) -> NumericCheck:
    """Recompute the number that a question asks for, and compare it with ``candidate`` by value.

    The model recomputes the number without seeing the candidate, with code or, where none can be
    run, by reasoning. A different number wins only if its code ran, the candidate was not
    ``computed`` by code, and the candidate's ``working`` does not hold (see `is_sound`). If the new
    number cannot win, a failing program is not repaired.

    Model failures and timeouts raise no exception; the candidate remains unconfirmed.
    """
    stands = computed or is_sound(working, candidate)
    worked = await run_stage(
        ctx,
        AGENT,
        "Recalculate the number",
        VERIFICATION,
        lambda own: _worked_out(own, question, known, rounds=1 if stands else _ROUNDS),
        summarize=lambda done: done.value or done.note,
    )
    worked = worked or Worked()
    anew = _number(worked.value)
    how = "code" if worked.ran else "reasoning without code"
    differs = f"Recalculated by {how}: {anew}, not {candidate}"
    value = candidate
    agreed: bool | None = False
    if not anew:
        agreed = None
        note = f"The number could not be recalculated. {worked.note}".rstrip()
    elif same_value(_number(candidate), anew):
        agreed = True
        note = f"Recalculated by {how}: the value is the same."
    elif not worked.ran:
        note = f"{differs}; the new value isn't used because no code ran."
    elif computed:
        note = f"{differs}; the first program's result is kept."
    elif stands:
        note = f"{differs}; the first calculation is kept because its arithmetic is correct."
    else:
        value = _in_form_of(candidate, anew)
        note = f"{differs}; no calculation steps back up the first result."
    check = NumericCheck(value, agreed, worked.ran, note=note, code=worked.code)
    details = {"candidate": candidate, "recomputed": anew, **asdict(check)}
    del details["code"]  # which the sandbox's own event holds
    ctx.emit(Verdict(by="numeric", ok=check.agreed is True, details=details))
    return check


async def recomputed(
    ctx: RunContext, checked: Checked, known: str = "", *, computed: bool = False
) -> Checked:
    """Return the text or, if code computes a different number that wins, that number and the code.

    See `verify_number` for ``known`` and ``computed``.
    """
    candidate = final_number(checked.text)
    if checked.text and not candidate:
        return checked
    question, working = ctx.reading.text, checked.text
    found = await verify_number(ctx, question, candidate, known, working=working, computed=computed)
    if not found.code_ran or not found.value or same_value(found.value, candidate):
        return checked
    earlier = _EARLIER.format(candidate) if candidate else ""
    return Checked(_BY_CODE.format(value=found.value, earlier=earlier, code=found.code))


async def _worked_out(ctx: RunContext, question: str, known: str, *, rounds: int) -> Worked:
    if ctx.code is not None:
        return await research_by_code(ctx, question, known, rounds=rounds, without_code=1)
    messages = ctx.conversation(_RULES, with_known(ctx, question, known), history=False)
    messages = opening(messages, QuestionType.NUMERIC)
    ask = Ask(AGENT, "Work it out without code", "work", messages, most_tokens=_MOST_WORKING)
    reply = await turn(ctx, ask)
    value, _named = answered(reply.text, QuestionType.NUMERIC)
    return Worked(value, reply.text.strip())


# --- The equations of a working

_UNITS = re.compile(r"(?<=[\d)]) ?[^\W\d_]+(?:[ /-][^\W\d_]+){0,2} ?(?=[-+*/=)])")
_EQUATION = re.compile(r"([\d.,()+*/^ -]{3,120})= ?(-?\d[\d,]*(?:\.\d+)?)(?! ?(?:[-+*/^(%]|\d))")
_BULLET = re.compile(r"^ *(?:[-+*]|\d+[.)]) (?=[\d(])")
_SIGN = re.compile(r"[\d)] ?[-+*/^]")


def is_sound(working: str, candidate: str) -> bool:
    """Return whether all equations in a working hold and one of them yields the candidate."""
    # signs of money would be read as marks of formulas
    plain = plain_notation(re.sub(r"[$€£](?=\d)", "", working)).replace("$", "")
    plain = re.sub(r"(?<=[\d)]) ?x ?(?=[\d(])", " * ", re.sub(r"[ \t]+", " ", plain))
    figure = _FIGURE.search(candidate)
    found = False
    for before, right in _EQUATION.findall(_UNITS.sub(" ", plain)):
        left = _BULLET.sub("", before.lstrip(" ,."))
        side = evaluate(left.strip()) if _SIGN.search(left) else None
        if side is None:
            continue
        shown = Fraction(right.replace(",", ""))
        places = len(right.partition(".")[2])
        rounded = 0 if side.value.denominator == 1 else Fraction(1, 2 * 10**places)
        if abs(side.value - shown) > rounded:
            return False
        found |= figure is not None and same_value(right, figure[0]) is True
    return found


def _in_form_of(old: str, new: str) -> str:
    """Give ``new`` the unit or noun of ``old``, unless that changes its value (0.15 for 15%)."""
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
