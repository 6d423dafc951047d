"""Tells on stderr how the indexing of documents goes."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from desktop_agent.cli.knowledge_text import counted, progress_text
from desktop_agent.cli.output import note
from desktop_agent.cli.plain_text import one_line
from desktop_agent.core.knowledge import IngestProgress

_TOLD_EVERY = 0.1
"""Of the work: how often a line is written where there is no terminal to draw a bar on."""


class IndexingView:
    """A bar on a terminal, elsewhere a line at each tenth of the work."""

    def __init__(self, console: Console) -> None:
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.fields[left]}", markup=False),
        )
        self._drawn = console.is_interactive
        self._bar = Progress(
            *columns,
            console=console,
            disable=not self._drawn,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        beginning = progress_text(IngestProgress("scanning"))
        self._task = self._bar.add_task(beginning, total=None, left="")
        self._told: tuple[str, int] = ("", 0)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, progress: IngestProgress) -> None:
        """Tells how far it is."""
        done, total = _work(progress)
        if self._drawn:
            text = progress_text(progress)
            if progress.current and progress.state == "reading":
                text = f"{text}: {one_line(progress.current, 40)}"
            left = f"{_duration(progress.eta_s)} left" if progress.eta_s is not None else ""
            self._bar.update(
                self._task, description=text, completed=done, total=total or None, left=left
            )
            return
        tenth = int(done / total / _TOLD_EVERY) if total else 0
        if progress.state != "idle" and (progress.state, tenth) != self._told:
            self._told = (progress.state, tenth)
            note(progress_text(progress))

    def end(self, progress: IngestProgress) -> None:
        """Tells what was done in all."""
        facts = [
            f"{counted(progress.done, 'file')} read" if progress.done else "",
            f"{counted(progress.removed, 'file')} gone" if progress.removed else "",
            f"{progress.embedded:,} of {counted(progress.to_embed, 'chunk')} embedded"
            if progress.to_embed
            else "",
        ]
        told = ", ".join(fact for fact in facts if fact)
        note(f"Done: {told}." if told else "Nothing has changed.")
        if progress.note:
            note(one_line(progress.note, 400))


def _work(progress: IngestProgress) -> tuple[int, int]:
    if progress.state == "embedding":
        return progress.embedded, progress.to_embed
    return progress.done, progress.total


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
