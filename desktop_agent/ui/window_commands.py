"""All that the window can be told to do, in one table."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_agent.ui.commands.registry import Commands

if TYPE_CHECKING:
    from desktop_agent.ui.window import MainWindow

Row = tuple[str, str, str, Callable[[], object]]
"""Name, title, usual keys, and what is done."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


def add_commands(commands: Commands, window: "MainWindow") -> None:
    """Adds the window's commands, section by section as the cheat sheet shows them."""
    for section, rows in (
        (_tr("Chat"), _chat(window)),
        (_tr("Conversations"), _conversations(window)),
        (_tr("View"), _view(window)),
        (_tr("Program"), _program(window)),
    ):
        for name, title, keys, act in rows:
            commands.add(section, name, title, keys, act)
    commands.settle()


def _chat(window: "MainWindow") -> tuple[Row, ...]:
    page = window.page
    return (
        ("chat.new", _tr("New chat"), "Ctrl+N", page.begin_new),
        ("chat.focus", _tr("Go to the question field"), "Ctrl+L", page.composer.edit.setFocus),
        ("chat.stop", _tr("Stop answering"), "Esc", page.composer.stop),
        ("chat.attach", _tr("Attach files"), "Ctrl+Shift+A", page.composer.attach),
        ("chat.again", _tr("Ask again"), "Ctrl+Shift+Return", page.ask_last_again),
        ("chat.find", _tr("Find in this conversation"), "Ctrl+F", page.finding.open),
        ("chat.latest", _tr("Jump to the latest text"), "Ctrl+End", page.chat.go_to_latest),
        ("chat.copy", _tr("Copy as text"), "", page.chat.copy_selection),
        (
            "chat.copy_markdown",
            _tr("Copy as Markdown"),
            "Ctrl+Shift+C",
            lambda: page.chat.copy_selection(markdown=True),
        ),
        ("chat.export", _tr("Export this conversation"), "Ctrl+Shift+S", window.export),
        ("chat.print", _tr("Print this conversation"), "Ctrl+P", window.print),
    )


def _conversations(window: "MainWindow") -> tuple[Row, ...]:
    sidebar = window.sidebar
    return (
        (
            "conversations.search",
            _tr("Search conversations"),
            "Ctrl+Shift+F",
            window.search_conversations,
        ),
        ("conversations.undo", _tr("Undo the deletion"), "Ctrl+Z", sidebar.undo_delete),
        (
            "conversations.rename",
            _tr("Rename this conversation"),
            "",
            sidebar.rename_current,
        ),
        (
            "conversations.delete",
            _tr("Delete this conversation"),
            "",
            sidebar.delete_current,
        ),
    )


def _view(window: "MainWindow") -> tuple[Row, ...]:
    side, sidebar = window.side, window.sidebar
    return (
        (
            "view.sidebar",
            _tr("Conversations"),
            "Ctrl+B",
            lambda: window.panes.open_sidebar(sidebar.isHidden()),
        ),
        (
            "view.side",
            _tr("Side panel"),
            "Ctrl+Shift+P",
            lambda: window.panes.open_side(side.isHidden()),
        ),
        ("view.reasoning", _tr("Reasoning"), "Ctrl+R", lambda: window.show_side(side.reasoning)),
        (
            "view.sources",
            _tr("Sources"),
            "Ctrl+Shift+R",
            lambda: window.show_side(side.sources),
        ),
        (
            "view.discoveries",
            _tr("Discoveries"),
            "Ctrl+D",
            lambda: window.show_side(side.discoveries),
        ),
        (
            "discoveries.export",
            _tr("Export all discoveries"),
            "Ctrl+Shift+E",
            side.discoveries.choose_file,
        ),
        ("view.ledger", _tr("Ledger"), "Ctrl+Shift+L", lambda: window.show_side(side.ledger)),
        ("view.larger", _tr("Larger text"), "Ctrl++", window.zoom.larger),
        ("view.smaller", _tr("Smaller text"), "Ctrl+-", window.zoom.smaller),
        ("view.usual", _tr("Usual size of text"), "Ctrl+0", window.zoom.reset),
        ("view.theme", _tr("Switch between light and dark"), "", window.switch_theme),
    )


def _program(window: "MainWindow") -> tuple[Row, ...]:
    return (
        ("program.palette", _tr("Command palette"), "Ctrl+K", window.dialogs.open_palette),
        ("program.shortcuts", _tr("Keyboard shortcuts"), "F1", window.dialogs.open_cheat_sheet),
        ("program.settings", _tr("Settings"), "Ctrl+,", window.dialogs.open_settings),
        ("program.models", _tr("Models"), "Ctrl+M", lambda: window.dialogs.open_settings("models")),
        (
            "program.network",
            _tr("Switch the network on or off"),
            "Ctrl+Shift+O",
            window.status.network.click,
        ),
        ("program.look", _tr("Look for a model again"), "", window.look_for_models),
        ("program.quit", _tr("Quit"), "Ctrl+Q", lambda: window.window().close()),
    )
