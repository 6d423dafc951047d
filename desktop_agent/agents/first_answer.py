"""The first plain answer: one call without tools, written beside all else, which a run never falls below."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from desktop_agent.agents.answer import Checked, check
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.allocation import for_first_answer
from desktop_agent.core.errors import ModelError
from desktop_agent.core.events import Notice
from desktop_agent.core.messages import Message
from desktop_agent.evidence.grounding.forms import policy
from desktop_agent.evidence.grounding.never_worse import never_worse
from desktop_agent.evidence.pack import EvidencePack

AGENT = "main"

_RULES = """\
You are a careful assistant. Today is {today}. Answer at once from what you know, in the language of \
the question; say so where you are not sure. No filler.
{form}"""


class FirstAnswer:
    """The plain answer while it is being written. ``error`` is why there is none, or None."""

    def __init__(self, ctx: RunContext) -> None:
        # what becomes of it is no one's loss unless nothing else can answer
        self._ctx = replace(ctx, cuts=[], losses=[])
        self._task: asyncio.Task[str | None] | None = None
        self.error: ModelError | None = None

    async def text(self, *, wait: bool) -> str:
        """Gives what was written; empty where nothing was, or it is not done and not waited for."""
        if self._task is None or not (wait or self._task.done()):
            return ""
        if self._task.cancelled():
            return ""
        # a run that is stopped meanwhile must not take the task's own end from `first_answer`
        return await asyncio.shield(self._task) or ""

    def begin(self) -> None:
        """Begins to write."""
        seconds = for_first_answer(self._ctx.budget.remaining_s)
        stage = Stage(AGENT, "Answer at once", seconds)
        self._task = asyncio.create_task(run_stage(self._ctx, stage, self._written))

    async def end(self) -> None:
        """Ends what is still being written."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _written(self, ctx: RunContext) -> str:
        form = policy(ctx.reading.question_type, bare=ctx.question.bare)
        messages = (
            Message("system", _RULES.format(today=ctx.today.isoformat(), form=form)),
            *ctx.question.history,
            Message("user", ctx.question.text, images=ctx.question.attachments),
        )
        try:
            return (await turn(ctx, Ask(AGENT, "Answer", "draft", messages))).text.strip()
        except ModelError as error:
            self.error = error
            raise


@asynccontextmanager
async def first_answer(ctx: RunContext, *, wanted: bool = True) -> AsyncIterator[FirstAnswer]:
    """Lets the plain answer, where it is wanted, be written while the block runs, and then ends it."""
    first = FirstAnswer(ctx)
    if wanted and ctx.settings.first_answer:
        first.begin()
    try:
        yield first
    finally:
        await first.end()


async def not_worse_than(
    ctx: RunContext, first: str, later: Checked, pack: EvidencePack | None
) -> Checked:
    """Gives the later text, or the first answer where the later has lost something, and says why.

    The two were written apart from each other: that the later one leaves out a statement of the
    first is no loss, whatever speaks for it.
    """
    if not first:
        return later
    preference = never_worse(
        first,
        later.text,
        question=ctx.question.text,
        question_type=ctx.reading.question_type,
        pack=pack,
        earlier_claims=(),
        later_claims=later.claims,
    )
    if not preference.kept_earlier:
        return later
    if later.text:
        ctx.emit(Notice(text=f"The first answer stands: {preference.reason}", level="warning"))
    return await check(ctx, first)
