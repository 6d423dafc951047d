"""Add folders and files to the knowledge base, and show the progress and problems of indexing."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QListView,
    QProgressBar,
    QToolButton,
    QWidget,
)

from desktop_agent.core.knowledge import CollectionInfo, IngestProgress, Problem, SourceInfo
from desktop_agent.core.network import is_loopback
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.pages.knowledge.labels import progress_line, shown_path, tr
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, Index, own_action
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.row_delegate import RowLine, StyledRowDelegate
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Adding folders and files, with undo


def remote_host(settings: Settings) -> str:
    """Return the embedding server's host, or "" if no text is sent to another machine."""
    wanted = settings.knowledge
    if wanted.embedding_provider in {"built-in", "none"} or settings.network.offline:
        return ""
    ollama = wanted.embedding_provider == "ollama"
    address = settings.llm.ollama_url if ollama else settings.llm.openai_url
    host = urlsplit(address).hostname or ""
    return "" if is_loopback(host) else host or address


class Adding(QObject):
    """Adds folders and files to collections, and lets the user undo each addition.

    If text will be sent to another machine, the user must agree first. ``changed`` is emitted when
    sources were added or removed, and ``failed`` with an `AgentError`.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, session: "Session", tasks: Tasks, toast: Toast, window: QWidget) -> None:
        super().__init__(window)
        self._toast = toast
        self._session = session
        self._tasks = tasks
        self._window = window
        self._agreed = ""
        self._known: frozenset[int] = frozenset()
        self._names: Mapping[str, str] = {}

    def know(self, collections: Sequence[CollectionInfo]) -> None:
        """Record which sources already exist, so that undoing an addition does not remove them."""
        self._names = {each.id: one_line(each.name) for each in collections}
        self._known = frozenset(source.id for each in collections for source in each.sources)

    def choose_folder(self, collection: str = "") -> None:
        dialog = self._dialog(self.tr("Add a folder"), collection)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def choose_files(self, collection: str = "") -> None:
        dialog = self._dialog(self.tr("Add files"), collection)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.open()

    def choose_new_collection(self) -> None:
        LineDialog(
            self._window,
            self.tr("New collection"),
            self.tr("Name of the collection. Its first folder is chosen next."),
            "",
            lambda name: self.choose_folder(" ".join(name.split())),
        ).open()

    def add(self, paths: Sequence[Path], collection: str = "") -> None:
        """Add paths to the collection with the given id or name; "" stands for the default one."""
        host = remote_host(self._session.settings)
        if not paths:
            return
        if host and host != self._agreed:
            self._ask(host, lambda: self._add(paths, collection))
        else:
            self._add(paths, collection)

    def _add(self, paths: Sequence[Path], collection: str) -> None:
        work = self._session.knowledge.add(paths, collection)
        self._tasks.start(work, self._added, self.failed.emit)

    def _added(self, sources: tuple[SourceInfo, ...]) -> None:
        self._session.knowledge.update()
        new = [source for source in sources if source.id not in self._known]
        if new:
            made = {source.collection for source in new} - self._names.keys()
            name = self._names.get(new[0].collection, "")
            said = self.tr("Added to “{0}”").format(name) if name else self.tr("Added")
            self._toast.show_message(said, self.tr("Undo"), lambda: self._take_back(new, made))
        else:
            self._toast.show_message(self.tr("This is among your documents already"))
        self.changed.emit()

    def _take_back(self, sources: Sequence[SourceInfo], made: AbstractSet[str]) -> None:
        async def remove() -> None:
            for collection in made:
                await self._session.knowledge.remove_collection(collection)
            for each in sources:
                if each.collection not in made:
                    await self._session.knowledge.remove_source(each.id)

        self._tasks.start(remove(), lambda _none: self.changed.emit(), self.failed.emit)

    def _ask(self, host: str, act: Callable[[], None]) -> None:
        def agreed() -> None:
            self._agreed = host
            act()

        confirm(
            self._window,
            self.tr("Send the text of your documents to {0}?").format(host),
            self.tr(
                "The embedding model that the settings name runs there. With a model on this "
                "machine nothing would leave it."
            ),
            self.tr("Add and send"),
            agreed,
        )

    def _dialog(self, title: str, collection: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.filesSelected.connect(partial(self._chosen, collection))
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _chosen(self, collection: str, names: Sequence[str]) -> None:
        self.add([Path(name) for name in names], collection)


# --- Progress

_STEPS = 1000
_STALE_MS = 1_500
"""Milliseconds between updates of the page's other numbers during indexing."""


