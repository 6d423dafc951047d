"""Render a run in the terminal, with progress on stderr and the answer on stdout."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

from desktop_agent.core.citations import ASCII_SIGNS, SIGNS, legend, marked_text, unsupported_lines
from desktop_agent.core.event_lines import Line, describe, plan_lines
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    ModelCall,
    PlanMade,
    SleepEnded,
    SleepStarted,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolStarted,
)
from desktop_agent.core.research import Mark, Source
from desktop_agent.core.terminal_text import plain, plain_line
from desktop_agent.frontends.cli.output import note

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live


def waiting_line(event: SleepStarted, now: float) -> str:
    """Describe a paused or sleeping run and the time left; ``now`` is a Unix timestamp."""
    minutes, seconds = divmod(round(max(0.0, event.until - now)), 60)
    what = "paused" if event.by_person else "sleeping"
    return f"{what}, {minutes}:{seconds:02} left"


_TAIL_LINES = 6
_TAIL_CHARACTERS = 2000


def stderr_console() -> "Console":
    """Return a console on standard error that prints markup literally."""
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, emoji=False)


class RunView:
    """Shows a run's progress on standard error and, if that is a terminal, the streamed text.

    ``resumable`` is True if Enter resumes a sleeping run. Text from the run is printed without
    control characters, with any markup printed literally.
    """

    def __init__(self, console: "Console | None" = None, *, resumable: bool = False) -> None:
        if console is None and sys.stderr.isatty():  # Rich takes 50 ms to import
            console = stderr_console()
        self._console = console
        self._hint = "; press Enter to go on" if resumable else ""
        self._doing = ""
        self._tail = ""
        self._calls = self._tools = 0
        self._sleep: SleepStarted | None = None
        self._open = False
        self._live: Live | None = None
        if console is not None and console.is_interactive and sys.stderr.isatty():
            import rich.live
            import rich.spinner

            self._spinner = rich.spinner.Spinner("dots", style="cyan")
            self._live = rich.live.Live(
                console=console,
                get_renderable=self._streaming,
                transient=True,
                refresh_per_second=8,
                redirect_stdout=False,
                redirect_stderr=False,
            )

    def __enter__(self) -> Self:
        self._open = True
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._open = False
        if self._live is not None:
            self._live.stop()

    def show(self, event: Event) -> None:
        match event:
            case TextDelta() | ThinkingDelta():
                self._tail = (self._tail + event.text)[-_TAIL_CHARACTERS:]
            case StepStarted():
                self._doing, self._tail = plain_line(event.title, 70), ""
            case SleepStarted():
                self._sleep = event
            case SleepEnded():
                self._sleep = None
            case ModelCall():
                self._calls += 1
            case ToolStarted():
                self._tools += 1
        line = describe(event)
        if line is not None:
            self.tell(line)
        if isinstance(event, PlanMade):
            for each in plan_lines(event.plan):
                self.tell(each)

    def pause(self) -> None:
        """Hide the streamed text while the user answers a prompt."""
        if self._live is not None:
            self._live.stop()

    def resume(self) -> None:
        """Show the streamed text again, unless the run has ended."""
        if self._live is not None and self._open:
            self._live.start()

    def tell(self, line: Line) -> None:
        if self._console is None:
            note(line.text)
            return
        from rich.text import Text

        self._console.print(Text(line.text, style=line.style), soft_wrap=True)

    def _streaming(self) -> "RenderableType":
        from rich.console import Group
        from rich.text import Text

        sleep = self._sleep
        doing = self._doing if sleep is None else waiting_line(sleep, time.time()) + self._hint
        counts = {"model calls": self._calls, "tool calls": self._tools}
        text = Text(doing, style="" if sleep is None else "yellow")
        text.append("".join(f" · {name}: {number}" for name, number in counts.items()), "dim")
        self._spinner.update(text=text)
        tail = "\n".join(plain(self._tail).splitlines()[-_TAIL_LINES:])
        return Group(self._spinner, Text(tail, style="dim", overflow="fold"))


def answer_text(
    answer: AnswerGiven, *, bare: bool, verdict: str = "", signs: Mapping[Mark, str] = SIGNS
) -> str:
    """Format an answer as text for the terminal.

    Unless ``bare`` is True, add marks, the verdict, the sources and the unsupported claims.
    """
    text = answer.text.rstrip()
    if bare:
        return text
    lines = [marked_text(text, answer.claims, signs)]
    if verdict:
        lines += ["", f"Verdict: {verdict}."]
    if answer.sources:
        lines += ["", "Sources:", *source_lines(answer.sources)]
    if answer.claims:
        lines += ["", legend(signs)]
        lines += [f"- {plain_line(each, 600)}" for each in unsupported_lines(answer.claims, signs)]
    return "\n".join(lines)


def source_lines(sources: Sequence[Source]) -> list[str]:
    """Format each source as two lines: its number and title, and its URL."""
    return [
        f"[{source.number}] {plain_line(source.title or source.url)}\n    {plain_line(source.url, 2000)}"
        for source in sources
    ]


def mark_signs() -> Mapping[Mark, str]:
    """Return the symbols for citation marks, in ASCII if stdout cannot encode the usual symbols."""
    try:
        "".join(SIGNS.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII_SIGNS
    return SIGNS
