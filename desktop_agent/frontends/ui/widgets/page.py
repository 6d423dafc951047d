"""Components for pages: a header with a back button, a centred column, and an empty state."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.appearance import SIDE
from desktop_agent.frontends.ui.widgets.buttons import icon_button, push_button
from desktop_agent.frontends.ui.widgets.labels import (
    ElidedLabel,
    IconLabel,
    Said,
    empty_note,
    heading,
    label,
)
from desktop_agent.frontends.ui.widgets.layout import STRETCH, Part, hbox, vbox
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.toast import Toast

_WIDTH = 88
"""Maximum column width, in multiples of the font's point size."""
_CENTRE = Qt.AlignmentFlag.AlignHCenter


def back_button(theme: Theme, left: SignalInstance) -> QToolButton:
    """Return a button that leaves a page."""
    tr = partial(QCoreApplication.translate, "Pages")
    name, tip = tr("Back to the chat"), tr("Back to the chat (Esc)")
    return icon_button(theme, "back", name, left, tip=tip, side=18)


class PageHead(QWidget):
    """A page header with a back button, a title, a status line and, on the right, ``tools``."""

    back = Signal()

    def __init__(self, theme: Theme, title: str, *tools: Part, state_style: str = "meta") -> None:
        super().__init__()
        self.leave = back_button(theme, self.back)
        self.state = ElidedLabel()
        self.state.setObjectName(state_style)
        texts = vbox(heading(title), self.state, spacing=1)
        hbox(self.leave, 4, (texts, 1), *tools, parent=self, spacing=6)


class Page(QWidget):
    """Base class for pages that replace the chat; ``left`` is emitted when the user leaves."""

    left = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme

    def enter(self) -> None:
        """Focus the widget that the user is most likely to need first."""
        raise NotImplementedError


class ListPage(Page):
    """Base class for pages with a search field, a centred column and toasts.

    ``body`` shows one of several widgets, initially ``note``. ``search_title`` is the search
    field's placeholder.
    """

    def __init__(self, theme: Theme, name: str, search_title: str) -> None:
        super().__init__(theme, name)
        self.toast = Toast(self, theme)
        self.column = QFrame(self)
        self.search = SearchField(theme, search_title)
        self.note = empty_note()
        self.body = QStackedWidget()
        self.body.addWidget(self.note)

    def event(self, event: QEvent) -> bool:
        # the window's commands with the same shortcuts are meant for the chat
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and self.toast.can_act
            if undo or event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.toast.act()
        elif event.key() == Qt.Key.Key_Escape:
            if self.search.words:
                self.search.clear()
                self.enter()
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)

    def lay_out(self, *parts: Part) -> None:
        vbox(*parts, parent=self.column, margins=(SIDE, 16, SIDE, 12), spacing=10)
        hbox(STRETCH, (self.column, 1_000), STRETCH, parent=self)
        self._theme.changed.connect(self._fit_column)
        self._fit_column()

    def _fit_column(self) -> None:
        self.column.setMaximumWidth(round(_WIDTH * self._theme.points) + 2 * SIDE)


class EmptyState(QScrollArea):
    """A placeholder for an empty list: an icon, lines of text, and further ``parts``.

    ``texts`` contains (text, style) pairs. ``width`` is the maximum text width, as a multiple of
    the font's point size.
    """

    def __init__(
        self, theme: Theme, icon: str, texts: list[tuple[str, str]], *parts: Part, width: int
    ) -> None:
        super().__init__()
        self._theme = theme
        self._width = width
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page, self._column = QWidget(), QWidget()
        page.setObjectName("page")
        picture = (IconLabel(theme, icon, "accent", 40), 0, _CENTRE)
        lines = (picture, *(label(text, name, _CENTRE) for text, name in texts), *parts)
        margins = (0, 8, 0, 24)
        vbox((STRETCH, 2), *lines, (STRETCH, 3), parent=self._column, margins=margins, spacing=10)
        hbox(STRETCH, (self._column, 1_000), STRETCH, parent=page)
        self.setWidget(page)
        theme.changed.connect(self._fit_column)
        self._fit_column()

    def _fit_column(self) -> None:
        self._column.setMaximumWidth(round(self._width * self._theme.points))


NoticeAct = tuple[str, Callable[[], object]]
"""The label and action of a button."""


class Notice(QFrame):
    """A notice with buttons that never takes the focus, hidden until it has text.

    If ``closable`` is True, it has a close button. ``dismissed`` is emitted when the user closes
    it.
    """

    dismissed = Signal()

    def __init__(
        self, theme: Theme, icon: str, colour: ColourName, *, closable: bool = True
    ) -> None:
        super().__init__()
        self.setObjectName("noticeLine" if closable else "card")
        self.text = Said()
        self.buttons: tuple[QPushButton, ...] = ()
        name = QCoreApplication.translate("Upkeep", "Dismiss")
        self.close_button = icon_button(theme, "cross", name, self.dismiss, side=14)
        mark = (IconLabel(theme, icon, colour), 0, Qt.AlignmentFlag.AlignVCenter)
        parts = (mark, (self.text, 1), self.close_button)
        self._row = hbox(*parts, parent=self, margins=(16, 6, 10, 6), spacing=8)
        self.close_button.setVisible(closable)
        self.hide()

    def say(self, text: str, acts: Sequence[NoticeAct], tone: str = "") -> None:
        """Show a message with a button for each action, and announce it to screen readers.

        An empty message hides the notice.
        """
        if not self.isHidden() and self.text.text() == text:
            return  # keeps the focus in a button
        self.text.say(text, tone)
        self.setAccessibleName(text)
        if not text:
            self.hide()
            return
        for old in self.buttons:
            old.hide()
            old.deleteLater()
        self.buttons = tuple(push_button(title, act) for title, act in acts)
        before: QWidget = self.text
        for place, each in enumerate(self.buttons):
            self._row.insertWidget(2 + place, each, 0, Qt.AlignmentFlag.AlignVCenter)
            self.setTabOrder(before, each)
            before = each
        self.setTabOrder(before, self.close_button)
        self.show()
        announce(self, text)

    def dismiss(self) -> None:
        """Hide the notice, first moving the focus elsewhere if the notice has it."""
        at_keys = QApplication.focusWidget()
        if at_keys is not None and self.isAncestorOf(at_keys):
            self.focusNextChild()
        self.hide()
        self.dismissed.emit()
