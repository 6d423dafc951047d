"""The ``single`` strategy: one model call without tools, as a baseline for benchmarks."""

from desktop_agent.agents.answers.answer_form import bare_value, policy
from desktop_agent.agents.roles.main_agent import answer_at_once
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded
from desktop_agent.core.events import Notice
from desktop_agent.core.research import Answer, QuestionType


async def answer(ctx: RunContext) -> Answer:
    """Return the bare value that the model states, or an empty answer if time runs out."""
    kind = ctx.reading.question_type
    form = policy(kind, bare=True, worked=kind is QuestionType.NUMERIC)
    try:
        text = await answer_at_once(ctx, "single", "final", form, again=True)
    except BudgetExceeded as error:  # as with other strategies that run out of time
        ctx.emit(Notice(text=error.message, level="warning"))
        text = ""
    return Answer(
        text=bare_value(text, kind) if text else "",
        question_type=kind.value,
        from_internal_knowledge=True,
        sufficient=bool(text),
    )
