"""Progress on standard error: bars on a terminal, occasional lines elsewhere."""

from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import note
from desktop_agent.frontends.cli.rendering import stderr_console


class Meter:
    """Shows the progress of work that has one or more parts.

    On a terminal, each part has a bar, with ``columns`` to its right. Elsewhere, a line is printed
    for each tenth of a part.
    """

    def __init__(self, *columns: ProgressColumn, console: Console | None = None) -> None:
        console = console or stderr_console()
        self._drawn = console.is_interactive
        self._bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            *columns,
            TimeRemainingColumn(),
            console=console,
            disable=not self._drawn,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._tasks: dict[str, TaskID] = {}
        self._told = ("", 0)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._bars.stop()

    def show(self, part: str, text: str, done: int, total: int) -> None:
        """Show ``text`` and the progress of a part; ``total`` is 0 if it is unknown."""
        if self._drawn:
            shown = plain_line(text, 80)
            # what is done at the beginning is left out of the estimate of the time left
            if part not in self._tasks:
                self._tasks[part] = self._bars.add_task(shown, total=None, completed=done)
            self._bars.update(
                self._tasks[part], description=shown, completed=done, total=total or None
            )
            return
        told = (part, 10 * done // total if total else 0)
        if told != self._told:
            self._told = told
            note(text)
