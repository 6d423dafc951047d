"""What the window needs of the session where questions are scheduled."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.ui.conversation_store import Conversations

if TYPE_CHECKING:
    from desktop_agent.schedules.schedules import Schedules


class Models(Protocol):
    """The models of the provider in use."""

    async def state(self) -> ProviderState: ...

    async def list(self) -> Sequence[ModelInfo]: ...


class ScheduleSession(Protocol):
    """The session as far as schedules go."""

    @property
    def schedules(self) -> "Schedules": ...

    @property
    def conversations(self) -> Conversations: ...

    @property
    def models(self) -> Models: ...
