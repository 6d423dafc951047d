"""The swarm: several members answer the same question beside each other, until enough agree."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.deadline import deadline
from desktop_agent.agents.swarm.consensus import Consensus, Tally, Vote, tally
from desktop_agent.agents.swarm.members import Member, members_of
from desktop_agent.agents.swarm.prompt import answered, cooperation, knows, opening
from desktop_agent.agents.turn import Ask, Reply, turn
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType

__all__ = ["AGENT", "Consensus", "Member", "ask_swarm"]

AGENT = "swarm"

_FIRST_ROUND = 0.6
"""Share of the time that a first round may take where a second may follow."""
_LAST_ROUND = 0.9
"""Share of what is left that the last round may take: its votes are still to be counted."""
_NOT_WAITED_FOR = "was not waited for"


@dataclass(slots=True)
class _Seat:
    """A member in this swarm: its conversation, and its vote."""

    member: Member
    messages: tuple[Message, ...]
    vote: Vote

    @property
    def voted(self) -> bool:
        return not self.vote.error


@dataclass(slots=True)
class _Swarm:
    """One question put to several members."""

    ctx: RunContext
    kind: QuestionType
    title: str
    quorum: int
    seats: list[_Seat]
    rounds: int = 1
    notes: list[str] = field(default_factory=list)

    @property
    def tally(self) -> Tally:
        """The votes by now; of groups of one size the one that answered first leads."""
        votes = (seat.vote for seat in self.seats)
        return tally(sorted(votes, key=lambda vote: vote.seconds), self.kind)

    @property
    def enough(self) -> int:
        """How many have to agree: members that did not answer are not waited for."""
        return max(1, min(self.quorum, self.tally.answered))


async def ask_swarm(
    ctx: RunContext, messages: tuple[Message, ...], kind: QuestionType, title: str
) -> Consensus:
    """Puts a question to all members at once; returns as soon as a quorum agrees.

    Who is slow (``swarm.timeout_s``, or most of the budget) or fails is left out. Where all have
    answered without a quorum they are shown each other's answers, once. Where none answers the run's
    own model is asked alone, and a notice says so.

    Raises:
        BudgetExceeded: no member answered, and there was nothing left to ask the run's own model.
        ModelError: no member answered, and neither did the run's own model.
    """
    asked = opening(messages, kind)
    members = members_of(ctx)
    seats = [_Seat(each, asked, Vote(each.name, error=_NOT_WAITED_FOR)) for each in members]
    quorum = max(1, min(ctx.swarm_settings.quorum, len(members)))
    swarm = _Swarm(ctx, kind, title, quorum, seats)
    await _first_round(swarm)
    if not swarm.tally.answered:
        return await _alone(swarm, asked)
    if _disagrees(swarm) and ctx.swarm_settings.cooperate:
        await _cooperate(swarm)
    if swarm.tally.margin == 0:
        await _ask_own_model(swarm, asked)
    return _concluded(swarm)


def _disagrees(swarm: _Swarm) -> bool:
    return swarm.tally.answered > 1 and not swarm.tally.agrees(swarm.enough)


async def _first_round(swarm: _Swarm) -> None:
    share = _FIRST_ROUND if swarm.ctx.swarm_settings.cooperate else _LAST_ROUND
    asks = {index: seat.messages for index, seat in enumerate(swarm.seats)}
    for index, (vote, reply) in (await _round(swarm, asks, share)).items():
        seat = swarm.seats[index]
        seat.vote = vote
        if reply is not None:
            seat.messages += (reply.message,)


async def _cooperate(swarm: _Swarm) -> None:
    """Shows each member that answered what the others answered; who fails now keeps its answer."""
    ctx, swarm.rounds = swarm.ctx, 2
    ctx.emit(
        Notice(text=f"{swarm.title}: the swarm does not agree ({swarm.tally.values}); once more.")
    )
    voted = {index: seat for index, seat in enumerate(swarm.seats) if seat.voted}
    asks: dict[int, tuple[Message, ...]] = {}
    for index, seat in voted.items():
        others = [other.vote for at, other in voted.items() if at != index]
        shown = cooperation(ctx.fence, swarm.kind, seat.messages, others)
        asks[index] = (*seat.messages, shown)
    said = await _round(swarm, asks, _LAST_ROUND)
    for index, seat in voted.items():
        if index not in said:
            seat.vote = Vote(seat.member.name, error=_NOT_WAITED_FOR)
        elif not said[index][0].error:
            seat.vote = said[index][0]


async def _round(
    swarm: _Swarm, asks: Mapping[int, tuple[Message, ...]], share: float
) -> dict[int, tuple[Vote, Reply | None]]:
    """Asks the seats by their place; gives what was said until a quorum agreed, by place."""
    seconds = min(swarm.ctx.swarm_settings.timeout_s, swarm.ctx.budget.remaining_s * share)
    tasks = {
        asyncio.create_task(_vote(swarm, swarm.seats[index].member, messages, seconds)): index
        for index, messages in asks.items()
    }
    said: dict[int, tuple[Vote, Reply | None]] = {}
    pending = set(tasks)
    try:
        while pending:
            ended, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                said[tasks[task]] = task.result()
            if tally([vote for vote, _ in said.values()], swarm.kind).agrees(swarm.quorum):
                break
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return said


async def _vote(
    swarm: _Swarm, member: Member, messages: tuple[Message, ...], seconds: float
) -> tuple[Vote, Reply | None]:
    began = time.monotonic()
    own = replace(swarm.ctx, model=member.model, temperature=member.temperature, seed=member.seed)
    ask = Ask(AGENT, f"{swarm.title} ({member.name})", "work", messages)
    reply: Reply | None = None
    error = ""
    try:
        async with deadline(own.budget, seconds):
            reply = await turn(own, ask)
    except TimeoutError:
        error = f"did not answer within {seconds:.0f} s"
    except AgentError as failed:  # of whatever kind: the others go on without it
        error = failed.message
    took = time.monotonic() - began
    if reply is None:
        return Vote(member.name, seconds=took, error=error), None
    return _counted(member, reply, swarm.kind, took), reply


def _counted(member: Member, reply: Reply, kind: QuestionType, seconds: float) -> Vote:
    """Gives the vote in a reply; one that broke off counts only where it names its answer."""
    value, named = answered(reply.text, kind)
    whole = reply.end is not None and (named or reply.end.stop_reason != "length")
    if not whole:
        return Vote(member.name, seconds=seconds, error="its reply was cut off")
    if not value or not knows(value):
        return Vote(member.name, seconds=seconds, error="its reply holds no answer")
    return Vote(member.name, reply.text.strip(), value, seconds)


async def _ask_own_model(swarm: _Swarm, asked: tuple[Message, ...]) -> None:
    """Lets the run's own model decide a tie, where it was not among the members."""
    ctx = swarm.ctx
    if ctx.model is None or any(seat.member.is_of(ctx.model) for seat in swarm.seats):
        return
    swarm.notes.append(f"It was a tie, so {ctx.model.name} was asked as well.")
    seat = _own_seat(swarm, asked)
    swarm.seats.append(seat)
    said = await _round(swarm, {len(swarm.seats) - 1: asked}, _LAST_ROUND)
    seat.vote = said[len(swarm.seats) - 1][0]


