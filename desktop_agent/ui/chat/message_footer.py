"""The line below a finished answer: what can be done with it, and what it took."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from desktop_agent.ui.templates.keeping import plan_of
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn
from desktop_agent.ui.words import strategy_name

FOOTER_HEIGHT = 30


class MessageFooter(QWidget):
    """Copy, ask again and reasoning, and beside them how the answer was made.

    ``compare`` asks for the question to be asked again, and both answers to be shown side by side,
    ``repeat`` for it to be asked at a time, and again and again, ``save`` for the answer to be kept
    as a discovery.
    """

    copy_text = Signal()
    copy_markdown = Signal()
    retry = Signal()
    reasoning = Signal()
    keep_template = Signal()
    compare = Signal()
    repeat = Signal()
    save = Signal()

    def __init__(self, theme: Theme, turn: Turn) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(FOOTER_HEIGHT)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        whole.addLayout(row)
        row.setSpacing(2)
        row.setContentsMargins(-7, 0, 0, 0)  # the icon, not its frame, stands below the text
        if turn.text:
            row.addWidget(self._copy())
        if turn.finished is not None and turn.finished.status != "failed":
            again = self._action("retry", self.tr("Ask again"))
            again.clicked.connect(self.retry)
            row.addWidget(again)
        work = self._action("thinking", self.tr("Show the reasoning (Ctrl+R)"))
        work.clicked.connect(self.reasoning)
        row.addWidget(work)
        if plan_of(turn) is not None or turn.text:
            row.addWidget(self._more(turn))
        about = QLabel(about_answer(turn))
        about.setObjectName("meta")
        row.addSpacing(6)
        row.addWidget(about)
        row.addStretch(1)

    def _copy(self) -> QToolButton:
        copy = self._action("copy", self.tr("Copy the answer"))
        menu = QMenu(copy)
        menu.addAction(self.tr("Copy as text")).triggered.connect(self.copy_text)
        menu.addAction(self.tr("Copy as Markdown")).triggered.connect(self.copy_markdown)
        copy.setMenu(menu)
        copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return copy

    def _more(self, turn: Turn) -> QToolButton:
        more = self._action("more", self.tr("More"))
        menu = QMenu(more)
        if turn.text:
            menu.addAction(self.tr("Ask again and compare…")).triggered.connect(self.compare)
            menu.addAction(self.tr("Ask regularly…")).triggered.connect(self.repeat)
            menu.addAction(self.tr("Save as discovery")).triggered.connect(self.save)
        if plan_of(turn) is not None:
            save = menu.addAction(self.tr("Save this run as a template…"))
            save.triggered.connect(self.keep_template)
        more.setMenu(menu)
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return more

    def _action(self, icon: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("turnAction")
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=16)
        return button


def about_answer(turn: Turn) -> str:
    """Says how an answer was made: strategy, model, time and tokens."""
    finished = turn.finished
    parts = []
    if turn.started is not None:
        parts += [strategy_name(turn.started.strategy), turn.started.model]
    parts.append(
        QCoreApplication.translate("MessageFooter", "{0} s").format(f"{turn.elapsed_s:.1f}")
    )
    if finished is not None and finished.usage.completion_tokens:
        total = finished.usage.prompt_tokens + finished.usage.completion_tokens
        parts.append(QCoreApplication.translate("MessageFooter", "{0} tokens").format(f"{total:,}"))
    return " · ".join(part for part in parts if part)
