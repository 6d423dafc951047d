"""The composer in the column that the text above it stands in, below what waits for the person."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_agent.ui.column import SIDE, column_width
from desktop_agent.ui.composer.composer import Composer
from desktop_agent.ui.parts import IconLabel
from desktop_agent.ui.plan.plan_review import PlanReview
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.ui.composer.approval_card import ApprovalCard

_ABOVE, _BELOW = 8, 16


class OfflineBanner(QFrame):
    """Says above the composer that the next question asks nothing beyond this computer, and why.

    ``online_wanted`` is sent by its button: for all chats (False) or for this chat alone (True).
    """

    online_wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("banner")
        self._for_chat = False
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.button = QPushButton()
        self.button.clicked.connect(lambda: self.online_wanted.emit(self._for_chat))
        row = self._lines = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "offline", "warn", 16))
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def show_network(self, *, everywhere: bool, chat: bool, forced_by: str) -> None:
        """Show what keeps the next question from the network; nothing hides the banner.

        ``everywhere`` is the setting, which ``forced_by`` names where no button can change it;
        ``chat`` says that the open chat is offline by itself.
        """
        said = ""
        if everywhere:
            said = self.tr("Offline: nothing is asked beyond this computer.")
            if forced_by:
                said = f"{said} {self.tr('Set by {0}.').format(forced_by)}"
        elif chat:
            said = self.tr("This chat is offline: it asks nothing beyond this computer.")
        self._for_chat = not everywhere
        self.button.setText(self.tr("Let it go online") if self._for_chat else self.tr("Go online"))
        self.button.setAccessibleDescription(said)
        self.button.setVisible(not (everywhere and forced_by))
        news = bool(said) and said != self.text
        self._text.setText(said)
        self.setAccessibleName(said)
        self.setVisible(bool(said))
        self._lines.invalidate()  # it was laid out for a button that had no style yet
        self.updateGeometry()
        if news:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class ComposerRow(QWidget):
    """Keeps the composer in the middle, as wide as the text may be; ``plan`` is hidden until one waits.

    ``approval`` is None until the first tool waits for the person's leave.
    """

    def __init__(self, theme: Theme, composer: Composer) -> None:
        super().__init__()
        self._theme = theme
        self.composer = composer
        self.plan = PlanReview(theme)
        self.plan.stopped.connect(composer.stop)
        self.plan.left.connect(composer.edit.setFocus)
        self.offline = OfflineBanner(theme)
        self._column = QWidget()
        self.approval: ApprovalCard | None = None
        inside = self._inside = QVBoxLayout(self._column)
        inside.setContentsMargins(SIDE, _ABOVE, SIDE, _BELOW)
        inside.setSpacing(_ABOVE)
        inside.addWidget(self.plan)
        inside.addWidget(self.offline)
        inside.addWidget(composer)
        self._row = QHBoxLayout(self)
        self._row.addStretch()
        self._row.addWidget(self._column, 1)
        self._row.addStretch()
        self.leave_out(0)
        self._fit()
        theme.changed.connect(self._fit)

    def make_approval(self) -> "ApprovalCard":
        """Makes the card on which the person is asked about tools of servers."""
        from desktop_agent.ui.composer.approval_card import ApprovalCard

        self.approval = ApprovalCard(self._theme)
        self.approval.left.connect(self.composer.edit.setFocus)
        self._inside.insertWidget(self._inside.indexOf(self.composer), self.approval)
        QWidget.setTabOrder(self.plan, self.approval)
        return self.approval

    def leave_out(self, bar: int) -> None:
        """Leaves free what a scroll bar above takes, on both sides; in pixels."""
        self._row.setContentsMargins(bar, 0, bar, 0)

    def _fit(self) -> None:
        self._column.setMaximumWidth(column_width(self._theme.points))
