"""``ask``: a stream of events, shown as it comes; `replay` shows one in the same way."""

from argparse import Namespace
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, aclosing
from typing import Self

from desktop_agent.app import Session
from desktop_agent.cli.approving import Approving
from desktop_agent.cli.event_lines import Line
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.interrupts import interrupts
from desktop_agent.cli.output import complain, note, result, result_json
from desktop_agent.cli.rendering import RunView, answer_text, mark_signs, stderr_console
from desktop_agent.cli.resuming import can_resume, resumes
from desktop_agent.core.codec import event_to_dict
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    RunFinished,
    RunStarted,
    SearchFailed,
    TextDelta,
)
from desktop_agent.core.research import Question
from desktop_agent.core.verdict import verdict_on

_STATUS = {
    "answered": Exit.ANSWERED,
    "insufficient": Exit.INSUFFICIENT,
    "stopped": Exit.INTERRUPTED,
    "failed": Exit.FAILED,
}


async def ask(session: Session, options: Namespace) -> Exit:
    """Carries out one question."""
    run = session.desk.begin(
        Question(
            text=options.question,
            strategy=options.strategy or session.settings.agent.strategy,
            provider=options.provider,
            model=options.model,
            budget_s=options.budget,
            offline=options.offline,
            bare=options.bare,
        )
    )
    if options.json:
        with interrupts(run.stop):
            async with Approving(lambda: session.approvals) as approving:
                finished = await _print_events(run.follow(), approving.hear)
    else:
        view = RunView(stderr_console(), resumable=can_resume())

        def stop() -> None:
            view.tell(Line("stopping; Ctrl-C again quits at once", "yellow"))
            run.stop()

        with interrupts(stop), _Terminal(view, run.resume) as terminal:
            async with Approving(lambda: session.approvals, terminal) as approving:
                events = run.follow()
                finished = await show_events(events, view, bare=options.bare, hear=approving.hear)
    if finished.status == "failed":
        complain(finished.error, finished.remedy)
    elif finished.status == "answered" and finished.error:
        complain(f"This answer was not reviewed to its end: {finished.error}", finished.remedy)
    if left := session.desk.unfinished:
        runs = "1 background run is" if left == 1 else f"{left} background runs are"
        note(f"{runs} not over; the window goes on with it, or: desktop-agent runs work")
    return _STATUS[finished.status]


class _Terminal:
    """What the terminal is for while a run goes on: text that streams, and Enter to wake it."""

    def __init__(self, view: RunView, resume: Callable[[], object]) -> None:
        self._view = view
        self._resume = resume
        self._listening = ExitStack()

    def __enter__(self) -> Self:
        self._listening.enter_context(resumes(self._resume))
        return self

    def __exit__(self, *_error: object) -> None:
        self._listening.close()

    def pause(self) -> None:
        """Leaves the terminal to a question."""
        self._listening.close()
        self._view.pause()

    def resume(self) -> None:
        """Goes on as before the question."""
        self._view.resume()
        self._listening.enter_context(resumes(self._resume))


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
    """Shows a run in the terminal, its answer on standard output; gives its last event.

    ``hear`` is told of each event.
    """
    answer: AnswerGiven | None = None
    finished: RunFinished | None = None
    strategy = ""
    search_failed = False
    arrived = _Arrived()
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
                    case TextDelta():
                        arrived.add(event)
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
    elif arrived.text:
        note(f"What had been written until then, not finished and not checked:\n{arrived.text}")
    return finished


class _Arrived:
    """The text of an answer as far as it came: that of the last step that wrote one."""

    def __init__(self) -> None:
        self._step_id = ""
        self._pieces: list[str] = []

    def add(self, delta: TextDelta) -> None:
        """Takes a piece; another step begins anew."""
        if delta.channel not in ("draft", "final"):
            return
        if delta.step_id != self._step_id:
            self._step_id, self._pieces = delta.step_id, []
        self._pieces.append(delta.text)

    @property
    def text(self) -> str:
        """What there is."""
        return "".join(self._pieces).strip()
