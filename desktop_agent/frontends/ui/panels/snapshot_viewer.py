"""A window that shows the stored text of a page or document, with its cited passages."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QShortcut, QTextCharFormat
from PySide6.QtWidgets import QDialog, QLabel, QStackedWidget, QToolButton, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.markdown import paths_at
from desktop_agent.core.research import Fetch, Snapshot
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, empty_note, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, resize_on_screen, vbox
from desktop_agent.frontends.ui.widgets.plain_text import PlainText
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording.dates import moment
from desktop_agent.frontends.ui.wording.reasoning import chars


def fetch_of(page: Snapshot, url: str) -> Fetch | None:
    """Return the last fetch of ``url`` or, failing that, of the page, or None if there is none."""
    same = [each for each in page.fetches if url in (each.url, each.final_url)] or page.fetches
    return same[-1] if same else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page or document to show.

    ``read`` loads it, and may block or raise an `AgentError`. ``passages`` are the cited character
    spans, and ``at`` is the index of the passage to show first. ``address`` is shown instead of the
    URL unless it is "", and ``place`` says where in the document the passage is. ``can_open`` is
    True for a file that the system may open.
    """

    title: str
    url: str
    read: Callable[[], Snapshot]
    passages: tuple[tuple[int, int], ...] = ()
    at: int = 0
    address: str = ""
    place: str = ""
    can_open: bool = False

    @property
    def is_file(self) -> bool:
        return self.url.startswith("file:")


Paths = Mapping[int, tuple[str, ...]]
"""Maps the start of a passage to the headings, list items and column titles above it."""
_NATIVE = QKeySequence.SequenceFormat.NativeText
_MOST_MARKED = 500


