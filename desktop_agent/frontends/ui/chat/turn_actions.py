"""The user's actions on the turns of a chat."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QToolButton

from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.theme import Theme


class TurnActions(QObject):
    """Signals for the user's actions on a turn. The owner of the chat handles them.

    ``regenerate`` and ``edit`` are emitted with a turn's id. ``switched`` also carries the step to
    another version, and ``ask_again`` the strategy, provider and model to use instead, or "".
    ``repeat`` is emitted with a question to schedule. ``pull`` is emitted with an error card that
    needs a model, and ``look_for_models`` with one that can offer other models. ``reasoning``,
    ``keep_template`` and ``compare`` are emitted with a turn, and ``save`` with a `Discovery` to store. ``cited`` carries a turn, a source number
    and the check of that citation, or None if there is no check. ``ask`` carries a follow-up
    question.
    """

    ask = Signal(str)
    regenerate = Signal(int)
    edit = Signal(int)
    switched = Signal(int, int)
    ask_again = Signal(int, str, str, str)
    pull = Signal(object)
    look_for_models = Signal(object)
    settings = Signal()
    reasoning = Signal(object)
    keep_template = Signal(object)
    compare = Signal(object)
    repeat = Signal(str)
    save = Signal(object)
    cited = Signal(object, int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.offers_follow_ups: Callable[[], bool] = lambda: False
        """Whether follow-up questions are shown, which needs an owner that handles ``ask``."""

    def hand_on(self, to: "TurnActions") -> None:
        """Connect the signals that are useful wherever a turn is shown to those of ``to``."""
        self.cited.connect(to.cited)
        self.reasoning.connect(to.reasoning)
        self.pull.connect(to.pull)
        self.look_for_models.connect(to.look_for_models)
        self.settings.connect(to.settings)
        self.keep_template.connect(to.keep_template)
        self.repeat.connect(to.repeat)
        self.save.connect(to.save)


def turn_button(
    theme: Theme,
    icon: str,
    tip: str,
    act: Callable[[], object] | None = None,
    text: str = "",
) -> QToolButton:
    """Return a button for an action on a question or answer."""
    button = icon_button(theme, icon, text or tip, act, tip=tip)
    button.setObjectName("turnAction")
    button.setText(text)
    return button


def turn_menu_button(
    theme: Theme, icon: str, tip: str, text: str = ""
) -> tuple[QToolButton, QMenu]:
    """Return a button for actions on a question or answer, and the empty menu it opens."""
    button = turn_button(theme, icon, tip, text=text)
    menu = QMenu(button)
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button, menu
