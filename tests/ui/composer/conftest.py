"""A composer alone in a window, and what it has sent."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.messages import Attachment
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.composer.composer import Composer
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from tests.ui.manners.activation import activated

MODELS = (
    ModelInfo("qwen3:4b", capabilities=("completion", "tools")),
    ModelInfo("llava:7b", capabilities=("completion", "vision")),
)


class Page(QWidget):
    """A composer with what came out of it."""

    def __init__(self, theme: Theme, tasks: Tasks) -> None:
        super().__init__()
        self.composer = Composer(theme, "auto", read, tasks)
        lines = QVBoxLayout(self)
        lines.addStretch(1)
        lines.addWidget(self.composer)
        self.asked, self.replaced = [], []
        self.drafts = []
        self.stops = 0
        self.composer.asked.connect(self._asked)
        self.composer.draft_changed.connect(self.drafts.append)
        self.composer.stopped.connect(self._stopped)
        ready = ProviderState(ok=True, provider="ollama", model="qwen3:4b")
        self.composer.model.show_state(ready, MODELS)

    def _asked(self, question: Question, instead_of: int | None) -> None:
        self.asked.append(question)
        self.replaced.append(instead_of)

    def _stopped(self) -> None:
        self.stops += 1


async def read(path: Path) -> Attachment:
    """Reads as the program does, but for the process that is kept for hostile files."""
    return await asyncio.to_thread(_read, path)


def _read(path: Path) -> Attachment:
    if not path.exists():
        raise Unreadable(f"{path.name} no longer exists.")
    return Attachment(path.name, "text/plain", path.read_text())


@pytest.fixture
async def page(theme: Theme, tasks: Tasks, place) -> Page:
    page = place(Page(theme, tasks), 640, 480)
    await activated(page)
    page.composer.edit.setFocus()
    return page
