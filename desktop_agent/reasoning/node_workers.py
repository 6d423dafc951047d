"""Who works on the nodes of a template. They are handed in, so that others can take their place."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.numeric.numeric import NumericCheck, verify_number
from desktop_agent.agents.researcher.researcher import Worked, research_by_code
from desktop_agent.agents.swarm.swarm import Consensus, ask_swarm
from desktop_agent.agents.team.findings import Finding, search_for
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.reasoning.solvers.solve import solve
from desktop_agent.reasoning.solvers.solved import Solved


@dataclass(frozen=True, slots=True)
class NodeWorkers:
    """The workers, each named for what it does.

    ``write`` makes one model call and gives its text. ``compute`` takes a task and what is known,
    ``verify`` a question, a candidate, what is known and how the candidate came about, ``look_up`` a query, ``vote`` the messages,
    the form of answer and a title. ``solve`` takes a problem and an archetype, and gives None where
    it is not sure; it works in a thread.
    """

    write: Callable[[RunContext, Ask], Awaitable[str]]
    compute: Callable[[RunContext, str, str], Awaitable[Worked]]
    verify: Callable[[RunContext, str, str, str, str], Awaitable[NumericCheck]]
    look_up: Callable[[RunContext, str], Awaitable[Sequence[Finding]]]
    vote: Callable[[RunContext, tuple[Message, ...], QuestionType, str], Awaitable[Consensus]]
    solve: Callable[[str, str], Solved | None]


async def write(ctx: RunContext, ask: Ask) -> str:
    """Makes one model call and gives its text; raises as `turn`."""
    return (await turn(ctx, ask)).text.strip()


def default_workers() -> NodeWorkers:
    """Gives the program's own agents and solvers."""

    async def verify(
        ctx: RunContext, question: str, candidate: str, known: str, working: str
    ) -> NumericCheck:
        return await verify_number(ctx, question, candidate, known, working=working)

    return NodeWorkers(
        write=write,
        compute=research_by_code,
        verify=verify,
        look_up=search_for,
        vote=ask_swarm,
        solve=solve,
    )
