"""Models on this computer: Ollama's (with downloads and suggestions) and the search model."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import SEARCH_MODEL, ModelInfo, ModelSpeed
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import Said, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.model_download import (
    Downloads,
    DownloadView,
    Suggestion,
    bytes_text,
    recommended,
    suggestions,
)
from desktop_agent.frontends.ui.widgets.row_delegate import TwoLineList, TwoLineRow
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.labels import label

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

_tr = partial(QCoreApplication.translate, "Models")
_GIB = 2**30
_CONTEXT_BYTES = 1.5e9


# --- Texts for memory, speeds, capabilities and contexts


def memory_text(model_bytes: int, machine: int = 0) -> str:
    """Format the memory that a model of this size needs; ``machine`` is 0 if unknown."""
    needed = max(1, round((model_bytes + _CONTEXT_BYTES) / _GIB))
    if not machine:
        return _tr("needs about {0} GB of memory").format(needed)
    text = _tr("needs about {0} of {1} GB of memory")
    return text.format(needed, round(machine / _GIB))


def speed_text(speed: ModelSpeed) -> str:
    """Format the measured speeds, or return "" if there are none."""
    told = [_tr("reads {0} tokens/s").format(f"{speed.reading:.0f}")] if speed.reading else []
    told += [_tr("writes {0} tokens/s").format(f"{speed.writing:.0f}")] if speed.writing else []
    return ", ".join(told)


def capability_text(name: str) -> str:
    """Return the label of an Ollama capability, or "" if it is not shown."""
    return "" if name in ("completion", "insert") else label("Models", "capability", name, name)


def context_text(tokens: int) -> str:
    """Format a context length, such as ``40k tokens``."""
    short = f"{tokens / 1000:.0f}k" if tokens >= 10_000 else str(tokens)
    return _tr("{0} tokens").format(short)


# --- Installed models


def _row(model: ModelInfo, memory: int, speed: ModelSpeed, *, chosen: bool) -> TwoLineRow:
    """Return an installed model's row; ``memory`` is this computer's memory in bytes."""
    marks = [_tr("in use")] if chosen else []
    marks += [_tr("in memory")] if model.loaded else []
    marks += filter(None, map(capability_text, model.capabilities))
    takes = memory_text(model.size_bytes, memory) if model.size_bytes else ""
    facts = (
        bytes_text(model.size_bytes) if model.size_bytes else "",
        model.parameters,
        model.quantisation,
        context_text(model.context_length) if model.context_length else "",
        takes,
        speed_text(speed),
    )
    colour: ColourName = "ok" if model.loaded else "faint"
    return TwoLineRow(
        model.name,
        model,
        model.name,
        " · ".join(filter(None, facts)),
        mark=" · ".join(marks),
        colour="accent" if chosen else colour,
    )


# --- Suggested models that fit this machine


def _suggestion_row(model: Suggestion, memory: int, *, best: bool) -> TwoLineRow:
    """Return the row of a model that is not installed; ``best`` marks the recommended one."""
    takes = memory_text(model.size_bytes)
    if not model.fits(memory):
        takes = _tr("needs {0} GB of memory").format(model.memory_bytes // _GIB)
    said = {"images": "vision", "search": "embedding"}.get(model.use)
    able = [capability_text(each) for each in model.capabilities if each != said]
    about = filter(
        None, [bytes_text(model.size_bytes), takes, label("Models", "use", model.use), *able]
    )
    return TwoLineRow(
        model.name,
        model,
        model.name,
        " · ".join(about),
        mark=_tr("Recommended") if best else "",
        colour="accent" if best else "muted" if model.fits(memory) else "faint",
    )


class ModelManager(QWidget):
    """A pane for models; ``changed`` is emitted when the installed or default models change."""

    changed = Signal()

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, downloads: Downloads
    ) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.downloads = downloads
        self._memory = session.models.machine_memory()
        self._models: tuple[ModelInfo, ...] = ()
        self._speeds: Mapping[tuple[str, str], ModelSpeed] = {}
        self.list = self._make_list()
        self.said = Said("hint")
        self.name = QLineEdit()
        self._views: dict[str, DownloadView] = {}
        self._running = vbox(spacing=12)
        self.suggested = self._make_suggestions()
        self._lay_out()
        for signal in (downloads.changed, downloads.removed):
            signal.connect(self._show_suggestions)  # not a lambda, which would outlive the dialog
        downloads.changed.connect(self._follow)
        downloads.finished.connect(self._arrived)
        for each in downloads.all():
            self._follow(each.name)
        self._enable()

    def refresh(self) -> None:
        """Reload the list of installed models from Ollama."""
        models = self._session.models
        self._tasks.start(models.list("ollama"), self._show, self._failed)
        self._tasks.start(models.speeds(), self._show_speeds, self.said.fail)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def use(self) -> None:
        model = self._selected()
        if model is None:
            return
        try:
            self._session.change_setting("llm.model", model.name)
            if self._session.settings.llm.provider != "ollama":
                self._session.change_setting("llm.provider", "ollama")
        except AgentError as error:
            self.said.fail(error)
            return
        self.said.say(self.tr("Now using {0}").format(model.name), "ok")
        self.refresh()
        self.changed.emit()

    def delete(self) -> None:
        """Delete the selected model if the user confirms it."""
        model = self._selected()
        if model is None:
            return
        asked = self.tr("Delete {0}?").format(model.name)
        about = self.tr("Frees {0}. You can download it again later.")
        about = about.format(bytes_text(model.size_bytes))
        delete = partial(self._delete, model.name)
        confirm(self, asked, about, self.tr("Delete"), delete, no=self.tr("Keep"))

    def _delete(self, name: str) -> None:
        done = partial(self._deleted, name)
        self._tasks.start(self._session.models.delete(name), done, self.said.fail)

    def _deleted(self, name: str, _none: object) -> None:
        self.said.say(self.tr("{0} deleted").format(name), "")
        self.downloads.remove(name)
        self.refresh()
        self.changed.emit()

    def _get(self) -> None:
        name = self.name.text().strip()
        if name:
            self._download(name.removeprefix("ollama pull ").removeprefix("ollama run "))
            self.name.clear()

    def _download(self, name: str) -> None:
        """Start a download, and focus its button instead of the next suggestion."""
        self.downloads.start(name)
        if name in self._views:
            self._views[name].button.setFocus()

    def _selected(self) -> ModelInfo | None:
        selected: ModelInfo | None = self.list.current
        return selected

    def _is_chosen(self, model: ModelInfo) -> bool:
        llm = self._session.settings.llm
        is_named = bool(llm.model) and model.name in (llm.model, f"{llm.model}:latest")
        return is_named and llm.provider == "ollama"

    def _show(self, models: tuple[ModelInfo, ...]) -> None:
        self._models = models
        self._show_rows()
        total = self.tr("{0} on disk").format(bytes_text(sum(each.size_bytes for each in models)))
        self._summary.setText(total if models else self.tr("None yet. Download one below."))

    def _show_suggestions(self, _name: str = "") -> None:
        """List the models that are neither installed nor being downloaded, best first."""
        best, memory = recommended(self._memory), self._memory
        taken = {model.name.removesuffix(":latest") for model in self._models}
        taken |= {each.name for each in self.downloads.all()}
        left = [each for each in suggestions() if each.name not in taken]
        left.sort(key=lambda each: (each.name != best, not each.fits(memory)))
        rows = [_suggestion_row(each, memory, best=each.name == best) for each in left]
        self.suggested.show_rows(rows)
        self.suggested.setVisible(bool(rows))

    def _show_speeds(self, speeds: Mapping[tuple[str, str], ModelSpeed]) -> None:
        self._speeds = speeds
        self._show_rows()

    def _failed(self, error: AgentError) -> None:
        self._models = ()
        self._show_rows()
        self._summary.setText(localized_error(error))

    def _show_rows(self) -> None:
        rows = []
        for model in self._models:
            names = model.name, model.name.removesuffix(":latest")
            known = (self._speeds.get(("ollama", name)) for name in names)
            speed = next(filter(None, known), ModelSpeed())
            rows.append(_row(model, self._memory, speed, chosen=self._is_chosen(model)))
        self.list.show_rows(rows)
        self.list.select_any()
        self.list.setVisible(bool(rows))
        self._buttons.setVisible(bool(rows))
        self._enable()
        self._show_suggestions()

    def _enable(self) -> None:
        model = self._selected()
        chats = model is not None and (not model.capabilities or "completion" in model.capabilities)
        self._use.setEnabled(chats and model is not None and not self._is_chosen(model))
        self._remove.setEnabled(model is not None)

    def _follow(self, name: str) -> None:
        is_own = name == SEARCH_MODEL  # which has a row of its own, among the settings for search
        if not is_own and name not in self._views and self.downloads.get(name) is not None:
            self._views[name] = DownloadView(self._theme, self.downloads, name)
            self._running.addWidget(self._views[name])

    def _arrived(self, _name: str) -> None:
        self.refresh()
        self.changed.emit()

    def _make_list(self) -> TwoLineList:
        view = TwoLineList(self._theme, self.tr("Installed models"))
        view.setToolTip(self.tr("Press Enter to use, Delete to delete"))
        for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            own_action(view, self.tr("Delete…"), key, self.delete)
        for signal in (view.chosen, view.doubleClicked):
            signal.connect(lambda _row: self._use.click())
        view.selectionModel().currentChanged.connect(lambda *_: self._enable())
        return view

    def _make_suggestions(self) -> TwoLineList:
        view = TwoLineList(self._theme, _tr("Suggestions"))
        view.setToolTip(self.tr("Download this model (Enter)"))
        for signal in (view.chosen, view.doubleClicked):
            signal.connect(lambda _row: self._get())
        view.selectionModel().currentChanged.connect(
            lambda index, _before: self.name.setText(view.rows.id_at(index))
        )
        return view

    def _lay_out(self) -> None:
        self._summary = wrapped("", "hint")
        self._use = push_button(self.tr("Use"), self.use)
        self._remove = push_button(self.tr("Delete…"), self.delete)
        self._buttons = QWidget()
        acts = (self._use, self._remove, STRETCH)
        hbox(*acts, parent=self._buttons, spacing=8)
        self.name.setPlaceholderText(self.tr("Name from ollama.com/library, such as qwen3:8b"))
        self.name.setAccessibleName(self.tr("Name of a model to download"))
        self.name.setToolTip(self.tr("Download this model (Enter)"))
        self.name.returnPressed.connect(self._get)
        self.get = push_button(self.tr("Download"), self._get)
        self.get.setEnabled(False)
        self.name.textChanged.connect(lambda text: self.get.setEnabled(bool(text.strip())))
        asked = hbox((self.name, 1), self.get, spacing=8)
        installed = (heading(self.tr("Installed"), "section"), 0, Qt.AlignmentFlag.AlignTop)
        head = hbox(installed, (self._summary, 1), spacing=10)
        download = heading(self.tr("Download"), "section")
        above = (head, self.list, self._buttons, self.said, 8, download, asked)
        fitting = _tr("Suggestions for {0:.0f} GB of memory").format(self._memory / _GIB)
        note = heading(fitting if self._memory else _tr("Suggestions"), "hint")
        vbox(*above, self._running, note, self.suggested, parent=self, spacing=10)


# --- The search model


class SearchModelRow(QWidget):
    """A row with the state of the search model, and buttons to download or remove it."""

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, downloads: Downloads
    ) -> None:
        super().__init__()
        self._model = session.search_model
        self._session = session
        self._tasks = tasks
        self._downloads = downloads
        self._view = DownloadView(theme, downloads, SEARCH_MODEL, self.tr("Search model"))
        size = bytes_text(self._model.size)
        self.get = push_button(
            self.tr("Download ({0})").format(size),
            lambda: downloads.start(SEARCH_MODEL),
            tip=self.tr("Download it from huggingface.co"),
        )
        self.get.setAccessibleName(self.tr("Download the search model"))
        self.remove = push_button(
            self.tr("Remove"),
            self._remove,
            tip=self.tr("Delete it. You can download it again later."),
        )
        self.remove.setAccessibleName(self.tr("Remove the search model"))
        self.said = Said("hint")
        buttons = hbox(self.get, self.remove, STRETCH, spacing=8)
        vbox(buttons, self.said, self._view, parent=self, spacing=6)
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
        self._view.setVisible(listed)
        self.said.say(self.tr("Installed") if installed else "", "ok")

    def _remove(self) -> None:
        self._downloads.remove(SEARCH_MODEL)
        self._tasks.start(
            self._session.models.delete(SEARCH_MODEL),
            while_alive(self, lambda _none: self._show()),
            self.said.fail,
        )
