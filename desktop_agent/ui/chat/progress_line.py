"""One line on what a run is doing, in the chat; a click opens the reasoning panel."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy

from desktop_agent.ui.parts import BusyDot, ElidedLabel
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn


class ProgressLine(QPushButton):
    """Tells the activity, how many searches and pages there were, and breathes meanwhile."""

    opened = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("flat")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(30)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(self.tr("Show the reasoning (Ctrl+R)"))
        self.setAccessibleDescription(self.tr("Opens the reasoning panel"))
        self._dot = BusyDot(theme)
        self._text = ElidedLabel()
        self._text.setObjectName("meta")
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self._dot)
        row.addWidget(self._text, 1)
        self.clicked.connect(self.opened)

    def show_turn(self, turn: Turn) -> None:
        """Tells how the run stands."""
        text = " · ".join([self._doing(turn), *self._counts(turn)])
        self._text.show_text(text)
        self.setAccessibleName(text)
        if turn.running == self._dot.isHidden():
            self._dot.set_busy(turn.running)

    def _doing(self, turn: Turn) -> str:
        activity, subject = turn.doing
        return {
            "start": self.tr("Starting…"),
            "password": self.tr("Waiting for your system's password prompt…"),
            "think": self.tr("Thinking…"),
            "search": self.tr("Searching for “{0}”").format(subject),
            "read": self.tr("Reading {0}").format(subject),
            "keep": self.tr("Keeping a discovery"),
            "tool": self.tr("Using {0}").format(subject),
            "approve": self.tr("Waiting for your leave to use {0}").format(subject),
            "draft": self.tr("Writing a draft…"),
            "check": self.tr("Checking the draft…"),
            "refine": self.tr("Refining the answer…"),
            "write": self.tr("Writing the answer…"),
            "gather": self.tr("Gathering evidence…"),
            "verify": self.tr("Verifying that enough is known…"),
            "query": self.tr("Choosing the next search…"),
            "plan": self.tr("Working on the parts of the question…"),
            "review": self.tr("Waiting for you to look the plan over"),
            "recompute": self.tr("Computing the number anew…"),
            "code": self.tr("Running code…"),
            "cite": self.tr("Checking citations…"),
            "ground": self.tr("Comparing the answer with the evidence…"),
            "sleep": self.tr("Sleeping: {0}").format(subject) if subject else self.tr("Sleeping…"),
            "pause": self.tr("Paused"),
            "task": self.tr("Beginning in the background: {0}").format(subject),
            "notice": subject,
        }[activity]

    def _counts(self, turn: Turn) -> list[str]:
        counts = []
        if turn.attempts == 1:
            counts.append(self.tr("1 search attempt"))
        elif turn.attempts:
            counts.append(self.tr("{0} search attempts").format(turn.attempts))
        if turn.pages == 1:
            counts.append(self.tr("1 page read"))
        elif turn.pages:
            counts.append(self.tr("{0} pages read").format(turn.pages))
        return counts
