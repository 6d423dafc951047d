"""The researcher: answers what can be computed by writing code, running it and reading what it prints."""

from dataclasses import dataclass, field

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.researcher.code_reply import (
    computes,
    printing_result,
    read_code,
    same_code,
)
from desktop_agent.agents.researcher.prompt import (
    CODE_SHARE,
    last_line,
    only_stated,
    opening,
    outcome,
    plain_value,
    printed,
    reported_value,
    shortened,
    without_code,
)
from desktop_agent.agents.turn import Ask, Reply, turn
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.messages import Message
from desktop_agent.sandbox.base import Execution

AGENT = "researcher"
MOST_ROUNDS = 5
_MOST_WITHOUT_CODE = 2


@dataclass(frozen=True, slots=True)
class Worked:
    """What the researcher worked out.

    ``value`` is the answer alone, empty where there is none; ``text`` tells it in words. ``code`` is
    what ran last and ``output`` what that printed, or its error where it never ``ran`` to its end.
    ``rounds`` counts the calls of the model; ``note`` says what went wrong, if anything.
    """

    value: str
    text: str
    code: str
    output: str
    rounds: int
    ran: bool
    note: str = ""


@dataclass(slots=True)
class _Work:
    """The state of one piece of research."""

    messages: tuple[Message, ...]
    rounds: int = 0
    without_code: int = 0
    tried: list[str] = field(default_factory=list)
    code: str = ""
    ended: Execution | None = None
    value: str = ""
    prose: str = ""
    note: str = ""
    over: bool = False

    @property
    def ran(self) -> bool:
        return self.ended is not None and self.ended.ok

    def say(self, reply: Reply, told: Message) -> None:
        self.messages += (reply.message, told)

    def finish(self, note: str = "") -> None:
        self.over, self.note = True, note


async def research_by_code(
    ctx: RunContext, task: str, known: str = "", *, simulate: bool = False
) -> Worked:
    """Works a task out in at most five rounds: write code, run it, read what it printed, mend it.

    Ends as soon as code ran and the value is plain, without another call; also where the same code
    comes twice, where no code comes, and where none can be run. ``known`` is what earlier parts
    found, and data. With ``simulate`` a seeded simulation with its standard error is asked for.

    Raises:
        BudgetExceeded: as `turn`, where no code has run until then.
        ModelError: likewise.
    """
    assert ctx.code is not None, "research by code needs something that runs code"
    work = _Work(opening(ctx, task, known, simulate=simulate))
    try:
        while not work.over and work.rounds < MOST_ROUNDS:
            await _round(ctx, work)
    except (BudgetExceeded, ModelError) as error:
        if not work.ran:
            raise
        work.finish(error.message)
    return _worked(work)


async def _round(ctx: RunContext, work: _Work) -> None:
    title = "Write code" if not work.tried else "Read the output"
    reply = await turn(ctx, Ask(AGENT, title, "work", work.messages))
    work.rounds += 1
    read = read_code(reply.text)
    if not read.code and work.ran:
        work.value, work.prose = reported_value(reply.text), read.prose
        work.finish()
    elif not read.code:
        _insist(work, reply, without_code(), "The model wrote no code.")
    elif not computes(read.code):
        _insist(work, reply, only_stated(), "The model's code only states an answer.")
    elif any(same_code(read.code, earlier) for earlier in work.tried):
        work.finish("The model wrote the same code again.")
    else:
        work.without_code = 0
        work.prose = read.prose
        work.tried.append(read.code)
        await _run(ctx, work, reply, printing_result(read.code))


def _insist(work: _Work, reply: Reply, told: Message, fault: str) -> None:
    work.without_code += 1
    work.say(reply, told)
    if work.without_code >= _MOST_WITHOUT_CODE:
        work.finish(fault)


async def _run(ctx: RunContext, work: _Work, reply: Reply, code: str) -> None:
    assert ctx.code is not None
    ctx.budget.check()
    seconds = round(ctx.budget.remaining_s * CODE_SHARE, 1) or 0.1
    ended = await ctx.code.run(code, reply.step_id, seconds)
    if ended.ok or not work.ran:  # what once ran is not given up for what fails
        work.code, work.ended = code, ended
    if ended.status == "refused":
        work.finish(ended.error)
    elif ended.ok and (value := plain_value(ended)):
        work.value = value
        work.finish()
    work.say(reply, outcome(ctx, ended))


def _worked(work: _Work) -> Worked:
    ended, note = work.ended, work.note
    value, output = work.value, ""
    if ended is not None:
        output = printed(ended) if ended.ok else ended.error
        value = value or (last_line(ended) if ended.ok else "")
    if not work.ran and not note:
        note = f"No code ran to its end in {work.rounds} rounds."
    return Worked(
        value=value,
        text=_told(work.prose, shortened(output), value) if work.ran else "",
        code=work.code,
        output=output,
        rounds=work.rounds,
        ran=work.ran,
        note=note,
    )


def _told(prose: str, output: str, value: str) -> str:
    parts = [prose]
    if len(output.splitlines()) > 1 or value not in output:
        parts.append(f"The code printed:\n{output}")
    parts.append(f"Worked out by code: {value}" if value else "The code gave no single value.")
    return "\n\n".join(filter(None, parts))
