"""A window with a few commands, and what they did."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow

from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.window.command_palette import Offer
from tests.ui.manners.activation import activate

COMMANDS = (
    ("Chat", "chat.new", "New chat", "Ctrl+N"),
    ("Chat", "chat.find", "Find in chat", "Ctrl+F"),
    ("View", "view.reasoning", "Show the reasoning", "Ctrl+R"),
    ("View", "view.sources", "Show the sources", ""),
    ("Window", "window.settings", "Settings", "Ctrl+,"),
)


@dataclass
class Place:
    """A window with commands."""

    window: QMainWindow
    commands: Commands
    done: list[str] = field(default_factory=list)
    more: list[Offer] = field(default_factory=list)


@pytest.fixture
def make_place(theme) -> Iterator:
    """Makes a window with the usual commands and the chosen keys."""
    places: list[Place] = []

    def make(chosen: Mapping[str, str] | None = None) -> Place:
        window = QMainWindow()
        window.setCentralWidget(QLineEdit())
        window.resize(900, 700)
        place = Place(window, Commands(window, chosen or {}))
        for section, name, title, keys in COMMANDS:
            place.commands.add(
                section, name, title, keys, lambda name=name: place.done.append(name)
            )
        place.commands.settle()
        window.show()
        activate(window)
        window.centralWidget().setFocus()
        places.append(place)
        return place

    yield make
    for place in places:
        place.window.close()
        place.window.deleteLater()
    QTest.qWait(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def place(make_place) -> Place:
    return make_place()
