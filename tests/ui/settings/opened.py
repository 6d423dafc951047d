"""The settings dialog as the window opens it, with a single command."""

from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.settings.maintenance import Upkeep
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.model_download import Downloads


def settings_dialog(theme, session, tasks, *, downloads=None):
    commands = Commands(QWidget(), {})
    commands.add("Chat", "chat.new", "New chat", "Ctrl+N", lambda: None)
    downloads = downloads or Downloads(session, tasks)
    upkeep = Upkeep(session, tasks)
    return SettingsDialog(theme, session, tasks, commands, downloads, lambda: upkeep)
