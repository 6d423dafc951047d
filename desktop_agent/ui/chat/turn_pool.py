"""The turns that have widgets: those on the screen and a few around it."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.ui.chat.history import History
from desktop_agent.ui.chat.turn_view import TurnView
from desktop_agent.ui.chat.turn_wishes import TurnWishes
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.theme import Theme


class TurnPool(QObject):
    """Builds the widgets of turns and lets them go.

    ``built``, ``wrote`` and ``resized`` bring the index of a turn; ``wishes`` is what a person wants
    of one.
    """

    built = Signal(int)
    wrote = Signal(int)
    resized = Signal(int)
    reveal = Signal(object, object)
    """A widget, and the rectangle of it that the keyboard or a link within the text has come to."""

    def __init__(self, theme: Theme, history: History, canvas: QWidget) -> None:
        super().__init__(canvas)
        self._theme = theme
        self._history = history
        self._canvas = canvas
        self.wishes = TurnWishes(self)
        self._views: dict[int, TurnView] = {}

    def __contains__(self, index: int) -> bool:
        return index in self._views

    def __iter__(self) -> Iterator[tuple[int, TurnView]]:
        return iter(sorted(self._views.items()))

    def __len__(self) -> int:
        return len(self._views)

    @property
    def chat(self) -> QWidget:
        """What the turns are in; the keyboard comes to it before it comes to them."""
        chat = self._canvas.parentWidget()
        assert chat is not None
        return chat

    def get(self, index: int) -> TurnView | None:
        """Gives the widgets of a turn where there are any."""
        return self._views.get(index)

    def build(self, index: int, width: int, floor: int) -> TurnView | None:
        """Makes the widgets of a turn, out of sight; None while the turn is not loaded.

        It is to be filled then; ``floor`` is the height that it keeps until its text is written.
        """
        turn = self._history.turn(index)
        if turn is None:
            return None
        view = TurnView(self._theme, turn, self._history.outline(index), self._canvas)
        view.floor = floor
        view.move(0, self._canvas.height() + 10)
        view.set_width(width)
        view.show()
        view.place()
        self._views[index] = view
        self._connect(index, view)
        self.built.emit(index)
        return view

    def drop(self, index: int) -> None:
        """Lets the widgets of a turn go."""
        view = self._views.pop(index)
        focus = QApplication.focusWidget()
        if focus is not None and view.isAncestorOf(focus):
            self.chat.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt would look for a next one
        view.hide()
        view.deleteLater()

    def keep(self, wanted: Callable[[int, TurnView], bool]) -> None:
        """Lets all go but those that are wanted."""
        for index, view in list(self._views.items()):
            if not wanted(index, view):
                self.drop(index)

    def _connect(self, index: int, view: TurnView) -> None:
        turn, answer, question = view.turn, view.answer, view.question
        view.resized.connect(lambda: self.resized.emit(index))
        answer.retry.connect(lambda: self.wishes.regenerate.emit(turn.turn_id))
        answer.from_sources.connect(lambda: self.wishes.from_sources.emit(turn.turn_id))
        answer.pull.connect(self.wishes.pull)
        answer.look_for_models.connect(self.wishes.look_for_models)
        answer.model_chosen.connect(
            lambda provider, model: self.wishes.model_chosen.emit(turn.turn_id, provider, model)
        )
        answer.settings.connect(self.wishes.settings)
        answer.reasoning.connect(lambda: self.wishes.reasoning.emit(turn))
        answer.keep_template.connect(lambda: self.wishes.keep_template.emit(turn))
        answer.compare.connect(lambda: self.wishes.compare.emit(turn.turn_id, True))
        answer.repeat.connect(lambda: self.wishes.repeat.emit(turn.question))
        answer.save.connect(self.wishes.save)
        answer.cited.connect(lambda number, check: self.wishes.cited.emit(turn, number, check))
        body = answer.body
        body.wrote.connect(lambda: self.wrote.emit(index))
        body.reveal.connect(lambda place: self.reveal.emit(body, place))
        body.tabbed.connect(lambda: self._tabbed(body))
        question.edit.connect(lambda: self.wishes.edit.emit(turn.turn_id))
        question.compare.connect(lambda: self.wishes.compare.emit(turn.turn_id, False))
        question.switched.connect(lambda step: self.wishes.switched.emit(turn.turn_id, step))

    def _tabbed(self, text: GrowingText) -> None:
        if text.hasFocus() and text.textCursor().hasSelection():
            self.reveal.emit(text, text.cursorRect())
