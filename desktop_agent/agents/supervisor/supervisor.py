"""The supervisor: parts a question, and lets the person look the plan over."""

from dataclasses import replace

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.evidence import searchable, understood_alone
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.supervisor.plan_reply import SCHEMA, plan_json, read_plan
from desktop_agent.agents.supervisor.plan_workers import with_workers
from desktop_agent.agents.supervisor.prompt import AGENT, SupervisorTalk
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.allocation import for_plan
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.events import Notice, PlanMade
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Plan, Subtask, SubtaskKind

_PLAN = """\
Part the question above into the fewest parts that can be worked on separately. A simple question is \
one part: the question itself. Each part has
- "id": t1, t2 and so on
- "question": a full question that can be understood without the others and without earlier turns. \
Where the result of another part has to stand in it, write the id of that part in braces, like {{t1}}.
- "kind": "look_up" for facts from the web or documents, "reason" for thinking and judging, "compute" \
for what a short program works out, "simulate" for chance that a program plays through
- "needs": the ids of the parts whose results it builds on, or []; never in a circle
At most {most} parts. Plan no part that only sums up: that is done afterwards. Do not answer the question.

Reply with one JSON object:
{{"subtasks": [{{"id": "t1", "question": "…", "kind": "look_up", "needs": []}}]}}"""


async def make_plan(ctx: RunContext, talk: SupervisorTalk) -> Plan:
    """Gives the plan that is carried out, and tells of it as events.

    A plan that does not come in time or cannot be used is replaced by one with the whole question as
    its only part. Where the person wants to see it, the run's time stands still while they do.

    Raises:
        ModelError: the plan was to be reviewed, and the model cannot be asked.
    """
    asked = _PLAN.format(most=ctx.settings.max_subtasks)
    stage = Stage(AGENT, "Plan", for_plan(ctx.budget.remaining_s))
    plan = await run_stage(ctx, stage, lambda own: _planned(own, talk.asked(asked)), told=_told)
    if plan is None and ctx.review is not None and ctx.losses and ctx.losses[-1].lost:
        raise ctx.losses[-1]  # nobody is asked to review a plan that nothing can carry out
    if plan is None:
        plan = whole(ctx, "There was no plan, so the question is worked on as one part.")
    plan = with_workers(
        plan, ctx.question.text, ctx.reading.question_type, ctx.settings.max_subtasks
    )
    plan = await _looked_over(ctx, plan)
    if plan.note:
        ctx.emit(Notice(text=plan.note))
    talk.keep(asked, plan_json(plan))
    return plan


def whole(ctx: RunContext, note: str) -> Plan:
    """Gives the plan with the whole question as its only part."""
    kind: SubtaskKind = "look_up" if searchable(ctx) else "reason"
    return Plan((Subtask("t1", ctx.question.text, kind),), "fallback", note)


async def _planned(ctx: RunContext, messages: tuple[Message, ...]) -> Plan:
    reply = await turn(ctx, Ask(AGENT, "Part the question", "work", messages, schema=SCHEMA))
    try:
        plan = read_plan(reply.text, ctx.settings.max_subtasks)
    except BadResponse as error:
        return whole(ctx, f"{error.message} The question is worked on as one part.")
    if len(plan.subtasks) == 1 and understood_alone(ctx):
        (part,) = plan.subtasks  # no wording is better than the person's own
        return replace(plan, subtasks=(replace(part, question=ctx.question.text),))
    return plan


async def _looked_over(ctx: RunContext, plan: Plan) -> Plan:
    if ctx.review is None:
        ctx.emit(PlanMade(plan=plan))
        return plan
    ctx.emit(PlanMade(plan=plan, proposed=True))
    with ctx.budget.paused():
        wanted = await ctx.review(plan)
    if wanted.subtasks != plan.subtasks:
        plan = replace(wanted, origin="person", note="")
    ctx.emit(PlanMade(plan=plan))
    return plan


def _told(plan: Plan) -> str:
    parts = len(plan.subtasks)
    return "one part" if parts == 1 else f"{parts} parts"
