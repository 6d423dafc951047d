"""The composer in the column that the text above it stands in, below what waits for the person."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_agent.ui.column import SIDE, column_width
from desktop_agent.ui.composer.composer import Composer
from desktop_agent.ui.plan.plan_review import PlanReview
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.ui.composer.approval_card import ApprovalCard

_ABOVE, _BELOW = 8, 16


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
        self._column = QWidget()
        self.approval: ApprovalCard | None = None
        inside = self._inside = QVBoxLayout(self._column)
        inside.setContentsMargins(SIDE, _ABOVE, SIDE, _BELOW)
        inside.setSpacing(_ABOVE)
        inside.addWidget(self.plan)
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