async def _alone(swarm: _Swarm, asked: tuple[Message, ...]) -> Consensus:
    ctx = swarm.ctx
    name = ctx.model.name if ctx.model is not None else "the model of the run"
    why = "; ".join(f"{seat.vote.member}: {seat.vote.error}" for seat in swarm.seats)
    note = f"No member of the swarm answered, so {name} alone was asked."
    ctx.emit(Notice(text=f"{swarm.title}: {note} {why}".rstrip(), level="warning"))
    ctx.cuts.append(f"{swarm.title}: {note}")
    reply = await turn(ctx, Ask(AGENT, f"{swarm.title} ({name} alone)", "work", asked))
    value, _named = answered(reply.text, swarm.kind)
    swarm.notes.append(note)
    seat = _own_seat(swarm, asked)
    seat.vote = Vote(seat.member.name, reply.text.strip(), value)
    swarm.seats.append(seat)
    return _told(swarm, [seat.vote], tally([seat.vote], swarm.kind), agreed=False)


def _own_seat(swarm: _Swarm, asked: tuple[Message, ...]) -> _Seat:
    assert swarm.ctx.model is not None  # `turn` refuses a run without one
    member = Member(swarm.ctx.model, swarm.ctx.temperature, swarm.ctx.seed)
    return _Seat(member, asked, Vote(member.name, error="was not asked"))


def _concluded(swarm: _Swarm) -> Consensus:
    counted = swarm.tally
    chosen: Sequence[Vote] = counted.groups[0]
    if counted.margin == 0:
        own = (s.vote for s in swarm.seats if s.voted and s.member.is_of(swarm.ctx.model))
        vote = next(own, chosen[0])
        chosen = next(group for group in counted.groups if vote in group)
        swarm.notes.append(f"A tie, decided by {vote.member}: {counted.values}.")
    agreed = counted.agrees(swarm.enough) and (counted.answered > 1 or len(swarm.seats) == 1)
    return _told(swarm, chosen, counted, agreed=agreed)


def _told(swarm: _Swarm, chosen: Sequence[Vote], counted: Tally, *, agreed: bool) -> Consensus:
    consensus = Consensus(
        text=max(chosen, key=lambda vote: len(vote.text)).text,
        value=chosen[0].value,
        agreed=agreed,
        votes=len(chosen),
        asked=len(swarm.seats),
        answered=counted.answered,
        margin=round(counted.margin, 3),
        rounds=swarm.rounds,
        note=_note(swarm, chosen, counted),
    )
    details = consensus.details([seat.vote for seat in swarm.seats])
    swarm.ctx.emit(Verdict(by="swarm", ok=agreed, details=details))
    return consensus


def _note(swarm: _Swarm, chosen: Sequence[Vote], counted: Tally) -> str:
    told = list(swarm.notes)
    if counted.answered > 1:
        told.insert(0, f"{len(chosen)} of {counted.answered} answers agree.")
    elif not told:
        told.append(f"Only {chosen[0].member} answered.")
    silent = (seat.vote for seat in swarm.seats if not seat.voted)
    told += (
        f"Left out: {vote.member}, {vote.error}."
        for vote in silent
        if vote.error != _NOT_WAITED_FOR
    )
    return " ".join(told)
