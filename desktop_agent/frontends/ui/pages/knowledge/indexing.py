"""Adding of folders and files, and the progress, pausing and problems of indexing."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QFontMetrics,
    QGuiApplication,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.knowledge import CollectionInfo, IngestProgress, Problem, SourceInfo
from desktop_agent.frontends.ui.pages.knowledge.labels import line, progress_line, shown_path, tr
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, wrapped
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized

if TYPE_CHECKING:
    from desktop_agent.app.documents import KnowledgeBase

# --- Dropping folders and files on the page


class DropArea(QWidget):
    """Accepts dropped files; ``dropped`` is emitted with their paths.

    ``column`` is framed while something is dragged over it.
    """

    dropped = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.column = QFrame(self)
        self.column.setObjectName("knowledgeColumn")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if paths_in(event.mimeData()):
            event.acceptProposedAction()
            self._frame(shown=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._frame(shown=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._frame(shown=False)
        event.acceptProposedAction()
        self.dropped.emit(paths_in(event.mimeData()))

    def _frame(self, *, shown: bool) -> None:
        self.column.setProperty("dropping", shown)
        self.column.style().polish(self.column)


def paths_in(data: QMimeData) -> list[Path]:
    """Return the local files and folders that are being dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


# --- Adding folders and files, with undo


