"""The model manager: what is installed, what is being loaded, and what is worth loading."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import ModelInfo
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.models.details_dialog import DetailsDialog
from desktop_agent.ui.models.download_view import DownloadView
from desktop_agent.ui.models.downloads import Downloads
from desktop_agent.ui.models.installed import InstalledDelegate, InstalledModels
from desktop_agent.ui.models.suggested import SuggestedModels
from desktop_agent.ui.models.words import bytes_text
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.while_alive import while_alive

if TYPE_CHECKING:
    from desktop_agent.app import Session

_LIST_ROWS = 5


class InstalledList(QListView):
    """The list of models; Delete asks to delete, Return chooses."""

    delete_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace ask to delete the current model."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_wanted.emit()
        else:
            super().keyPressEvent(event)


class ModelManager(QWidget):
    """Works on its own and as a page. ``changed`` is sent when the installed models or the chosen one did."""

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        downloads: Downloads,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.downloads = downloads
        self.installed = InstalledModels(self)
        self.list = self._make_list()
        self.said = wrapped("", "hint")
        self.said.hide()
        self.name = QLineEdit()
        self._views: dict[str, DownloadView] = {}
        self._running = QVBoxLayout()
        self._running.setSpacing(12)
        self.suggested = SuggestedModels(theme, downloads, session.models.machine_memory())
        self._lay_out()
        downloads.changed.connect(self._follow)
        downloads.removed.connect(self._unfollow)
        downloads.finished.connect(self._arrived)
        for each in downloads.all():
            self._follow(each.name)
        self._chosen_changed(QModelIndex())

    def refresh(self) -> None:
        """Asks Ollama what is installed."""
        self._tasks.start(
            self._session.models.list("ollama"),
            while_alive(self, self._show),
            while_alive(self, self._failed),
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Looks anew whenever it comes into view."""
        super().showEvent(event)
        self.refresh()

    def use(self) -> None:
        """Makes the selected model the one that answers."""
        model = self._selected()
        if model is None:
            return
        try:
            self._session.change_setting("llm.model", model.name)
            if self._session.settings.llm.provider != "ollama":
                self._session.change_setting("llm.provider", "ollama")
        except AgentError as error:
            self._say(localized_error(error), "error")
            return
        self._say(self.tr("{0} answers from now on.").format(model.name), "ok")
        self.refresh()
        self.changed.emit()

    def show_details(self) -> None:
        """Shows all that Ollama says of the selected model."""
        model = self._selected()
        if model is not None:
            self._tasks.start(
                self._session.models.details(model.name),
                while_alive(self, lambda details: DetailsDialog(details, self).open()),
                while_alive(self, lambda error: self._say(localized_error(error), "error")),
            )

    def delete(self) -> QMessageBox | None:
        """Asks whether the selected model is to be deleted; gives the question, opened."""
        model = self._selected()
        if model is None:
            return None
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Delete {0}?").format(model.name))
        box.setInformativeText(
            self.tr("Frees {0}. To have it again, it must be downloaded again.").format(
                bytes_text(model.size_bytes)
            )
        )
        yes = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        yes.clicked.connect(lambda: self._delete(model.name))
        box.open()
        return box

    def _delete(self, name: str) -> None:
        def done(_none: object) -> None:
            self._say(self.tr("{0} is deleted.").format(name), "")
            self.downloads.remove(name)
            self.refresh()
            self.changed.emit()

        self._tasks.start(
            self._session.models.delete(name),
            while_alive(self, done),
            while_alive(self, lambda error: self._say(localized_error(error), "error")),
        )

    def _get(self) -> None:
        name = self.name.text().strip()
        if name:
            self.downloads.start(name.removeprefix("ollama pull ").removeprefix("ollama run "))
            self.name.clear()

    def _selected(self) -> ModelInfo | None:
        return self.installed.at(self.list.currentIndex())

    def _show(self, models: tuple[ModelInfo, ...]) -> None:
        before = self._selected()
        llm = self._session.settings.llm
        self.installed.show(models, llm.model if llm.provider == "ollama" else "")
        row = max(0, self.installed.row_of(before.name)) if before is not None else 0
        self.list.setCurrentIndex(self.installed.index(row, 0))
        self.suggested.show_installed({model.name for model in models})
        self._fit_list(len(models))
        total = sum(model.size_bytes for model in models)
        self._summary.setText(
            self.tr("{0} on disk").format(bytes_text(total))
            if models
            else self.tr("None yet. Get one below.")
        )
        self._chosen_changed(self.list.currentIndex())

    def _failed(self, error: AgentError) -> None:
        self.installed.show((), "")
        self._fit_list(0)
        self._summary.setText(localized_error(error))
        self._chosen_changed(QModelIndex())

    def _fit_list(self, count: int) -> None:
        self.list.setVisible(count > 0)
        self._buttons.setVisible(count > 0)
        height = self.list.sizeHintForRow(0) if count else 0
        self.list.setFixedHeight(height * min(count, _LIST_ROWS) + 4)

    def _chosen_changed(self, index: QModelIndex) -> None:
        model = self.installed.at(index)
        chats = model is not None and (not model.capabilities or "completion" in model.capabilities)
        self._use.setEnabled(chats and model is not None and not self.installed.is_chosen(model))
        self._details.setEnabled(model is not None)
        self._remove.setEnabled(model is not None)

    def _follow(self, name: str) -> None:
        if name not in self._views and self.downloads.get(name) is not None:
            self._views[name] = DownloadView(self._theme, self.downloads, name)
            self._running.addWidget(self._views[name])

    def _unfollow(self, name: str) -> None:
        view = self._views.pop(name, None)
        if view is not None:
            view.hide()
            view.deleteLater()

    def _arrived(self, _name: str) -> None:
        self.refresh()
        self.changed.emit()

    def _say(self, text: str, tone: str) -> None:
        self.said.setText(text)
        self.said.setProperty("tone", tone)
        self.said.style().polish(self.said)
        self.said.setVisible(bool(text))

    def _make_list(self) -> QListView:
        view = InstalledList()
        view.setModel(self.installed)
        view.setItemDelegate(InstalledDelegate(self._theme, self.installed))
        view.setAccessibleName(self.tr("Installed models"))
        view.setToolTip(self.tr("Return: answer with it. Delete: delete it."))
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.delete_wanted.connect(self.delete)
        view.activated.connect(lambda _index: self._use.click())
        view.selectionModel().currentChanged.connect(
            lambda index, _before: self._chosen_changed(index)
        )
        return view

    def _lay_out(self) -> None:
        self._summary = wrapped("", "hint")
        self._use = self._button(self.tr("Answer with it"), self.use)
        self._details = self._button(self.tr("Details"), self.show_details)
        self._remove = self._button(self.tr("Delete…"), self.delete)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button in (self._use, self._details, self._remove):
            row.addWidget(button)
        row.addStretch(1)
        self.name.setPlaceholderText(self.tr("Name at ollama.com/library, such as qwen3:8b"))
        self.name.setAccessibleName(self.tr("Name of a model to download"))
        self.name.setToolTip(self.tr("Download the model of this name (Return)"))
        self.name.returnPressed.connect(self._get)
        self.get = self._button(self.tr("Download"), self._get)
        self.get.setEnabled(False)
        self.name.textChanged.connect(lambda text: self.get.setEnabled(bool(text.strip())))
        asked = QHBoxLayout()
        asked.setSpacing(8)
        asked.addWidget(self.name, 1)
        asked.addWidget(self.get)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(10)
        lines.addLayout(_headed(self.tr("Installed"), self._summary))
        lines.addWidget(self.list)
        lines.addWidget(self._buttons)
        lines.addWidget(self.said)
        lines.addSpacing(8)
        lines.addWidget(_head(self.tr("Download")))
        lines.addLayout(asked)
        lines.addLayout(self._running)
        lines.addWidget(self.suggested)

    def _button(self, text: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _on: act())
        return button


def _head(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("section")
    return label


def _headed(text: str, note: QLabel) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    row.addWidget(_head(text), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(note, 1)
    return row
