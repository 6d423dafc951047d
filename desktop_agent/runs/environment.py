"""The settings, services and stores that a session's runs share."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Discovery, Question
from desktop_agent.core.settings import Settings
from desktop_agent.runs.approvals import Approvals, PlanReviews
from desktop_agent.runs.services import Services
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.templates import LoadedTemplates
from desktop_agent.tools.recorded_results import RecordedResult, RecordedResults

if TYPE_CHECKING:
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase
    from desktop_agent.runs.mcp_servers import Servers

_FRESH_S = 900.0
"""Seconds for which the results of a failed run may be quoted in place of an answer."""


@dataclass(slots=True)
class FailedRunResults:
    """Keeps the results of the last run whose model failed, to reuse them without a new search."""

    _question: str = ""
    _results: tuple[RecordedResult, ...] = ()
    _at: float = 0.0

    def keep(self, question: Question, memory: RecordedResults) -> None:
        self._question, self._results = question.text, memory.found()
        self._at = time.monotonic()

    def take(self, question: Question) -> tuple[RecordedResult, ...]:
        """Return recent results if the same question is now asked without a model, or else ()."""
        same = question.strategy == "evidence" and question.text == self._question
        return self._results if same and time.monotonic() - self._at < _FRESH_S else ()


@dataclass(frozen=True, slots=True)
class RunEnvironment:
    """The services and stores of a session that its runs use.

    The callables are called again for each run, because their results may change. ``documents`` and
    ``servers`` return None if there are none or they must not be used. ``runs`` is the folder of
    recordings.
    """

    settings: Callable[[], Settings]
    is_offline: Callable[[], bool]
    services: Callable[[], Services]
    documents: Callable[[], Awaitable["KnowledgeBase | None"]]
    conversations: ConversationStore
    runs: Path
    redact: Callable[[str], str]
    keep_discovery: Callable[[Discovery], None]
    plans: PlanReviews
    approvals: Callable[[], Approvals]
    servers: Callable[[], Awaitable["Servers | None"]]
    load_templates: Callable[[], LoadedTemplates]
    failed_results: FailedRunResults = field(default_factory=FailedRunResults)

    async def chat_is_offline(self, question: Question) -> bool:
        """Load a question's conversation, and return whether it is set to work offline."""
        if question.conversation_id:
            with suppress(StorageError):  # reported where the file is written to
                await self.conversations.get(question.conversation_id)
        return self.conversations.known_offline(question.conversation_id)

    def keeps_offline(self, question: Question) -> bool:
        """Return whether the settings, the question or its conversation forbid network access."""
        return (
            question.offline
            or self.is_offline()
            or self.conversations.known_offline(question.conversation_id)
        )
