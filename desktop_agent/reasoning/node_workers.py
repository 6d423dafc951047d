"""Who works on the nodes of a template. They are handed in, so that others can take their place."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.numeric.numeric import verify_number
from desktop_agent.agents.researcher.researcher import research_by_code
from desktop_agent.agents.swarm.swarm import ask_swarm
from desktop_agent.agents.team.findings import look_up
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.reasoning.solvers.solve import solve


class Computed(Protocol):
    """What code worked out; see `agents.researcher.Worked`."""

    @property
    def value(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def ran(self) -> bool: ...
    @property
    def note(self) -> str: ...


class Recomputed(Protocol):
    """How a number fared in a second computation; see `agents.numeric.NumericCheck`."""

    @property
    def value(self) -> str: ...
    @property
    def agreed(self) -> bool | None: ...
    @property
    def code_ran(self) -> bool: ...
    @property
    def note(self) -> str: ...


class Voted(Protocol):
    """What several models came to; see `agents.swarm.Consensus`."""

    @property
    def text(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def note(self) -> str: ...


class Solution(Protocol):
    """What a solver computed; see `reasoning.solvers.solved.Solved`."""

    @property
    def value(self) -> str: ...
    @property
    def archetype(self) -> str: ...
    @property
    def explanation(self) -> str: ...


@dataclass(frozen=True, slots=True)
class NodeWorkers:
    """The workers, each named for what it does.

    ``write`` makes one model call and gives its text. ``compute`` takes a task and what is known,
    ``verify`` a question, a candidate, what is known and how the candidate came about, ``look_up`` a query, ``vote`` the messages,
    the form of answer and a title. ``solve`` takes a problem and an archetype, and gives None where
    it is not sure; it works in a thread.
    """

    write: Callable[[RunContext, Ask], Awaitable[str]]
    compute: Callable[[RunContext, str, str], Awaitable[Computed]]
    verify: Callable[[RunContext, str, str, str, str], Awaitable[Recomputed]]
    look_up: Callable[[RunContext, str], Awaitable[Sequence[Message]]]
    vote: Callable[[RunContext, tuple[Message, ...], QuestionType, str], Awaitable[Voted]]
    solve: Callable[[str, str], Solution | None]


async def write(ctx: RunContext, ask: Ask) -> str:
    """Makes one model call and gives its text; raises as `turn`."""
    return (await turn(ctx, ask)).text.strip()


def default_workers() -> NodeWorkers:
    """Gives the program's own agents and solvers."""

    async def verify(
        ctx: RunContext, question: str, candidate: str, known: str, working: str
    ) -> Recomputed:
        return await verify_number(ctx, question, candidate, known, working=working)

    return NodeWorkers(
        write=write,
        compute=research_by_code,
        verify=verify,
        look_up=look_up,
        vote=ask_swarm,
        solve=solve,
    )
