"""The sidebar's head and foot: pages, search, settings, and the model with its state."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QSizePolicy, QWidget

from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, heading
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import product

_ENTRY_ICON = 18
_LIGHT = 12


def nav_entry(
    theme: Theme,
    icon: str,
    text: str,
    act: Callable[[], object] | SignalInstance,
    *,
    checkable: bool = False,
) -> QPushButton:
    """Return a sidebar button with an icon and a name."""
    button = push_button(text, act, name="navEntry")
    button.setCheckable(checkable)
    theme.bind_icon(button, icon, side=_ENTRY_ICON)
    return button


class SidebarHead(QWidget):
    """Buttons for a new chat, search and the pages, or the title of the list of deleted chats.

    ``page_wanted`` is emitted with the name of a page, and ``deleted_toggled`` when the list of
    deleted chats is opened or closed.
    """

    new_chat = Signal()
    page_wanted = Signal(str)
    deleted_toggled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.showing_deleted = False
        self.new = nav_entry(theme, "plus", self.tr("New chat"), self.new_chat)
        self.search_entry = nav_entry(theme, "search", self.tr("Search"), self.show_search)
        self.search = SearchField(theme, self.tr("Search chats"))
        self.search.setObjectName("conversationSearch")
        self.search.setPlaceholderText(self.tr("Search chats"))
        self.search.setToolTip(self.tr("Search titles, questions and answers"))
        self.search.setAccessibleDescription(self.tr("Press Down to go to the results"))
        self.search.editingFinished.connect(self._search_left)
        self.search.hide()
        self.pages: dict[str, QPushButton] = {}
        for name, icon, text in (
            ("knowledge", "knowledge", self.tr("Documents")),
            ("tasks", "clock", self.tr("Tasks")),
        ):
            act = partial(self.page_wanted.emit, name)
            self.pages[name] = nav_entry(theme, icon, text, act, checkable=True)
        back = self.tr("Back to all chats")
        self.back = icon_button(theme, "back", back, lambda: self.show_deleted(False), side=18)
        tip = self.tr("Restore the selected chat (Ctrl+Enter)")
        self.restore = push_button(self.tr("Restore"), tip=tip)
        self.restore.setShortcut("Ctrl+Return")
        self._usual, self._deleted = QWidget(), QWidget()
        entries = (self.new, self.search_entry, self.search, *self.pages.values())
        vbox(*entries, parent=self._usual, spacing=2)
        title = heading(self.tr("Recently deleted"), "section")
        row = hbox(self.back, (title, 1, Qt.AlignmentFlag.AlignVCenter))
        vbox(row, self.restore, parent=self._deleted, spacing=8)
        vbox(self._usual, self._deleted, parent=self, margins=(8, 10, 8, 8))
        self._deleted.hide()

    def show_chats(self, there: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Show the *Search* entry if there are chats."""
        self.search_entry.setVisible(there and self.search.isHidden())

    def show_search(self) -> None:
        """Replace the *Search* entry with the search field, and focus it."""
        self.show_deleted(False)
        self.search_entry.hide()
        self.search.show()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search_left(self) -> None:
        """Restore the *Search* entry when the field is left empty."""
        if not self.search.text() and not self.search.hasFocus():
            self.search.hide()
            self.search_entry.show()

    def show_deleted(self, deleted: bool) -> None:  # noqa: FBT001 - as Qt's setters
        if deleted == self.showing_deleted:
            return
        self.showing_deleted = deleted
        self._usual.setVisible(not deleted)
        self._deleted.setVisible(deleted)
        self.deleted_toggled.emit()

    def show_page(self, name: str) -> None:
        """Mark the current page's entry; ``name`` is "" for the chat."""
        for each, button in self.pages.items():
            button.setChecked(each == name)

    def show_active(self, count: int) -> None:
        """Show the number of tasks in progress."""
        name = self.tr("Tasks")
        self.pages["tasks"].setText(f"{name} · {count}" if count else name)


class ModelButton(QPushButton):
    """The answering model with a status light, and a menu of other models.

    ``look_again`` is emitted when the user asks to check the provider again, and ``settings`` with
    the name of the settings page to open. ``offline``, set by the window, is the action that
    switches the network off.
    """

    look_again = Signal()
    settings = Signal(str)

    def __init__(self, theme: Theme, model: ModelChoice) -> None:
        super().__init__()
        self.setObjectName("navEntry")
        self._model = model
        self.offline: QAction | None = None
        self._light = IconLabel(theme, "dot", "muted", _LIGHT)
        self._name = ElidedLabel()
        for part in (self._light, self._name):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        hbox(self._light, (self._name, 1), parent=self, margins=(14, 0, 8, 0), spacing=9)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._choices = QMenu(self)
        self._choices.aboutToShow.connect(self._fill)
        self.setMenu(self._choices)
        model.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        model, state = self._model, self._model.state
        tone: ColourName
        if state is None:
            text, tone, tip = self.tr("Looking for a model…"), "muted", ""
        elif not model.found:
            name = "" if state.provider == "none" else product(state.provider)
            text = self.tr("{0} is not ready").format(name) if name else self.tr("No model yet")
            tone = "error" if name else "muted"
            tip = f"{localized(state.problem)} {localized(state.remedy)}".strip()
        else:
            text, tone, tip = model.name, "ok", product(state.provider)
        self._light.show_icon("dot", tone)
        self._name.show_text(text)
        self.setToolTip(tip)
        self.setAccessibleName(self.tr("Model: {0}").format(text))
        self.setAccessibleDescription(tip)

    def _fill(self) -> None:
        menu, model = self._choices, self._model
        menu.clear()
        if model.found:
            self._add(self.tr("{0} (default)").format(model.automatic), "")
            for name in model.names:
                if name != model.automatic:
                    self._add(name, name)
        else:
            menu.addAction(self.tr("Check again"), self.look_again.emit)
        menu.addSeparator()
        if self.offline is not None:
            menu.addAction(self.offline)
        menu.addAction(self.tr("Manage models…"), lambda: self.settings.emit("models/installed"))

    def _add(self, text: str, name: str) -> None:
        entry = self._choices.addAction(text.replace("&", "&&"))
        entry.setCheckable(True)
        chosen = self._model.chosen
        entry.setChecked(name == ("" if chosen == self._model.automatic else chosen))
        entry.triggered.connect(lambda _on: self._model.choose(name, by_user=True))


class SidebarFoot(QFrame):
    """The model and settings buttons at the foot of the sidebar."""

    def __init__(self, theme: Theme, model: ModelChoice) -> None:
        super().__init__()
        self.setObjectName("sidebarFoot")
        self.model = ModelButton(theme, model)
        self.settings = nav_entry(theme, "settings", self.tr("Settings"), self._open_settings)
        vbox(self.model, self.settings, parent=self, margins=(8, 6, 8, 8), spacing=2)

    def _open_settings(self) -> None:
        self.model.settings.emit("")