class SnapshotViewer(QDialog):
    """A window that shows the stored text of a page or document. It fetches and executes nothing.

    If ``saves`` is True, the user can save discoveries: ``save`` is emitted with the text, the
    page's URL and its title, or "" for the title if the user selected the text.
    """

    save = Signal(str, str, str)

    def __init__(
        self, theme: Theme, tasks: Tasks, parent: QWidget | None = None, *, saves: bool = False
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._theme = theme
        self._tasks = tasks
        self._wanted: Wanted | None = None
        self._passages: tuple[tuple[int, int], ...] = ()
        self._loading: asyncio.Task[tuple[Snapshot, Paths]] | None = None
        self._paths: Paths = {}
        self._at = 0
        """The index of the current passage."""
        self._hits: list[int] = []
        self._hit = -1
        resize_on_screen(self, 760, 720)
        self._title = wrapped("", "heading")
        self._address = ElidedLabel()
        self._address.setObjectName("meta")
        self._read = heading("", "hint")
        self.text = PlainText()
        self.text.setObjectName("snapshotText")
        self.text.setAccessibleName(self.tr("Stored text"))
        self.text.settled.connect(self._settled)
        self.toast = Toast(self.text, theme)
        name = self.tr("Save as discovery")
        self.save_button = self._button("discovery", name, "Ctrl+Shift+D", self.save_discovery)
        self.save_button.setVisible(saves)
        name = self.tr("Show in folder")
        self.in_folder = self._button("folder", name, "Ctrl+Shift+Return", self._show_in_folder)
        self.browse = self._button("external", self.tr("Open"), "Ctrl+O", self._open)
        if saves:
            self.text.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self.text.customContextMenuRequested.connect(self._menu)
        self._message = empty_note()
        self._pages = QStackedWidget()
        self._pages.addWidget(self._message)
        self._pages.addWidget(self.text)
        self.find_field = filter_field(self.tr("Find (Ctrl+F)"))
        self.passage = QLabel()
        self.path = ElidedLabel()
        self.found = QLabel()
        self._lay_out()
        theme.changed.connect(self._mark)

    def show_page(self, wanted: Wanted) -> None:
        """Load a page or document and show it in place of the previous one."""
        if self._loading is not None:
            self._loading.cancel()
        self._wanted, self._passages, self._at, self._paths = wanted, wanted.passages, wanted.at, {}
        self.setWindowTitle(self.tr("Document") if wanted.is_file else self.tr("Stored page"))
        self.path.hide()
        self._title.setText(wanted.title or wanted.url)
        self._address.show_text(wanted.address or wanted.url)
        self._read.clear()
        opens = wanted.can_open or openable(wanted.url)
        said = self.tr("Open the file") if wanted.is_file else self.tr("Open in browser")
        refused = self.tr("Programs and scripts can't be opened from here")
        self.browse.setEnabled(opens)
        self.browse.setAccessibleName(said)
        self.browse.setToolTip(refused if wanted.is_file and not opens else f"{said} (Ctrl+O)")
        self.in_folder.setVisible(wanted.is_file)
        self._say(self.tr("Opening…"))
        self.text.show_text("")
        self.show()
        self.raise_()
        self.activateWindow()
        self._loading = self._tasks.start(
            asyncio.to_thread(_read, wanted), self._show, self._failed
        )

    def go_to_passage(self, step: int) -> None:
        """Move ``step`` cited passages forwards, or backwards if negative, wrapping around."""
        if self._passages:
            self._at = (self._at + step) % len(self._passages)
            self._mark()
            self.text.go_to(self._passages[self._at][0])

    def find_next(self, step: int = 1) -> None:
        """Go to the next match, wrapping around at the end."""
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
            self._mark()
            self.text.go_to(self._hits[self._hit])

    def save_discovery(self) -> None:
        """Emit ``save`` with the selected text, or the current passage and the page's title."""
        wanted, text, title = self._wanted, self.text.selected_text().strip(), ""
        if wanted is None or self._pages.currentWidget() is not self.text:
            return
        if not text:
            start, end = self._passages[self._at] if self._passages else (0, 0)
            text, title = self.text.text_between(start, end).strip(), wanted.title or wanted.url
        self.save.emit(text, wanted.url, title)

    def _menu(self, at: QPoint) -> None:
        menu = self.text.createStandardContextMenu(at)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSeparator()
        menu.addAction(self.tr("Save as discovery"), self.save_discovery)
        menu.popup(self.text.viewport().mapToGlobal(at))

    def _open(self) -> None:
        if self._wanted is not None and self.browse.isEnabled():
            open_address(self._wanted.url)

    def _show_in_folder(self) -> None:
        if self._wanted is not None and self._wanted.is_file:
            open_address(folder_address(self._wanted.url))

    # --- Text

    def _show(self, read: tuple[Snapshot, Paths]) -> None:
        assert self._wanted is not None
        page, self._paths = read
        fetch = fetch_of(page, self._wanted.url)
        day = self.tr("Read {0}").format(moment(fetch.fetched_at)) if fetch is not None else ""
        parts = (self._wanted.place, day, chars(len(page.text)))
        self._read.setText(" · ".join(part for part in parts if part))
        self._pages.setCurrentWidget(self.text)
        self.text.show_text(page.text)
        self.text.setFocus()

    def _failed(self, error: AgentError) -> None:
        self._say(localized_error(error))

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setAccessibleName(text)
        self._pages.setCurrentWidget(self._message)

    def _settled(self) -> None:
        if self._pages.currentWidget() is not self.text:
            return  # a message has replaced the page
        self.go_to_passage(0)
        if self.find_field.text():
            self._look(self.find_field.text())
        self._mark()

    def _mark(self) -> None:
        passages = self._passages
        several = len(passages) > 1
        for widget in (self._before, self._after, self.passage):
            widget.setVisible(several)
        self.passage.setText(self.tr("Quote {0} of {1}").format(self._at + 1, len(passages)))
        path = self._paths.get(passages[self._at][0], ()) if passages else ()
        self.path.show_text(" \u203a ".join(path))
        self.path.setVisible(bool(path))
        if not self.text.is_settled:
            return
        colours = self._theme.colours
        spans = [
            (*span, _format(colours.accent_soft if index == self._at else colours.warn_soft))
            for index, span in enumerate(passages[:_MOST_MARKED])
        ]
        length, here = len(self.find_field.text()), max(self._hit, 0)
        near = self._hits[max(0, here - _MOST_MARKED // 2) : here + _MOST_MARKED // 2]
        spans += [(at, at + length, _format(colours.selection)) for at in near]
        if self._hits and self._hit >= 0:
            at = self._hits[self._hit]
            spans.append((at, at + length, _format(colours.accent, colours.on_accent)))
        self.text.highlight(spans)
        if not self.find_field.text():
            self.found.clear()
        elif not self._hits:
            self.found.setText(self.tr("No match"))
        else:
            count = f"{len(self._hits):,}"
            self.found.setText(self.tr("{0} of {1}").format(self._hit + 1, count))

    def _look(self, words: str) -> None:
        self._hits = self.text.hits(words) if self.text.is_settled else []
        self._hit = -1
        self._mark()
        self.find_next()

    # --- Building

    def _lay_out(self) -> None:
        self.find_field.textChanged.connect(self._look)
        self.find_field.returnPressed.connect(self.find_next)
        QShortcut(QKeySequence("Ctrl+F"), self, self._focus_find)
        name = self.tr("Previous match")
        back = self._button("up", name, "Shift+F3", lambda: self.find_next(-1))
        on = self._button("down", self.tr("Next match"), "F3", lambda: self.find_next(1))
        name = self.tr("Previous quote")
        self._before = self._button("up", name, "Alt+Up", lambda: self.go_to_passage(-1))
        name = self.tr("Next quote")
        self._after = self._button("down", name, "Alt+Down", lambda: self.go_to_passage(1))
        for label in (self.passage, self.path, self.found):
            label.setObjectName("meta")
        top = Qt.AlignmentFlag.AlignTop
        buttons = (self.save_button, self.browse, self.in_folder)
        head = hbox((self._title, 1), *((each, 0, top) for each in buttons), spacing=8)
        finding = (self.found, self.find_field, back, on)
        bar = hbox(self.passage, self._before, self._after, STRETCH, *finding, spacing=4)
        parts = (head, self._address, self._read, bar, self.path, (self._pages, 1))
        vbox(*parts, parent=self, margins=(20, 16, 20, 20), spacing=4)

    def _focus_find(self) -> None:
        self.find_field.setFocus()
        self.find_field.selectAll()

    def _button(self, icon: str, text: str, keys: str, act: Callable[[], object]) -> QToolButton:
        # not the button's own shortcut, which would wait for the button's animation
        QShortcut(QKeySequence(keys), self, act)
        tip = f"{text} ({QKeySequence(keys).toString(_NATIVE)})"
        return icon_button(self._theme, icon, text, act, tip=tip)


def folder_address(url: str) -> str:
    """Return the URL of a file's folder, leaving percent-encoded bytes unchanged."""
    return url.rsplit("/", 1)[0] + "/"


def _read(wanted: Wanted) -> tuple[Snapshot, Paths]:
    """Load a page and the context of each passage; a long page takes up to a second."""
    page = wanted.read()
    return page, paths_at(page.text, [start for start, _end in wanted.passages])


def _format(back: str, text: str = "") -> QTextCharFormat:
    form = QTextCharFormat()
    form.setBackground(QColor(back))
    if text:
        form.setForeground(QColor(text))
    return form
