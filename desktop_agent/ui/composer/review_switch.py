"""The switch that says whether a plan is looked over before it runs."""

from PySide6.QtWidgets import QToolButton, QWidget

from desktop_agent.ui.theme import Theme

_WITH_PLANS = ("deep", "auto")
"""Strategies that make a plan, or may choose one that does."""


class ReviewSwitch(QToolButton):
    """Checked while plans are to be looked over."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("reviewPlan")
        self.setCheckable(True)
        self.setText(self.tr("Review plan"))
        self.setToolButtonStyle(self.toolButtonStyle().ToolButtonTextBesideIcon)
        self.setAccessibleName(self.tr("Review plan"))
        tip = self.tr("Deep shows its plan before it runs, so that you can change it (/review)")
        self.setToolTip(tip)
        self.setAccessibleDescription(tip)
        self.toggled.connect(lambda _on: self._draw())
        self._draw()

    @staticmethod
    def fits(strategy: str) -> bool:
        """Tells whether this strategy may make a plan."""
        return strategy in _WITH_PLANS

    def wanted_for(self, strategy: str) -> bool:
        """Tells whether a plan of this strategy is to be looked over."""
        return self.isChecked() and self.fits(strategy)

    def _draw(self) -> None:
        self._theme.bind_icon(self, "eye", "accent" if self.isChecked() else "muted", side=16)
