"""What a window tells of a fault: its boxes, the cards in the place of answers, its short lines."""

from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.widgets.toast import Toast
from tests.chaos.frame import Chaos


def see_window(chaos: Chaos, window: QWidget) -> None:
    """Takes down all that the window tells now, and what stands in boxes over it."""
    for card in window.findChildren(ErrorCard):
        if card.isVisible():
            chaos.saw(card.accessibleDescription())
    for toast in window.findChildren(Toast):
        if toast.text:
            chaos.saw(toast.text, sentence=False)
    for box in QApplication.topLevelWidgets():
        if isinstance(box, QMessageBox) and box.isVisible():
            chaos.saw(box.text(), box.informativeText())
