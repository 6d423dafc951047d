"""``ask`` and ``replay``: one stream of events, shown in the same way."""

from argparse import Namespace
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from desktop_agent.app import Session
from desktop_agent.cli.event_lines import Line
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.interrupts import interrupts
from desktop_agent.cli.output import complain, note, result, result_json
from desktop_agent.cli.rendering import RunView, answer_text, mark_signs, stderr_console
from desktop_agent.core.codec import event_to_dict
from desktop_agent.core.events import AnswerGiven, Event, RunFinished, TextDelta
from desktop_agent.core.research import Question

_STATUS = {
    "answered": Exit.ANSWERED,
    "insufficient": Exit.INSUFFICIENT,
    "stopped": Exit.INTERRUPTED,
    "failed": Exit.FAILED,
}


async def ask(session: Session, options: Namespace) -> Exit:
    """Carries out one question."""
    run = session.ask(
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
            finished = await _print_events(run.events())
    else:
        view = RunView(stderr_console())

        def stop() -> None:
            view.tell(Line("stopping; Ctrl-C again quits at once", "yellow"))
            run.stop()

        with interrupts(stop):
            finished = await _show_events(run.events(), view, bare=options.bare)
    if finished.status == "failed":
        complain(finished.error, finished.remedy)
    return _STATUS[finished.status]


async def replay(session: Session, options: Namespace) -> Exit:
    """Plays a recording; that the run once failed is shown, and no failure of the playing."""
    events = _played(session.replay(options.file))
    if options.json:
        await _print_events(events)
    else:
        finished = await _show_events(events, RunView(stderr_console()), bare=False)
        if finished.error:
            note(finished.error)
    return Exit.ANSWERED


async def _played(events: Iterator[Event]) -> AsyncGenerator[Event, None]:
    for event in events:
        yield event


async def _print_events(events: AsyncGenerator[Event, None]) -> RunFinished:
    async with aclosing(events):
        async for event in events:
            result_json(event_to_dict(event))
            if isinstance(event, RunFinished):
                return event
    raise AssertionError("a run ended without its last event")


async def _show_events(
    events: AsyncGenerator[Event, None], view: RunView, *, bare: bool
) -> RunFinished:
    answer: AnswerGiven | None = None
    finished: RunFinished | None = None
    arrived = _Arrived()
    async with aclosing(events):
        with view:
            async for event in events:
                view.show(event)
                match event:
                    case TextDelta():
                        arrived.add(event)
                    case AnswerGiven():
                        answer = event
                    case RunFinished():
                        finished = event
    assert finished is not None
    if answer is not None:
        result(answer_text(answer, bare=bare, signs=mark_signs()))
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
