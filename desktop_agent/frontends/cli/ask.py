"""The ``ask`` and ``replay`` commands, and the approval of tool calls."""

import asyncio
import json
import os
import sys
from argparse import Namespace
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from desktop_agent.app.session import Session
from desktop_agent.core.answers import verdict_on
from desktop_agent.core.codec import event_to_dict, event_to_json
from desktop_agent.core.event_lines import Line
from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    ApprovalGiven,
    Event,
    RunFinished,
    RunStarted,
    SearchFailed,
    TextDelta,
)
from desktop_agent.core.research import Question
from desktop_agent.core.terminal_text import plain, plain_line
from desktop_agent.frontends.cli.interrupts import interrupts
from desktop_agent.frontends.cli.output import (
    Exit,
    can_ask,
    complain,
    note,
    printing,
    result,
    result_json,
)
from desktop_agent.frontends.cli.rendering import RunView, answer_text, mark_signs
from desktop_agent.runs.approvals import Answer

if TYPE_CHECKING:
    from desktop_agent.app.run_archives import ArchiveContents

# --- Approval of tool calls

_ANSWERS: dict[str, Answer] = {
    "y": "once",
    "yes": "once",
    "a": "always",
    "always": "always",
    "n": "declined",
    "no": "declined",
    "": "declined",
    "v": "never",
    "never": "never",
}
_PROMPT = "Allow it? y: once, a: always, n: not this time, v: never [n] "
_MOST = 4000
"""Maximum number of characters of a tool call's arguments to show."""


class Approving:
    """Asks the user to approve a run's tool calls, one at a time.

    Pass every event of the run to `hear`. If standard input is not a terminal, calls are declined.
    """

    def __init__(self, session: Session, terminal: "_Terminal | None" = None) -> None:
        self._session = session
        self._terminal = terminal
        self._waiting: dict[str, ApprovalAsked] = {}
        self._asking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._waiting.clear()
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])

    def hear(self, event: Event) -> None:
        match event:
            case ApprovalAsked() if not can_ask():
                note(
                    f"{plain_line(event.server)}: {plain_line(event.tool)} is not called: nobody can be "
                    "asked here. Run this in a terminal, or allow the tool in the window."
                )
                self._session.approvals.answer(event.run_id, event.call_id, "declined")
            case ApprovalAsked():
                self._waiting[event.call_id] = event
                if self._asking is None or self._asking.done():
                    self._asking = asyncio.ensure_future(self._ask_all())
            case ApprovalGiven():
                self._waiting.pop(event.call_id, None)
            case RunFinished():
                self._waiting.clear()
                if self._asking is not None:
                    self._asking.cancel()

    async def _ask_all(self) -> None:
        if self._terminal is not None:
            self._terminal.pause()
        try:
            while self._waiting:
                call = next(iter(self._waiting.values()))
                answer = await _ask(call)
                if self._waiting.pop(call.call_id, None) is not None:
                    self._session.approvals.answer(call.run_id, call.call_id, answer)
                await asyncio.sleep(0)  # the answer may also apply to other waiting calls
        finally:
            if self._terminal is not None:
                self._terminal.resume()


