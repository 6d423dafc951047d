"""The settings row for downloading or removing the program's own search model."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import SEARCH_MODEL
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads, DownloadView, bytes_text
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class SearchModelRow(QWidget):
    """A row that shows the search model's download, with buttons to download or remove it."""

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, downloads: Downloads
    ) -> None:
        super().__init__()
        self._theme = theme
        self._model = session.search_model
        self._session = session
        self._tasks = tasks
        self._downloads = downloads
        self._view: DownloadView | None = None
        size = bytes_text(self._model.size)
        self.get = button(
            self.tr("Get the search model, {0}").format(size),
            lambda: downloads.start(SEARCH_MODEL),
            tip=self.tr("Download it once from huggingface.co"),
        )
        self.remove = button(
            self.tr("Remove"), self._remove, tip=self.tr("Delete it; you can get it again")
        )
        self.remove.setAccessibleName(self.tr("Remove the search model"))
        self.said = Said("hint")
        about = self.tr(
            "Finds passages by their meaning, not only by their words. It is downloaded once, "
            "works without the network, and nothing leaves this computer. It knows English best."
        )
        buttons = hbox(self.get, self.remove, STRETCH, spacing=8)
        head = heading(self.tr("Search model"), "section")
        lines = (head, wrapped(about, "hint"), buttons, self.said)
        self._lines = vbox(*lines, parent=self, margins=(0, 0, 0, 16), spacing=6)
        for signal in (downloads.changed, downloads.finished, downloads.removed):
            signal.connect(self._changed)
        self._show()

    def _changed(self, name: str) -> None:
        if name == SEARCH_MODEL:
            self._show()

    def _show(self) -> None:
        download = self._downloads.get(SEARCH_MODEL)
        installed = self._model.installed
        listed = download is not None and download.state != "done"
        self.get.setVisible(not installed and not listed)
        self.remove.setVisible(installed)
        if listed and self._view is None:
            name = self.tr("Search model")
            self._view = DownloadView(self._theme, self._downloads, SEARCH_MODEL, name)
            self._lines.addWidget(self._view)
        elif not listed and self._view is not None:
            self._view.hide()
            self._view.deleteLater()
            self._view = None
        if installed:
            self.said.say(self.tr("Installed. New questions use it."), "ok")
        else:
            self.said.say("")

    def _remove(self) -> None:
        self._downloads.remove(SEARCH_MODEL)
        self._tasks.start(
            self._session.models.delete(SEARCH_MODEL),
            while_alive(self, lambda _none: self._show()),
            while_alive(self, self._say_failure),
        )

    def _say_failure(self, error: AgentError) -> None:
        self.said.say(localized_error(error), "error")
