"""The list of the window's commands and their keys, made from the window's own table."""

from collections.abc import Callable
from functools import partial
from unittest.mock import MagicMock

_HEAD = """# Shortcuts

All commands of the window with their usual keys, made from the table that the window itself is built from.
Each can be found by its words in the command palette; keys are changed in the settings (*Shortcuts*) or in
the section [`shortcuts`](settings.md#shortcuts) of the settings file. On macOS, Ctrl is the Command key.
"""


class _Rows:
    """Takes commands as a window's `Commands` does, and keeps their words."""

    def __init__(self) -> None:
        self.sections: dict[str, list[tuple[str, str, str]]] = {}

    def add(
        self, section: str, name: str, title: str, keys: str, _act: Callable[[], object]
    ) -> None:
        self.sections.setdefault(section, []).append((title, keys, name))

    def settle(self) -> None:
        pass


def shortcuts_page() -> str:
    """Gives the page as Markdown: a table for each section of commands."""
    from desktop_agent.frontends.ui.window.main_window import MainWindow

    rows = _Rows()
    window = MagicMock(commands=rows)  # nothing is done with it but name what would be called
    for name, method in vars(MainWindow).items():
        if name.endswith("_commands"):  # the tables of commands are its own
            setattr(window, name, partial(method, window))
    window._add_commands()  # noqa: SLF001 - there is no window here to open
    parts = [_HEAD]
    for section, commands in rows.sections.items():
        parts += [
            f"## {section}\n",
            "| command | keys | name in the settings |",
            "| --- | --- | --- |",
        ]
        parts += [
            f"| {title} | {f'{{kbd}}`{keys}`' if keys else ''} | `{name}` |"
            for title, keys, name in commands
        ]
        parts.append("")
    return "\n".join(parts)
