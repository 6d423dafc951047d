"""What is seen before the first question: whether a model was found, and what to ask or to do."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.models import ProviderState
from desktop_agent.ui.chat.message_parts import IconLabel
from desktop_agent.ui.theme import Theme

_WIDTH = 780


class ExampleCard(QPushButton):
    """A question to be asked by a click; as tall as its text needs."""

    def __init__(self, head: str, question: str) -> None:
        super().__init__()
        self.setObjectName("example")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(question)
        self.setAccessibleDescription(self.tr("Asks this question"))
        self.setToolTip(self.tr("Ask this"))
        title = QLabel(head)
        title.setObjectName("meta")
        text = QLabel(question)
        text.setWordWrap(True)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(16, 13, 16, 14)
        inside.setSpacing(5)
        inside.addWidget(title)
        inside.addWidget(text)
        inside.addStretch(1)
        for label in (title, text):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.heightForWidth(width) if layout is not None else -1

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()


class Welcome(QScrollArea):
    """``asked`` brings an example, ``look_again`` and ``settings`` are buttons."""

    asked = Signal(str)
    look_again = Signal()
    settings = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        page.setObjectName("page")
        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        self._icon = IconLabel(theme, "clock", "muted", 20)
        self._state = QLabel()
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setWordWrap(True)
        self._fault = QLabel()
        self._fault.setObjectName("meta")
        self._fault.setTextFormat(Qt.TextFormat.PlainText)
        self._fault.setWordWrap(True)
        self._ideas = self._examples()
        self._help = self._advice()
        lines = QVBoxLayout(column)
        lines.setContentsMargins(28, 24, 28, 24)
        lines.setSpacing(14)
        lines.addStretch(2)
        lines.addLayout(self._head())
        lines.addSpacing(6)
        lines.addLayout(self._state_row())
        lines.addSpacing(10)
        lines.addWidget(self._ideas)
        lines.addSpacing(6)
        lines.addWidget(self._help)
        lines.addStretch(3)
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(column, 100)
        row.addStretch(1)
        self.setWidget(page)
        self.verticalScrollBar().rangeChanged.connect(self._keep_in_the_middle)
        self.show_looking()

    def show_looking(self) -> None:
        """Says that it is not yet known whether there is a model."""
        self._icon.show_icon("clock", "muted")
        self._state.setText(self.tr("Looking for a model…"))
        self._fault.hide()
        self._ideas.hide()
        self._help.hide()

    def show_state(self, state: ProviderState, models: int) -> None:
        """Shows what was found; ``models`` is how many the provider offers."""
        found = state.ok and state.provider != "none"
        if found:
            self._icon.show_icon("ok", "ok")
            self._state.setText(self._found(state, models))
        else:
            self._icon.show_icon("evidence", "accent")
            self._state.setText(self._without_model(state))
        fault = " ".join(part for part in (state.problem, state.remedy) if part)
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        self._local.setVisible(state.provider in ("ollama", "none"))
        self._ideas.show()
        self._help.setVisible(not found)

    def _without_model(self, state: ProviderState) -> str:
        how = self.tr(
            "You can ask all the same: evidence mode searches, reads the pages, extracts the answer "
            "and quotes what they say, or says that they do not suffice."
        )
        chosen = state.ok or state.provider == "none"
        head = self.tr("No model is in use.") if chosen else self.tr("No model was found.")
        return f"{head} {how}"

    def _keep_in_the_middle(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        if self.viewportMargins().left() != bar:
            self.setViewportMargins(bar, 0, 0, 0)

    def _found(self, state: ProviderState, models: int) -> str:
        name = {"ollama": "Ollama", "openai": "OpenAI", "anthropic": "Anthropic"}.get(
            state.provider, state.provider
        )
        if models > 1:
            return self.tr("{0} is ready with {1} models; {2} answers.").format(
                name, models, state.model
            )
        return self.tr("{0} is ready; {1} answers.").format(name, state.model)

    def _head(self) -> QVBoxLayout:
        title = QLabel(self.tr("Ask, and check the answer"))
        title.setObjectName("title")
        line = QLabel(
            self.tr(
                "Searches the web, reads the pages, drafts, has a second agent criticise the draft, "
                "and shows every step."
            )
        )
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
        return box

    def _advice(self) -> QWidget:
        box = QWidget()
        self._local = _card(
            self.tr("Run a model on this computer"),
            self.tr(
                "1.  Install Ollama from ollama.com\n"
                "2.  Start it: ollama serve\n"
                "3.  Get a model: ollama pull qwen3:4b"
            ),
        )
        remote = _card(
            self.tr("Or use a remote service"),
            self.tr(
                "OpenAI, Anthropic, OpenRouter, LM Studio or any compatible server. Keys stay in "
                "your system's keyring."
            ),
        )
        again = QPushButton(self.tr("Look again"))
        again.setObjectName("primary")
        again.setToolTip(self.tr("Look for a model once more"))
        again.clicked.connect(self.look_again)
        settings = QPushButton(self.tr("Open settings"))
        settings.setToolTip(self.tr("Choose a provider and store a key (Ctrl+,)"))
        settings.clicked.connect(self.settings)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(again)
        buttons.addWidget(settings)
        buttons.addStretch(1)
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(12)
        lines.addWidget(self._local)
        lines.addWidget(remote)
        lines.addSpacing(4)
        lines.addLayout(buttons)
        lines.addStretch(1)
        return box


def _card(head: str, text: str) -> QFrame:
    card = QFrame()
    card.setObjectName("card")
    title = QLabel(head)
    title.setObjectName("section")
    body = QLabel(text)
    body.setObjectName("muted")
    body.setWordWrap(True)
    body.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    lines = QVBoxLayout(card)
    lines.setContentsMargins(18, 14, 18, 16)
    lines.setSpacing(6)
    lines.addWidget(title)
    lines.addWidget(body)
    return card
