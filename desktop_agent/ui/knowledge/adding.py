"""Adding folders and files, and taking that back."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop_agent.core.knowledge import CollectionInfo, SourceInfo
from desktop_agent.ui.conversations.line_dialog import LineDialog
from desktop_agent.ui.knowledge.base import Knowledge
from desktop_agent.ui.knowledge.words import line
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.toast import Toast


class Adding(QObject):
    """``changed`` tells that something was added, or taken back by the message that says so.

    ``host_of_texts`` names the machine that gets the text of documents; where that is another one
    than this, a person is asked before the first of them is added.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(
        self,
        knowledge: Callable[[], Knowledge],
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
        """Learns what is there already: taking an addition back must not take that away."""
        self._names = {each.id: line(each.name) for each in collections}
        self._known = frozenset(source.id for each in collections for source in each.sources)

    def choose_folder(self, collection: str = "") -> None:
        """Asks for a folder, and adds it to a collection; without one, to the usual one."""
        dialog = self._dialog(self.tr("Add a folder"), collection)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def choose_files(self, collection: str = "") -> None:
        """Asks for files, and adds them."""
        dialog = self._dialog(self.tr("Add files"), collection)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.open()

    def choose_new_collection(self) -> None:
        """Asks for a name, and then for the first folder of a new collection."""
        LineDialog(
            self._window,
            self.tr("New collection"),
            self.tr("Name of the collection. Its first folder is chosen next."),
            "",
            lambda name: self.choose_folder(" ".join(name.split())),
        ).open()

    def add(self, paths: Sequence[Path], collection: str = "") -> None:
        """Adds paths, when the person agrees to where their texts go."""
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
        """Removes what was added, and the collections that were made for it."""

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
