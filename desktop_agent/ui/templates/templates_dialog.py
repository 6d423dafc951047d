"""The reasoning templates there are: read, looked through, and the person's own removed."""

import asyncio

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.template import Template
from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.localized import localized, localized_error
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.templates.shelf import Loaded, TemplateShelf
from desktop_agent.ui.templates.template_view import TemplateView
from desktop_agent.ui.templates.templates_model import TEMPLATE, TemplatesModel
from desktop_agent.ui.theme import Theme

_SIDE = 260


class TemplatesDialog(QDialog):
    """Opened with ``open()``; ``loaded`` is sent when the templates were read."""

    loaded = Signal()

    def __init__(
        self, theme: Theme, shelf: TemplateShelf, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shelf = shelf
        self._tasks = tasks
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Reasoning templates"))
        self.resize(880, 620)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search templates"))
        self.search.setAccessibleName(self.tr("Search templates"))
        add_clear_button(self.search)
        self.rows = TemplatesModel(self)
        self.list = self._make_list()
        self.view = TemplateView(theme)
        self.remove = QPushButton(self.tr("Remove"))
        self.remove.setAutoDefault(False)
        self.remove.setToolTip(self.tr("Remove this template of yours (Delete)"))
        self.remove.clicked.connect(self._ask)
        self.sure = _Sure()
        self.sure.yes.clicked.connect(self._remove)
        self.faults = wrapped("", "hint")
        self.faults.setProperty("tone", "warn")
        self.search.textChanged.connect(self._look)
        self._lay_out()
        self.refresh()

    @property
    def chosen(self) -> Template | None:
        """The template that is shown."""
        found = self.list.currentIndex().data(TEMPLATE)
        return found if isinstance(found, Template) else None

    def refresh(self) -> None:
        """Reads the templates anew."""
        self._tasks.start(asyncio.to_thread(self._shelf.load), self._show, self._failed)

    # --- what happens

    def _show(self, loaded: Loaded) -> None:
        was = self.chosen.id if self.chosen is not None else ""
        self.rows.show(loaded.templates)
        self.list.expandAll()
        self.faults.setText("\n".join(localized(each) for each in loaded.faults))
        self.faults.setVisible(bool(loaded.faults))
        self._choose(was)
        self.loaded.emit()

    def _choose(self, template_id: str) -> None:
        first = QModelIndex()
        for group in range(self.rows.rowCount()):
            head = self.rows.index(group, 0)
            for row in range(self.rows.rowCount(head)):
                index = self.rows.index(row, 0, head)
                first = first if first.isValid() else index
                if index.data(TEMPLATE).id == template_id:
                    self.list.setCurrentIndex(index)
                    return
        self.list.setCurrentIndex(first)

    def _turned(self) -> None:
        template = self.chosen
        self.view.show_template(template)
        self.remove.setVisible(template is not None and template.own)
        self.sure.hide()

    def _look(self, text: str) -> None:
        was = self.chosen
        self.rows.look_for(text)
        self.list.expandAll()
        if was is None or not self.list.currentIndex().isValid():
            self._choose("")

    def _ask(self) -> None:
        template = self.chosen
        if template is not None and template.own:
            self.sure.ask(self.tr("Remove “{0}”? It cannot be undone.").format(template.title))

    def _remove(self) -> None:
        template = self.chosen
        self.sure.hide()
        if template is not None and template.own:
            work = asyncio.to_thread(self._shelf.remove, template.id)
            self._tasks.start(work, lambda _done: self.refresh(), self._failed)
            self.list.setFocus()

    def _failed(self, error: AgentError) -> None:
        self.faults.setText(localized_error(error))
        self.faults.show()

    # --- building

    def _make_list(self) -> QTreeView:
        view = QTreeView()
        view.setObjectName("templatesTree")
        view.setModel(self.rows)
        view.setHeaderHidden(True)
        view.setRootIsDecorated(False)
        view.setItemsExpandable(False)
        view.setIndentation(10)
        view.setUniformRowHeights(True)
        view.setIconSize(QSize(16, 16))
        view.setAccessibleName(self.tr("Reasoning templates"))
        view.selectionModel().currentChanged.connect(lambda _now, _before: self._turned())
        own_action(view, self.tr("Remove"), QKeySequence.StandardKey.Delete, self._ask)
        return view

    def _lay_out(self) -> None:
        side = QFrame()
        side.setObjectName("settingsSide")
        side.setFixedWidth(_SIDE)
        left = QVBoxLayout(side)
        left.setContentsMargins(12, 12, 8, 12)
        left.setSpacing(8)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 0, 20, 14)
        foot.addWidget(self.remove)
        foot.addWidget(self.sure, 1)
        foot.addStretch(0)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.view, 1)
        right.addWidget(self.faults)
        right.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addLayout(right, 1)
        self.faults.setContentsMargins(24, 0, 20, 0)
        self.faults.hide()
        self.remove.hide()
        self.list.setFocus()


class _Sure(QWidget):
    """Asks once more, in place."""

    def __init__(self) -> None:
        super().__init__()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self.yes = QPushButton(self.tr("Remove it"))
        self.no = QPushButton(self.tr("Keep it"))
        self.no.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        for button in (self.no, self.yes):
            button.setAutoDefault(False)
            row.addWidget(button)
        self.hide()

    def ask(self, question: str) -> None:
        """Shows a question; the answer that changes nothing has the keyboard."""
        self._text.setText(question)
        self.yes.setAccessibleDescription(question)
        self.show()
        self.no.setFocus()
