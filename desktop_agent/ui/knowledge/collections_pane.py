"""The collections with what can be done to them: renaming, removing, looking at problems."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMessageBox, QToolButton, QVBoxLayout, QWidget

from desktop_agent.core.knowledge import CollectionInfo, Problem, SourceInfo
from desktop_agent.ui.knowledge.base import Knowledge
from desktop_agent.ui.knowledge.collections_model import Row, name
from desktop_agent.ui.knowledge.collections_view import CollectionsView
from desktop_agent.ui.knowledge.problems_dialog import ProblemsDialog
from desktop_agent.ui.knowledge.words import tr
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme


class CollectionsPane(QWidget):
    """``changed`` tells that the knowledge base holds something else now."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, theme: Theme, knowledge: Callable[[], Knowledge], tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._knowledge = knowledge
        self._tasks = tasks
        self.view = CollectionsView(theme)
        self.problems_dialog: ProblemsDialog | None = None
        self.rename = self._button("rename", tr("Rename"), tr("Rename the collection (F2)"))
        self.remove = self._button("trash", tr("Remove"), tr("Remove the chosen row (Del)"))
        self.problems = self._button(
            "warning", tr("Show problems"), tr("Files that could not be read")
        )
        self._hint = QLabel(tr("Add a folder to search documents of your own."))
        self._hint.setObjectName("hint")
        self._hint.setWordWrap(True)
        self._lay_out()
        self.rename.clicked.connect(self.view.rename_current)
        self.remove.clicked.connect(self.view.remove_current)
        self.problems.clicked.connect(lambda: self.show_problems(self.view.current))
        self.view.rows.renamed.connect(self._rename)
        self.view.remove_wanted.connect(self._ask_to_remove)
        self.view.problems_wanted.connect(self.show_problems)
        self.view.moved.connect(self._enable)
        self._enable()

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Takes what there is now."""
        self.view.show_collections(collections)
        self._hint.setVisible(all(each.kind == "pages" for each in collections))
        self._enable()

    def show_problems(self, row: Row | None = None) -> None:
        """Lists the files that could not be read, of a row or of all."""
        collection = row.id if isinstance(row, CollectionInfo) else ""
        source = row.id if isinstance(row, SourceInfo) else None
        if isinstance(row, SourceInfo):
            collection = row.collection
        self._tasks.start(
            self._knowledge().problems(collection),
            lambda found: self._list([x for x in found if source in (None, x.source)]),
            self.failed.emit,
        )

    def _list(self, problems: Sequence[Problem]) -> None:
        self.problems_dialog = ProblemsDialog(self._theme, problems, self.window())
        self.problems_dialog.open()

    def _rename(self, collection: str, new: str) -> None:
        self._tasks.start(self._knowledge().rename(collection, new), self._done, self.failed.emit)

    def _ask_to_remove(self, row: Row) -> None:
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(tr("Remove “{0}” from the knowledge base?").format(name(row)))
        box.setInformativeText(
            tr("It is no longer searched. The files themselves stay where they are.")
        )
        remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        remove.clicked.connect(lambda: self._remove(row))
        box.finished.connect(box.deleteLater)
        box.open()

    def _remove(self, row: Row) -> None:
        knowledge = self._knowledge()
        work = (
            knowledge.remove_collection(row.id)
            if isinstance(row, CollectionInfo)
            else knowledge.remove_source(row.id)
        )
        self._tasks.start(work, self._done, self.failed.emit)

    def _done(self, _none: None) -> None:
        self.changed.emit()

    def _enable(self) -> None:
        row = self.view.current
        self.rename.setEnabled(self.view.can_rename)
        self.remove.setEnabled(self.view.can_remove)
        faults = sum(each.problems for each in self.view.rows.collections)
        self.problems.setEnabled(bool(row.problems) if row is not None else faults > 0)

    def _lay_out(self) -> None:
        title = QLabel(tr("Collections"))
        title.setObjectName("section")
        head = QHBoxLayout()
        head.setContentsMargins(4, 0, 0, 0)
        head.setSpacing(2)
        head.addWidget(title, 1)
        for button in (self.problems, self.rename, self.remove):
            head.addWidget(button)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        lines.addLayout(head)
        lines.addWidget(self.view, 1)
        lines.addWidget(self._hint)

    def _button(self, icon: str, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(text)
        button.setToolTip(tip)
        self._theme.bind_icon(button, icon, side=16)
        return button
