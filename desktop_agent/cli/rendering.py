"""A run in the terminal: what happens on stderr, the answer on stdout."""

import sys
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from desktop_agent.cli.event_lines import Line, describe, plan_lines, waiting_line
from desktop_agent.cli.plain_text import one_line, plain
from desktop_agent.core.citations import ASCII_SIGNS, SIGNS, legend, marked_text, unsupported_lines
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    PlanMade,
    StepStarted,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.core.research import Mark, Source
from desktop_agent.core.waiting_events import SleepEnded, SleepStarted

_TAIL_LINES = 6
_TAIL_CHARACTERS = 2000


def stderr_console() -> Console:
    """Gives a console that takes no text for markup."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


class RunView:
    """Tells on stderr what happens; on a terminal the text that streams is seen below it.

    ``resumable`` is True where Enter lets a run go on that sleeps.
    Nothing of a run is taken for markup or reaches the terminal as a control character.
    """

    def __init__(self, console: Console, *, resumable: bool = False) -> None:
        self._console = console
        self._hint = "; press Enter to go on" if resumable else ""
        self._doing = ""
        self._tail = ""
        self._sleep: SleepStarted | None = None
        self._open = False
        self._live: Live | None = None
        if console.is_interactive and sys.stderr.isatty():
            self._spinner = Spinner("dots", style="cyan")
            self._live = Live(
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._open = False
        if self._live is not None:
            self._live.stop()

    def show(self, event: Event) -> None:
        """Tells of an event."""
        match event:
            case TextDelta() | ThinkingDelta():
                self._tail = (self._tail + event.text)[-_TAIL_CHARACTERS:]
            case StepStarted():
                self._doing, self._tail = one_line(event.title, 70), ""
            case SleepStarted():
                self._sleep = event
            case SleepEnded():
                self._sleep = None
        line = describe(event)
        if line is not None:
            self.tell(line)
        if isinstance(event, PlanMade):
            for each in plan_lines(event.plan):
                self.tell(each)

    def pause(self) -> None:
        """Takes the text that streams away, so that something can be asked."""
        if self._live is not None:
            self._live.stop()

    def resume(self) -> None:
        """Shows the text that streams again, unless the run is over."""
        if self._live is not None and self._open:
            self._live.start()

    def tell(self, line: Line) -> None:
        """Prints a line of progress."""
        self._console.print(Text(line.text, style=line.style), soft_wrap=True)

    def _streaming(self) -> RenderableType:
        sleep = self._sleep
        doing = self._doing if sleep is None else waiting_line(sleep, time.time()) + self._hint
        self._spinner.update(text=Text(doing))
        tail = "\n".join(plain(self._tail).splitlines()[-_TAIL_LINES:])
        return Group(self._spinner, Text(tail, style="dim", overflow="fold"))


def answer_text(
    answer: AnswerGiven, *, bare: bool, verdict: str = "", signs: Mapping[Mark, str] = SIGNS
) -> str:
    """Gives the answer as text; unless it is to be bare with its marks, sources and weak claims."""
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
        lines += [f"- {one_line(each, 600)}" for each in unsupported_lines(answer.claims, signs)]
    return "\n".join(lines)


def source_lines(sources: Sequence[Source]) -> list[str]:
    """Gives two lines for each source: its number and title, and its address."""
    return [
        f"[{source.number}] {one_line(source.title or source.url)}\n    {one_line(source.url, 2000)}"
        for source in sources
    ]


def mark_signs() -> Mapping[Mark, str]:
    """Gives the signs of the marks that standard output can show."""
    try:
        "".join(SIGNS.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII_SIGNS
    return SIGNS
