"""What is seen before the first question: whether a model was found, and what to ask or to do."""

import sys
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.core.models import ProviderState
from desktop_agent.ui.column import SIDE, column_width
from desktop_agent.ui.localized import localized
from desktop_agent.ui.models.downloads import Downloads
from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.welcome.example_card import ExampleCard
from desktop_agent.ui.welcome.next_step import next_step
from desktop_agent.ui.welcome.step_card import StepCard


class Welcome(QScrollArea):
    """``asked`` brings an example, ``look_again`` and ``settings`` are buttons.

    ``platform`` is that of `sys.platform`.
    """

    asked = Signal(str)
    look_again = Signal()
    settings = Signal()

    def __init__(
        self,
        theme: Theme,
        downloads: Downloads | None = None,
        parent: QWidget | None = None,
        platform: str = sys.platform,
    ) -> None:
        super().__init__(parent)
        self._platform = platform
        self._provider: ProviderState | None = None
        self._models = 0
        self._offline = False
        self._installed = False
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = theme
        self._icon = IconLabel(theme, "clock", "muted", 20)
        self._state = QLabel()
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setWordWrap(True)
        self._fault = QLabel()
        self._fault.setObjectName("meta")
        self._fault.setTextFormat(Qt.TextFormat.PlainText)
        self._fault.setWordWrap(True)
        self._ideas = self._examples()
        self.step = StepCard(theme, downloads)
        self.step.look_again.connect(self.look_again)
        self.step.settings.connect(self.settings)
        self._lay_out()
        self.verticalScrollBar().rangeChanged.connect(self._keep_in_the_middle)
        self.show_looking()

    @property
    def waiting(self) -> bool:
        """Whether it is worth looking again by itself: Ollama is wanted, and no model was found."""
        state = self._provider
        return state is not None and not state.ok and state.provider == "ollama"

    @property
    def needs_model(self) -> bool:
        """Whether Ollama answers and only a model is missing."""
        return self.waiting and self._provider is not None and bool(self._provider.pullable)

    def show_looking(self) -> None:
        """Says that it is not yet known whether there is a model."""
        if self._provider is not None:
            return  # what was found last stays until something else is found
        self._icon.show_icon("clock", "muted")
        self._state.setText(self.tr("Looking for a model…"))
        for part in (self._fault, self._ideas, self.step):
            part.hide()

    def show_state(self, state: ProviderState, models: int) -> None:
        """Shows what was found; ``models`` is how many the provider offers."""
        self._provider, self._models = state, models
        self._show()

    def show_installed(self, *, installed: bool) -> None:
        """Takes whether Ollama's program is on this computer."""
        self._installed = installed
        self._show()

    def show_offline(self, *, offline: bool) -> None:
        """Takes whether the network is switched off."""
        self._offline = offline
        self._show()

    def _show(self) -> None:
        state = self._provider
        if state is None:
            return
        found = state.ok and state.provider != "none"
        self._icon.show_icon(*(("ok", "ok") if found else ("evidence", "accent")))
        self._state.setText(self._found(state) if found else self._without_model(state))
        self._fault.setText("" if found else localized(state.problem))
        self._fault.setVisible(bool(self._fault.text()))
        self._ideas.setVisible(found or not self._offline)  # they are questions for the web
        self.step.show_step(
            next_step(state, self._platform, installed=self._installed, offline=self._offline)
        )
        self.step.setVisible(not found)

    def _without_model(self, state: ProviderState) -> str:
        chosen = state.ok or state.provider == "none"
        head = self.tr("No model is in use.") if chosen else self.tr("No model was found.")
        if self._offline:
            return head
        how = self.tr("You can ask now without one: evidence mode searches and quotes its sources.")
        return f"{head} {how}"

    def _found(self, state: ProviderState) -> str:
        name = {"ollama": "Ollama", "openai": "OpenAI", "anthropic": "Anthropic"}.get(
            state.provider, state.provider
        )
        if self._models > 1:
            return self.tr("{0} is ready with {1} models; {2} answers.").format(
                name, self._models, state.model
            )
        return self.tr("{0} is ready; {1} answers.").format(name, state.model)

    def _keep_in_the_middle(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        if self.viewportMargins().left() != bar:
            self.setViewportMargins(bar, 0, 0, 0)
            # the text stays where it is without a bar: above the composer
            self._fit_column()
            self._lines.setContentsMargins(SIDE - bar, 24, SIDE - bar, 24)

    def _fit_column(self) -> None:
        bar = self.viewportMargins().left()
        self._column.setMaximumWidth(column_width(self._theme.points) - 2 * bar)

    # --- building

    def _lay_out(self) -> None:
        page = QWidget()
        page.setObjectName("page")
        column = self._column = QWidget()
        self._fit_column()
        self._theme.changed.connect(self._fit_column)
        lines = self._lines = QVBoxLayout(column)
        lines.setContentsMargins(SIDE, 24, SIDE, 24)
        lines.setSpacing(14)
        lines.addStretch(2)
        lines.addLayout(self._head())
        lines.addSpacing(6)
        lines.addLayout(self._state_row())
        lines.addWidget(self.step)
        lines.addSpacing(6)
        lines.addWidget(self._ideas)
        lines.addStretch(3)
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch()
        row.addWidget(column, 1)
        row.addStretch()
        self.setWidget(page)

    def _head(self) -> QVBoxLayout:
        title = QLabel(self.tr("Ask, and check the answer"))
        title.setObjectName("title")
        title.setWordWrap(True)
        line = QLabel(self.tr("It searches, reads, drafts, criticises, and shows every step."))
        line.setObjectName("muted")
        line.setWordWrap(True)
        lines = QVBoxLayout()
        lines.setSpacing(8)
        lines.addWidget(title)
        lines.addWidget(line)
        return lines

    def _state_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        told = QVBoxLayout()
        told.setSpacing(4)
        told.addWidget(self._state)
        told.addWidget(self._fault)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(told, 1)
        return row

    def _examples(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(12)
        for index, (head, question) in enumerate(
            (
                (self.tr("Check a fact"), self.tr("Who is the current world chess champion?")),
                (self.tr("Follow the news"), self.tr("What is new in the latest Python release?")),
                (
                    self.tr("Compare"),
                    self.tr("How do heat pumps compare with gas boilers in cold winters?"),
                ),
                (self.tr("Understand"), self.tr("Why is the sky blue, and why is sunset red?")),
            )
        ):
            card = ExampleCard(head, question)
            card.clicked.connect(partial(self.asked.emit, question))
            grid.addWidget(card, index // 2, index % 2)
        grid.setRowStretch(2, 1)
        for side in (0, 1):
            grid.setColumnStretch(side, 1)
        return box