class Adding(QObject):
    """Adds folders and files.

    ``changed`` is emitted when something was added, or when an addition was undone.
    ``host_of_texts`` names the machine that receives the text of documents. If that is another
    machine, the user is asked before the first documents are added.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(
        self,
        knowledge: Callable[[], "KnowledgeBase"],
        tasks: Tasks,
        host_of_texts: Callable[[], str],
        toast: Toast,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._toast = toast
        self._knowledge = knowledge
        self._tasks = tasks
        self._host_of_texts = host_of_texts
        self._window = window
        self._agreed = ""
        self._known: frozenset[int] = frozenset()
        self._names: Mapping[str, str] = {}

    def know(self, collections: Sequence[CollectionInfo]) -> None:
        """Record what already exists, which undoing an addition must not remove."""
        self._names = {each.id: line(each.name) for each in collections}
        self._known = frozenset(source.id for each in collections for source in each.sources)

    def choose_folder(self, collection: str = "") -> None:
        """Let the user choose a folder, and add it to a collection or to the default one."""
        dialog = self._dialog(self.tr("Add a folder"), collection)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def choose_files(self, collection: str = "") -> None:
        """Let the user choose files and add them."""
        dialog = self._dialog(self.tr("Add files"), collection)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.open()

    def choose_new_collection(self) -> None:
        """Ask for the name and then for the first folder of a new collection."""
        LineDialog(
            self._window,
            self.tr("New collection"),
            self.tr("Name of the collection. Its first folder is chosen next."),
            "",
            lambda name: self.choose_folder(" ".join(name.split())),
        ).open()

    def add(self, paths: Sequence[Path], collection: str = "") -> None:
        """Add paths after the user has agreed to where their text is sent."""
        host = self._host_of_texts()
        if not paths:
            return
        if host and host != self._agreed:
            self._ask(host, lambda: self._add(paths, collection))
        else:
            self._add(paths, collection)

    def _add(self, paths: Sequence[Path], collection: str) -> None:
        self._tasks.start(self._knowledge().add(paths, collection), self._added, self.failed.emit)

    def _added(self, sources: tuple[SourceInfo, ...]) -> None:
        self._knowledge().update()
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
        """Undo an addition by removing its sources and the collections created for them."""

        async def remove() -> None:
            for collection in made:
                await self._knowledge().remove_collection(collection)
            for each in sources:
                if each.collection not in made:
                    await self._knowledge().remove_source(each.id)

        self._tasks.start(remove(), lambda _none: self.changed.emit(), self.failed.emit)

    def _ask(self, host: str, act: Callable[[], None]) -> None:
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Send the text of your documents to {0}?").format(host))
        box.setInformativeText(
            self.tr(
                "The embedding model that the settings name runs there. With a model on this "
                "machine nothing would leave it."
            )
        )
        go_on = box.addButton(self.tr("Add and send"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)

        def agreed() -> None:
            self._agreed = host
            act()

        go_on.clicked.connect(agreed)
        box.finished.connect(box.deleteLater)
        box.open()

    def _dialog(self, title: str, collection: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.filesSelected.connect(partial(self._chosen, collection))
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _chosen(self, collection: str, names: Sequence[str]) -> None:
        self.add([Path(name) for name in names], collection)


# --- Progress bar with the current file and a pause button

_STEPS = 1000


class IngestBar(QWidget):
    """Shows the progress of indexing, and is visible only while it is active or paused.

    ``pause_wanted`` is emitted with True to pause, or False to resume.
    """

    pause_wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._paused = False
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, _STEPS)
        self._bar.setAccessibleName(self.tr("Indexing"))
        self.said = QLabel()
        self.said.setObjectName("meta")
        self.said.setTextFormat(self.said.textFormat().PlainText)
        self.current = ElidedLabel()
        self.current.setObjectName("hint")
        self.pause = QToolButton()
        self.pause.clicked.connect(lambda: self.pause_wanted.emit(not self._paused))
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.said)
        row.addWidget(self.current, 1)
        row.addWidget(self.pause)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self._bar)
        lines.addLayout(row)
        self._draw_pause()
        self.hide()

    def show_progress(self, progress: IngestProgress) -> None:
        """Show the progress, or hide the bar if nothing is being indexed."""
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
        if self._paused != (progress.state == "paused"):
            self._paused = not self._paused
            self._draw_pause()

    def _draw_pause(self) -> None:
        said = self.tr("Go on indexing") if self._paused else self.tr("Pause the indexing")
        self.pause.setAccessibleName(said)
        self.pause.setToolTip(said)
        self._theme.bind_icon(self.pause, "play" if self._paused else "pause", side=16)


def share(progress: IngestProgress) -> float:
    """Return the completed share of the current phase, from 0 to 1."""
    embedding = progress.state == "embedding" or progress.done >= progress.total
    done = progress.embedded if embedding else progress.done
    whole = progress.to_embed if embedding else progress.total
    return min(1.0, done / whole) if whole else 0.0


_STALE_MS = 1_500
"""Interval in milliseconds at which the numbers on the page are updated during indexing."""


class Indexing(QObject):
    """Shows the progress in ``bar``; ``stale`` is emitted when other numbers may have changed."""

    stale = Signal()

    def __init__(self, knowledge: Callable[[], "KnowledgeBase"], bar: IngestBar) -> None:
        super().__init__(bar)
        self._knowledge = knowledge
        self._bar = bar
        self._state = ""
        self._unwatch: Callable[[], None] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_STALE_MS)
        self._soon.timeout.connect(self.stale)
        bar.pause_wanted.connect(self.pause)

    def follow(self) -> None:
        """Start following the progress, unless it is already followed."""
        if self._unwatch is None:
            knowledge = self._knowledge()
            self._unwatch = knowledge.watch_progress(while_alive(self, self._progressed))
            self.show(knowledge.progress)

    def leave(self) -> None:
        """Stop following."""
        self._soon.stop()
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    def show(self, progress: IngestProgress) -> None:
        self._state = progress.state
        self._bar.show_progress(progress)

    def pause(self, held: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Pause or resume the indexing."""
        knowledge = self._knowledge()
        (knowledge.pause if held else knowledge.resume)()
        self._progressed(knowledge.progress)

    def look_again(self) -> None:
        """Check for changed files now, and retry files that could not be read."""
        self._knowledge().update(again=True)
        self._progressed(self._knowledge().progress)

    def _progressed(self, progress: IngestProgress) -> None:
        changed = progress.state != self._state
        if progress.state == "idle" and self._state in ("reading", "embedding"):
            announce(self._bar, tr("The indexing has ended"))
        self.show(progress)
        if changed:
            self._soon.stop()
            self.stale.emit()
        elif progress.state != "idle" and not self._soon.isActive():
            self._soon.start()


# --- Unreadable files, with reasons and remedies

_PAD = 9
_GAP = 3
_PROBLEM = Qt.ItemDataRole.UserRole.value
_NOWHERE = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class ProblemsModel(QAbstractListModel):
    """A model of the problems as text."""

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
    """Lists the problems, and can copy the selected ones or all of them."""

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
        """Copy the selected rows."""
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
    """Paints rows of uniform height, since there may be tens of thousands.

    The tooltip shows the full text.
    """

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
    """Return why a file could not be read, and the remedy."""
    parts = (localized(problem.reason), localized(problem.remedy))
    return " ".join(part for part in parts if part)
