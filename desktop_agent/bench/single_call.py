"""One plain call, which every strategy has to be better than: no tool, no search, no second reader."""

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from desktop_agent.agents.turn import Ask, turn
from desktop_agent.app import Session
from desktop_agent.bench.plan import SINGLE
from desktop_agent.core.errors import BudgetExceeded
from desktop_agent.core.events import Notice, RunStarted
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Answer, Question
from desktop_agent.evidence.grounding.forms import bare_value, policy
from desktop_agent.llm.base import ChatModel
from desktop_agent.plain_context import plain_context
from desktop_agent.run import Run
from desktop_agent.services import Services
from desktop_agent.tools.toolbox import Emit

_RULES = """\
You are a careful assistant. Today is {today}. Answer from what you know and from what the user gives \
you, in the language of the question.
{fence}
{form}"""


class SingleCalls:
    """Asks a model each question in one call. The runs are not recorded.

    ``redact`` takes keys out of a text.
    """

    def __init__(
        self, services: Services, model: ChatModel, redact: Callable[[str], str] = str
    ) -> None:
        self._services = services
        self._model = model
        self._redact = redact

    def begin(self, question: Question) -> Run:
        """Gives a run of the question, as `Session.ask` does."""

        async def carry_out(emit: Emit) -> Answer:
            return await self._answer(question, emit)

        off = self._services.settings.network.offline
        run_id = uuid.uuid4().hex[:12]
        return Run(run_id, question, carry_out, (), offline=lambda: off, redact=self._redact)

    async def _answer(self, question: Question, emit: Emit) -> Answer:
        ctx = plain_context(self._services, question, self._model, emit)
        emit(
            RunStarted(
                question=question.text,
                strategy=SINGLE,
                provider=self._model.provider,
                model=self._model.name,
                budget_s=ctx.budget.limits.seconds,
            )
        )
        form = policy(ctx.reading.question_type, bare=True)
        rules = _RULES.format(today=ctx.today.isoformat(), fence=ctx.fence.rule, form=form)
        messages = (
            Message("system", rules),
            Message("user", question.text, images=question.attachments),
        )
        try:
            text = (await turn(ctx, Ask(SINGLE, "Answer", "final", messages))).text.strip()
        except BudgetExceeded as error:  # as other strategies do that ran out of time
            emit(Notice(text=error.message, level="warning"))
            text = ""
        kind = ctx.reading.question_type
        return Answer(
            text=bare_value(text, kind) if text else "",
            question_type=kind.value,
            from_internal_knowledge=True,
            sufficient=bool(text),
        )


@asynccontextmanager
async def open_single_calls(
    session: Session, provider: str, model: str
) -> AsyncIterator[SingleCalls]:
    """Opens what asks a model by single calls.

    Raises:
        AgentError: there is no such model, or it is not on this machine and the network is off.
    """
    services = Services(session.settings, session.paths, session.keys)
    try:
        await services.read_keys()
        if session.settings.network.offline:
            services.models.refuse_remote(provider)
        asked = await services.models.model(provider, model)
        yield SingleCalls(services, asked, session.keys.redact)
    finally:
        await services.aclose()