class IngestBar(QWidget):
    """A bar that shows the progress of indexing, and is hidden while nothing is being indexed.

    ``stale`` is emitted when the rest of the page may be out of date.
    """

    stale = Signal()

    def __init__(self, theme: Theme, session: "Session") -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._state = "idle"
        self._unwatch: Callable[[], None] | None = None
        self._soon = QTimer(self, singleShot=True, interval=_STALE_MS)
        self._soon.timeout.connect(self.stale)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _STEPS)
        self._bar.setAccessibleName(self.tr("Indexing"))
        self.said = QLabel()
        self.said.setObjectName("meta")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.current = ElidedLabel()
        self.current.setObjectName("hint")
        self.pause = QToolButton()
        self.pause.clicked.connect(self._switch)
        below = hbox(self.said, (self.current, 1), self.pause, spacing=12)
        vbox(self._bar, below, parent=self, spacing=0)
        self._draw_pause()
        self.hide()

    def follow(self) -> None:
        """Subscribe to indexing progress unless already subscribed."""
        if self._unwatch is None:
            knowledge = self._session.knowledge
            self._unwatch = knowledge.watch_progress(while_alive(self, self._progressed))
            self.show_progress(knowledge.progress)

    def leave(self) -> None:
        self._soon.stop()
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    def look_again(self) -> None:
        """Check for changed files now, and retry files that could not be read."""
        self._session.knowledge.update(again=True)
        self._progressed(self._session.knowledge.progress)

    def show_progress(self, progress: IngestProgress) -> None:
        state, self._state = self._state, progress.state
        self.setVisible(progress.state != "idle")
        if progress.state == "idle":
            return
        line = progress_line(progress)
        self.said.setText(line)
        self._bar.setValue(round(_STEPS * share(progress)))
        self._bar.setAccessibleDescription(line)
        note = localized(progress.note) if progress.state == "waiting" else ""
        self.current.show_text(note or shown_path(progress.current))
        self.current.setVisible(bool(note or progress.current) and progress.state != "paused")
        self.pause.setVisible(progress.state != "waiting")
        if state != progress.state:
            self._draw_pause()

    def _progressed(self, progress: IngestProgress) -> None:
        before = self._state
        if progress.state == "idle" and before in ("reading", "embedding"):
            announce(self, tr("The indexing has ended"))
        self.show_progress(progress)
        if progress.state != before:
            self._soon.stop()
            self.stale.emit()
        elif progress.state != "idle" and not self._soon.isActive():
            self._soon.start()

    def _switch(self) -> None:
        knowledge = self._session.knowledge
        (knowledge.resume if self._state == "paused" else knowledge.pause)()
        self._progressed(knowledge.progress)

    def _draw_pause(self) -> None:
        paused = self._state == "paused"
        said = self.tr("Go on indexing") if paused else self.tr("Pause the indexing")
        self.pause.setAccessibleName(said)
        self.pause.setToolTip(said)
        self._theme.bind_icon(self.pause, "play" if paused else "pause", side=16)


def share(progress: IngestProgress) -> float:
    """Return the fraction of the current phase that is complete, from 0 to 1.

    The phases are reading and embedding.
    """
    embedding = progress.state == "embedding" or progress.done >= progress.total
    done = progress.embedded if embedding else progress.done
    whole = progress.to_embed if embedding else progress.total
    return min(1.0, done / whole) if whole else 0.0


# --- Unreadable files, with reasons and remedies


class ProblemsModel(GroupedModel):
    """Qt model of the files that could not be indexed."""

    def id_of(self, row: object) -> str:
        return row.path if isinstance(row, Problem) else ""

    def of_row(self, row: Problem, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown_path(row.path)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return f"{shown_path(row.path)}. {reason(row)}"
        return None


class ProblemsDelegate(StyledRowDelegate):
    """Paints a file's path, the reason why it could not be read, and the remedy."""

    PAD = (9, 9)
    FONTS = ("plain", "small", "small")
    SMALL = 0.93

    def lines(self, index: Index) -> Sequence[RowLine]:
        problem: Problem = index.data(ROW)
        return (
            RowLine(shown_path(problem.path), "text", "plain", Qt.TextElideMode.ElideMiddle),
            RowLine(localized(problem.reason), "warn"),
            RowLine(localized(problem.remedy)),
        )


class ProblemsDialog(QDialog):
    """A dialog that lists unreadable files and lets the user copy some or all of the entries."""

    def __init__(
        self, theme: Theme, problems: Sequence[Problem], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Files not read, or only in part"))
        self.resize(640, 460)
        self._problems = tuple(problems)
        rows = ProblemsModel(self)
        rows.show(self._problems)
        self.view = QListView()
        self.view.setObjectName("knowledgeProblems")
        self.view.setUniformItemSizes(True)
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setBatchSize(1_000)
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setModel(rows)
        self.view.setItemDelegate(ProblemsDelegate(theme, self.view))
        self.view.setAccessibleName(self.tr("Files not read, or only in part"))
        self.view.setAccessibleDescription(self.tr("Ctrl+C copies the chosen ones"))
        own_action(self.view, self.tr("Copy"), QKeySequence.StandardKey.Copy, self.copy_chosen)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.copy_all = push_button(
            self.tr("Copy all"),
            lambda: self._copy(self._problems),
            tip=self.tr("Copies the files with their reasons"),
        )
        self.copy_all.setEnabled(bool(self._problems))
        about = self.tr("Everything else of these folders is indexed and can be found.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.copy_all, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        vbox(
            wrapped(about, "muted"),
            (self.view, 1),
            buttons,
            parent=self,
            margins=(20, 16, 20, 16),
            spacing=10,
        )

    def copy_chosen(self) -> None:
        rows = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        self._copy([self._problems[row] for row in rows])

    def _copy(self, problems: Sequence[Problem]) -> None:
        lines = (f"{shown_path(each.path)}\t{reason(each)}" for each in problems)
        QGuiApplication.clipboard().setText("\n".join(lines))


def reason(problem: Problem) -> str:
    """Return the localized reason why a file could not be read, followed by the remedy."""
    parts = (localized(problem.reason), localized(problem.remedy))
    return " ".join(part for part in parts if part)
