"""The line below the list: what can be done with the run that the keyboard is at."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy

from desktop_agent.core.background import KnownRun
from desktop_agent.ui.runs.run_actions import RunAction, allowed, run_actions
from desktop_agent.ui.theme import Theme

_NARROW = 62
"""Below this width, in points of the font times this, the buttons are icons alone."""


class RunBar(QFrame):
    """``wanted`` brings the name of an action."""

    wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("runBar")
        self._theme = theme
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 4, 0, 0)
        self._row.setSpacing(6)
        self._titles = {each.name: each.title for each in run_actions()}
        self.buttons = {each.name: self._button(each) for each in run_actions()}
        self._row.addStretch(1)
        theme.changed.connect(self._fit)
        self.show_run(None)

    def show_run(self, run: KnownRun | None) -> None:
        """Offers what can be done with a run now; a button that has the keyboard gives it on."""
        names = {each.name for each in allowed(run)}
        for name, button in self.buttons.items():
            button.setVisible(name in names)
        self.setVisible(bool(names))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < _NARROW * self._theme.points
        for name, button in self.buttons.items():
            button.setText("" if narrow else self._titles[name])

    def _button(self, action: RunAction) -> QPushButton:
        button = QPushButton(action.title)
        button.setObjectName("runAction")
        button.setAutoDefault(False)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.setAccessibleName(action.title)
        keys = QKeySequence(action.keys).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{action.title} ({keys})")
        self._theme.bind_icon(button, action.icon, side=16)
        button.clicked.connect(partial(self._clicked, action.name))
        self._row.addWidget(button)
        return button

    def _clicked(self, name: str, _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - of `clicked`
        self.wanted.emit(name)
