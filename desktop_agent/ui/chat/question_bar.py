"""What can be done with a question: seen while the mouse or the keyboard is at it."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from desktop_agent.ui.theme import Theme

HEIGHT = 28


class QuestionBar(QWidget):
    """Copy, edit, and a switcher where there are more versions of the question.

    Its buttons are made when they are first wanted. ``rest`` asks for the rest of a long question,
    ``compare`` for the answers to two versions side by side.
    """

    copy = Signal()
    edit = Signal()
    rest = Signal()
    switched = Signal(int)
    compare = Signal()

    def __init__(self, theme: Theme, parent: QWidget, *, cut: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row: QHBoxLayout | None = None
        self._offered: list[QToolButton] = []
        self._switcher: QWidget | None = None
        self._place: QLabel | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if cut:
            self._add_rest()

    def show_siblings(self, sibling: int, siblings: int) -> None:
        """Shows that the question is number ``sibling`` of ``siblings``."""
        if siblings > 1 and self._switcher is None:
            self._switcher = self._make_switcher()
            self._line().addWidget(self._switcher)
        if self._switcher is not None and self._place is not None:
            self._switcher.setVisible(siblings > 1)
            self._place.setText(f"{sibling}/{siblings}")
            self._place.setAccessibleName(self.tr("Version {0} of {1}").format(sibling, siblings))
            self._back.setEnabled(sibling > 1)
            self._on.setEnabled(sibling < siblings)

    def offer(self, here: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Shows copy and edit, or hides them."""
        if here and not self._offered:
            copy = self._button("copy", self.tr("Copy the question"))
            copy.clicked.connect(self.copy)
            edit = self._button("edit", self.tr("Edit the question and ask again"))
            edit.clicked.connect(self.edit)
            self._offered = [copy, edit]
            line = self._line()
            line.insertWidget(line.count() - bool(self._switcher), copy)
            line.insertWidget(line.count() - bool(self._switcher), edit)
        for button in self._offered:
            button.setVisible(here)

    @property
    def buttons(self) -> list[QToolButton]:
        """What there is to press, from left to right."""
        line = self._row
        found = self.findChildren(QToolButton) if line is not None else []
        return sorted(found, key=lambda each: each.mapTo(self, QPoint(0, 0)).x())

    def _line(self) -> QHBoxLayout:
        if self._row is None:
            self._row = QHBoxLayout(self)
            self._row.setContentsMargins(0, 0, 0, 0)
            self._row.setSpacing(2)
            self._row.addStretch(1)
        return self._row

    def _add_rest(self) -> None:
        button = QToolButton()
        button.setText(self.tr("Show the whole question"))
        button.setToolTip(self.tr("Show the rest of this long question"))
        button.setObjectName("turnAction")
        self._line().addWidget(button)
        button.clicked.connect(self.rest)
        button.clicked.connect(button.hide)

    def _make_switcher(self) -> QWidget:
        switcher = QWidget()
        self._back = self._button("left", self.tr("Show the version before"))
        self._on = self._button("right", self.tr("Show the next version"))
        self._back.clicked.connect(lambda: self.switched.emit(-1))
        self._on.clicked.connect(lambda: self.switched.emit(1))
        self._place = QLabel()
        self._place.setObjectName("meta")
        row = QHBoxLayout(switcher)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._back)
        row.addWidget(self._place, 0, Qt.AlignmentFlag.AlignCenter)
        row.addWidget(self._on)
        compare = self._button("compare", self.tr("Compare with another answer"))
        compare.clicked.connect(self.compare)
        row.addWidget(compare)
        return switcher

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName("turnAction")
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=16)
        return button
