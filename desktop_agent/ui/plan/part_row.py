"""A part of a plan that can be changed: what it asks, how it is worked on, what comes before."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout

from desktop_agent.core.plan import SUBTASK_KINDS, Subtask
from desktop_agent.ui import icons
from desktop_agent.ui import plan_words as words
from desktop_agent.ui.plan.needs_button import NeedsButton
from desktop_agent.ui.plan.question_field import QuestionField
from desktop_agent.ui.theme import Theme


class PartRow(QFrame):
    """Says what a person does to it.

    ``asked`` brings a new question, ``kind_chosen`` a kind, ``needed`` the id of another part and
    whether it comes before; ``choosing`` comes before that, so that the others can be shown.
    ``moved`` brings a step up (-1) or down (1), ``removed`` is the wish to be gone, ``entered`` is
    sent for Enter in the question.
    """

    asked = Signal(str)
    kind_chosen = Signal(str)
    choosing = Signal()
    needed = Signal(str, bool)
    moved = Signal(int)
    removed = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, part: Subtask) -> None:
        super().__init__()
        self._theme = theme
        self.part_id = part.id
        self.name = QLabel(part.id)
        self.name.setObjectName("sourceNumber")
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name.setMinimumSize(24, 24)
        self.question = QuestionField(part.question)
        self.question.setPlaceholderText(self.tr("What is to be found out here"))
        self.question.setAccessibleName(self.tr("Question of part {0}").format(part.id))
        self.question.changed.connect(self.asked)
        self.question.entered.connect(self.entered)
        self.kind = self._kinds(part)
        self.needs = NeedsButton(theme)
        self.needs.opening.connect(self.choosing)
        self.needs.chosen.connect(self.needed)
        self.up = self._button("up", self.tr("Move part {0} up (Alt+Up)"))
        self.down = self._button("down", self.tr("Move part {0} down (Alt+Down)"))
        self.remove = self._button("cross", self.tr("Remove part {0}"))
        self.up.clicked.connect(lambda: self.moved.emit(-1))
        self.down.clicked.connect(lambda: self.moved.emit(1))
        self.remove.clicked.connect(self.removed)
        self._lay_out()

    def show_part(self, part: Subtask, place: int, count: int) -> None:
        """Shows what comes before the part and what can be done with it; the rest is the person's."""
        self.needs.show_needs(part)
        self.needs.setEnabled(count > 1)
        self.up.setEnabled(place > 0)
        self.down.setEnabled(place < count - 1)
        self.remove.setEnabled(count > 1)

    def _kinds(self, part: Subtask) -> QComboBox:
        box = QComboBox()
        box.setObjectName("picker")
        box.setAccessibleName(self.tr("How part {0} is worked on").format(part.id))
        for each in SUBTASK_KINDS:
            box.addItem(words.kind(each), each)
            box.setItemData(box.count() - 1, words.kind_tip(each), Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(SUBTASK_KINDS.index(part.kind))

        def explain() -> None:
            box.setToolTip(words.kind_tip(box.currentData()))
            for row, each in enumerate(SUBTASK_KINDS):
                icon = icons.icon(words.KIND_ICONS[each], self._theme.colours.muted)
                box.setItemIcon(row, icon)

        box.currentIndexChanged.connect(explain)
        box.activated.connect(lambda _index: self.kind_chosen.emit(box.currentData()))
        self._theme.changed.connect(explain)
        explain()
        return box

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        said = text.format(self.part_id)
        button.setToolTip(said)
        button.setAccessibleName(said)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme.bind_icon(button, icon, side=14)
        return button

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(4)
        below.addWidget(self.kind)
        below.addWidget(self.needs)
        below.addStretch(1)
        for button in (self.up, self.down, self.remove):
            below.addWidget(button)
        right = QVBoxLayout()
        right.setSpacing(2)
        right.addWidget(self.question)
        right.addLayout(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(8)
        row.addWidget(self.name, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)
