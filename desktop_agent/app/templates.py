"""Load, save, remove and draft reasoning templates for frontends."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.plan import Plan
from desktop_agent.core.template import Template
from desktop_agent.storage.templates import TemplateStore

if TYPE_CHECKING:
    from desktop_agent.runs.services import Services


class Templates(TemplateStore):
    """The built-in templates and the user's own.

    Methods that are not ``async`` read files, so call them in a thread. ``services`` returns the
    services for the current settings, and ``alone`` returns the network scope for requests outside
    a run.
    """

    def __init__(
        self,
        folder: Path,
        services: Callable[[], "Services"],
        alone: Callable[[], AbstractContextManager[None]],
    ) -> None:
        super().__init__(folder)
        self._services = services
        self._alone = alone

    async def draft(self, problem: str) -> Template:
        """Have the model draft a template for similar problems; raise `AgentError` on failure."""
        from desktop_agent.agents.reasoning.templates import draft_template
        from desktop_agent.core.research import Question
        from desktop_agent.runs.dispatch import plain_context

        with self._services().hold() as services, self._alone():
            provider = services.settings.llm.provider
            await services.read_keys()
            model = await services.models.model(provider)
            plain = plain_context(services, Question(problem), model, lambda _event: None)
            loaded = await asyncio.to_thread(self.load)
            return await draft_template(replace(plain, templates=loaded.templates), problem)

    def of_run(self, question: str, plan: Plan) -> Template:
        """Turn a run's plan into a template; raise `ValueError` if the plan is unsuitable."""
        from desktop_agent.agents.reasoning.templates import template_of_run

        return template_of_run(question, plan, taken=[each.id for each in self.load().templates])
