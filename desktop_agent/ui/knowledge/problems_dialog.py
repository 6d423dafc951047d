"""The files that could not be read, each with its reason and what helps."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QGuiApplication,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.knowledge import Problem
from desktop_agent.ui.knowledge.words import shown_path
from desktop_agent.ui.localized import localized
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.theme import Theme

_PAD = 9
_GAP = 3
_PROBLEM = Qt.ItemDataRole.UserRole.value
_NOWHERE = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class ProblemsModel(QAbstractListModel):
    """The problems, as they are told."""

    def __init__(self, problems: Sequence[Problem], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._problems = tuple(problems)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._problems)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        problem = self._problems[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown_path(problem.path)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return f"{shown_path(problem.path)}. {reason(problem)}"
        return problem if role == _PROBLEM else None


class ProblemsDialog(QDialog):
    """Lists them; the chosen ones, or all, can be copied."""

    def __init__(
        self, theme: Theme, problems: Sequence[Problem], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Files that could not be read"))
        self.resize(640, 460)
        self._problems = tuple(problems)
        self.view = QListView()
        self.view.setObjectName("knowledgeProblems")
        self.view.setUniformItemSizes(True)
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setBatchSize(1_000)
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setModel(ProblemsModel(self._problems, self))
        self.view.setItemDelegate(_ProblemsDelegate(theme, self.view))
        self.view.setAccessibleName(self.tr("Files that could not be read"))
        self.view.setAccessibleDescription(self.tr("Ctrl+C copies the chosen ones"))
        own_action(self.view, self.tr("Copy"), QKeySequence.StandardKey.Copy, self.copy_chosen)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.copy_all = QPushButton(self.tr("Copy all"))
        self.copy_all.setToolTip(self.tr("Copies the files with their reasons"))
        self.copy_all.clicked.connect(lambda: self._copy(self._problems))
        self.copy_all.setEnabled(bool(self._problems))
        self._lay_out()

    def copy_chosen(self) -> None:
        """Copies the rows that are chosen."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        self._copy([self._problems[row] for row in rows])

    def _copy(self, problems: Sequence[Problem]) -> None:
        lines = (f"{shown_path(each.path)}\t{reason(each)}" for each in problems)
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _lay_out(self) -> None:
        about = self.tr("Everything else of these folders is indexed and can be found.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.copy_all, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 16, 20, 16)
        lines.setSpacing(10)
        lines.addWidget(wrapped(about, "muted"))
        lines.addWidget(self.view, 1)
        lines.addWidget(buttons)


class _ProblemsDelegate(QStyledItemDelegate):
    """Paints rows of one height: there may be tens of thousands; the tooltip has all the words."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._small = theme.font
        self._small.setPointSizeF(self._small.pointSizeF() * 0.93)
        self._line = QFontMetrics(theme.font).height()
        self._small_line = QFontMetrics(self._small).height()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(80, 2 * _PAD + self._line + 2 * (_GAP + self._small_line))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        problem: Problem = index.data(_PROBLEM)
        colours = self._theme.colours
        QApplication.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
        )
        painter.save()
        box = QRect(option.rect).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        at_end = Qt.TextElideMode.ElideRight
        for text, font, colour, mode in (
            (
                shown_path(problem.path),
                self._theme.font,
                colours.text,
                Qt.TextElideMode.ElideMiddle,
            ),
            (localized(problem.reason), self._small, colours.warn, at_end),
            (localized(problem.remedy), self._small, colours.muted, at_end),
        ):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            metrics = painter.fontMetrics()
            painter.drawText(box, 0, metrics.elidedText(text, mode, box.width()))
            box.setTop(box.top() + metrics.height() + _GAP)
        painter.restore()


def reason(problem: Problem) -> str:
    """Says why a file could not be read, and what helps."""
    parts = (localized(problem.reason), localized(problem.remedy))
    return " ".join(part for part in parts if part)