def call_text(call: ApprovalAsked) -> str:
    """Return the approval prompt for a tool call, with control characters removed."""
    lines = [f"{plain_line(call.server)} wants to use its tool {plain_line(call.tool)}."]
    if call.changed:
        lines.append("  It now describes the tool differently than when you allowed it.")
    if call.description.strip():
        lines.append(f"  It says of it: {plain_line(call.description, 400)}")
    try:
        arguments = json.dumps(json.loads(call.arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        arguments = call.arguments
    arguments = plain(arguments).strip()
    if len(arguments) > _MOST:
        arguments = f"{arguments[:_MOST]}…\n({len(arguments) - _MOST:,} more characters)"
    if arguments not in ("", "{}"):
        lines += ["  It would be called with:", *(f"  {line}" for line in arguments.split("\n"))]
    return "\n".join(lines)


async def _ask(call: ApprovalAsked) -> Answer:
    note(call_text(call))
    typed: asyncio.Queue[str] = asyncio.Queue()
    with typed_lines(typed.put_nowait):
        while True:
            sys.stderr.write(_PROMPT)
            sys.stderr.flush()
            answer = _ANSWERS.get((await typed.get()).strip().casefold())
            if answer is not None:
                return answer


# --- Lines typed into the terminal

_LOOK_S = 0.2


def is_terminal_attached() -> bool:
    """Return whether standard input and standard error are terminals."""
    return can_ask() and sys.stderr.isatty()


@contextmanager
def typed_lines(hear: Callable[[str], object]) -> Iterator[None]:
    """Call ``hear`` on the running event loop with each line typed, and with "" on EOF."""
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        polling = loop.create_task(_poll(hear))
        try:
            yield
        finally:
            polling.cancel()
        return
    terminal = sys.stdin.fileno()

    def read() -> None:
        typed = os.read(terminal, 4096).decode("utf-8", "replace")
        if not typed:
            loop.remove_reader(terminal)  # the terminal was closed
        hear(typed)

    loop.add_reader(terminal, read)
    try:
        yield
    finally:
        loop.remove_reader(terminal)


if sys.platform == "win32":

    async def _poll(hear: Callable[[str], object]) -> None:
        """Poll for lines, because event loops cannot wait for a Windows console."""
        import msvcrt

        line = ""
        while True:
            await asyncio.sleep(_LOOK_S)
            while msvcrt.kbhit():
                key = msvcrt.getwche()
                line = line[:-1] if key == "\b" else line + key
                if key in "\r\n":
                    hear(f"{line.rstrip()}\n")
                    line = ""


_STATUS = {
    "answered": Exit.ANSWERED,
    "insufficient": Exit.INSUFFICIENT,
    "stopped": Exit.INTERRUPTED,
    "failed": Exit.FAILED,
}


async def ask(session: Session, options: Namespace) -> Exit:
    """Ask a question, showing the progress of the run and then the answer."""
    run = session.ask(
        Question(
            text=options.question,
            strategy=options.strategy or session.settings.agent.strategy,
            provider=options.provider,
            model=options.model,
            budget_s=options.budget,
            offline=options.offline,
            bare=options.bare,
        ),
        can_wait=True,
    )
    if options.json:
        with interrupts(run.stop):
            async with Approving(session) as approving:
                finished = await _print_events(run.events(), approving.hear)
    else:
        view = RunView(resumable=is_terminal_attached())

        def stop() -> None:
            view.tell(Line("stopping; Ctrl-C again quits at once", "yellow"))
            run.stop()

        with interrupts(stop), _Terminal(view, run.resume) as terminal:
            async with Approving(session, terminal) as approving:
                events = run.events()
                finished = await show_events(events, view, bare=options.bare, hear=approving.hear)
    if finished.status == "failed":
        complain(finished.error, finished.remedy)
    elif finished.status == "answered" and finished.error:
        complain(f"This answer was not reviewed to its end: {finished.error}", finished.remedy)
    if left := session.runs.unfinished:
        runs = "1 background run is" if left == 1 else f"{left} background runs are"
        note(f"{runs} not over; the window goes on with it, or: desktop-agent runs work")
    return _STATUS[finished.status]


class _Terminal:
    """Controls the terminal during a run: shows streamed text and lets Enter resume the run."""

    def __init__(self, view: RunView, resume: Callable[[], object]) -> None:
        self._view = view
        self._resume = resume
        self._listening = ExitStack()

    def __enter__(self) -> Self:
        if is_terminal_attached():
            self._listening.enter_context(typed_lines(self._typed))
        return self

    def __exit__(self, *_error: object) -> None:
        self._listening.close()

    def pause(self) -> None:
        self._listening.close()
        self._view.pause()

    def resume(self) -> None:
        self._view.resume()
        self.__enter__()

    def _typed(self, line: str) -> None:
        if line.endswith("\n"):
            self._resume()


async def _print_events(
    events: AsyncGenerator[Event, None], hear: Callable[[Event], object]
) -> RunFinished:
    async with aclosing(events):
        async for event in events:
            result_json(event_to_dict(event))
            hear(event)
            if isinstance(event, RunFinished):
                return event
    raise AssertionError("a run ended without its last event")


async def show_events(
    events: AsyncGenerator[Event, None],
    view: RunView,
    *,
    bare: bool,
    hear: Callable[[Event], object] = lambda _event: None,
) -> RunFinished:
    """Show a run on ``view``, print its answer to standard output and return its last event.

    ``hear`` is called with each event.
    """
    answer: AnswerGiven | None = None
    finished: RunFinished | None = None
    strategy = ""
    search_failed = False
    step_id, arrived = "", ""  # the text of the last step that wrote any
    async with aclosing(events):
        with view:
            async for event in events:
                view.show(event)
                hear(event)
                match event:
                    case RunStarted():
                        strategy = event.strategy
                    case SearchFailed():
                        search_failed = True
                    case TextDelta(channel="draft" | "final"):
                        arrived = event.text if event.step_id != step_id else arrived + event.text
                        step_id = event.step_id
                    case AnswerGiven():
                        answer = event
                    case RunFinished():
                        finished = event
    assert finished is not None
    if answer is not None:
        verdict = verdict_on(
            answer, finished.status, strategy=strategy, search_failed=search_failed
        )
        result(answer_text(answer, bare=bare, verdict=str(verdict), signs=mark_signs()))
    elif arrived.strip():
        note(f"What had been written until then, not finished and not checked:\n{arrived.strip()}")
    return finished


# --- replay


async def replay(session: Session, options: Namespace) -> Exit:
    """Replay, export or import a recorded run; replaying a failed run counts as success."""
    run: Path = options.run
    if options.export is not None:
        _tell(await session.archives.export(run, options.export))
        return Exit.ANSWERED
    if options.take_in:
        _tell(await session.archives.look(run))
        conversation_id, _ = await session.archives.import_(run)
        result(conversation_id)
        return Exit.ANSWERED
    events = await asyncio.to_thread(lambda: tuple(session.replay(run)))
    if options.json:
        _print_lines(events)
        return Exit.ANSWERED
    finished = await show_events(_one_by_one(events), RunView(), bare=False)
    if finished.error:
        note(finished.error)
    return Exit.ANSWERED


def _tell(told: "ArchiveContents") -> None:
    note(told.question)
    by = " ".join(filter(None, (told.strategy, told.provider, told.model)))
    note(f"  {told.asked:%Y-%m-%d %H:%M} UTC, {by}, {told.status}")
    for name in told.pages:
        note(f"  page: {name}")
    for name in told.files:
        note(f"  your file: {name}")
    if told.missing:
        count = "1 page is" if told.missing == 1 else f"{told.missing} pages are"
        note(f"  {count} not stored any more, and not in it")


def _print_lines(events: Iterable[Event]) -> None:
    """Print events as they are recorded, or escaped if standard output is a terminal."""
    if sys.stdout.isatty():
        for event in events:
            result_json(event_to_dict(event))
        return
    with printing():
        sys.stdout.flush()
        for event in events:
            sys.stdout.buffer.write(
                event_to_json(event).encode("utf-8", "backslashreplace") + b"\n"
            )
        sys.stdout.buffer.flush()


async def _one_by_one(events: Iterable[Event]) -> AsyncGenerator[Event, None]:
    for event in events:
        yield event
