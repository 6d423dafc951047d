"""The swarm, whose members answer the same question in parallel until enough of them agree."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_agent.agents.answers.answer_form import bare_value, is_refusal, same_answer
from desktop_agent.agents.answers.quantities import final_number
from desktop_agent.agents.model_call import Ask, Reply, turn
from desktop_agent.agents.reply_parsing import json_object, without_thinking
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import deadline
from desktop_agent.core.errors import AgentError, BadResponse
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.core.text import Fence
from desktop_agent.evidence.grounding.evidence_answer import INSUFFICIENT
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.sentences import one_line, plain_text
from desktop_agent.evidence.text.wordings import word_set
from desktop_agent.llm.base import ChatModel

# --- Comparing answers: numbers by value, others by content

_VERSION = re.compile(r"v?\d{1,6}(?:\.\d{1,6}){1,5}")
_NUMBER = re.compile(r"\d[\d.,:/-]*\d|\d")
_OTHERWISE = word_set("not no nor never neither or except unlike instead")
"""Words with which a longer answer takes back, or leaves open, the shorter one in it."""


@dataclass(frozen=True, slots=True)
class Vote:
    """The vote of a member.

    ``text`` is the member's reply, which arrived after ``seconds``, and ``value`` is the answer in
    it. If there is no answer, both are "" and ``error`` says why.
    """

    member: str
    text: str = ""
    value: str = ""
    seconds: float = 0.0
    error: str = ""

    @property
    def details(self) -> dict[str, Any]:
        told = {"model": self.member, "value": self.value, "seconds": round(self.seconds, 3)}
        return {**told, "error": self.error} if self.error else told


@dataclass(frozen=True, slots=True)
class Consensus:
    """The outcome of a vote.

    ``text`` is the longest of the agreeing replies, and ``value`` the shortest of their answers.
    ``note`` describes the vote.
    """

    text: str
    value: str
    note: str


class Group(tuple[Vote, ...]):
    """Votes that agree."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """The shortest of the agreeing answers, which the others contain."""
        return min((vote.value for vote in self), key=len)


@dataclass(frozen=True, slots=True)
class Tally:
    """Groups of agreeing votes, largest group first; votes without an answer are left out."""

    groups: tuple[Group, ...] = ()

    @property
    def answered(self) -> int:
        return sum(map(len, self.groups))

    @property
    def votes(self) -> int:
        return len(self.groups[0]) if self.groups else 0

    @property
    def margin(self) -> float:
        """The lead of the largest group, as a share of all votes, from 0 (a tie) to 1."""
        if not self.groups:
            return 0.0
        second = len(self.groups[1]) if len(self.groups) > 1 else 0
        return (self.votes - second) / self.answered

    @property
    def values(self) -> str:
        return "; ".join(f"{one_line(each.value)[:60]} ({len(each)})" for each in self.groups)

    def agrees(self, quorum: int) -> bool:
        """Return whether the largest group has reached the quorum without a tie."""
        return self.votes >= quorum and self.margin > 0


def tally(votes: Iterable[Vote], kind: QuestionType) -> Tally:
    """Group the votes that agree, largest group first; equal groups are ordered by first vote."""
    groups: list[Group] = []
    for vote in votes:
        if vote.error or not vote.value:
            continue
        at = next((n for n, each in enumerate(groups) if same(each.value, vote.value, kind)), None)
        if at is None:
            groups.append(Group((vote,)))
        else:
            groups[at] = Group((*groups[at], vote))
    return Tally(tuple(sorted(groups, key=len, reverse=True)))


def same(one: str, other: str, kind: QuestionType) -> bool:
    """Return whether two answers to a question of the given kind are equivalent.

    Numbers are compared by value. Other short answers also agree where one contains the other with
    the same numbers: "Jim Tressel", and "Jim Tressel is the lieutenant governor". Numbers that may
    be versions are compared as they are written, so 3.1 and 3.10 differ.
    """
    if kind not in (QuestionType.FACTUAL, QuestionType.EXPLANATORY):
        return same_answer(one, other, kind)
    short, long = sorted((one, other), key=len)
    if _VERSION.fullmatch(short.strip()) and _VERSION.fullmatch(long.strip()):
        return words(short) == words(long)
    if same_answer(one, other, kind):
        return True
    numbers = set(_NUMBER.findall(short))
    return (
        within(short, long)
        and numbers <= set(_NUMBER.findall(long))
        and _OTHERWISE.isdisjoint(Counter(words(long)) - Counter(words(short)))
    )


def within(short: str, long: str) -> bool:
    """Return whether the words of ``short`` stand in ``long``, one behind the other."""
    return bool(words(short)) and f" {' '.join(words(short))} " in f" {' '.join(words(long))} "


# --- Members: several models, or samples of one

_COOLEST, _WARMEST = 0.7, 1.0
"""Temperatures between which further samples of a model are spread."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the swarm: a model with its sampling parameters.

    ``sample`` numbers the members that use the same model.
    """

    model: ChatModel
    temperature: float | None = None
    seed: int | None = None
    sample: int = 1

    @property
    def name(self) -> str:
        return self.model.name if self.sample == 1 else f"{self.model.name} #{self.sample}"

    def is_of(self, model: ChatModel | None) -> bool:
        return (
            model is not None
            and self.sample == 1
            and (self.model.provider, self.model.name) == (model.provider, model.name)
        )


def members_of(ctx: RunContext) -> tuple[Member, ...]:
    """Return the members of the swarm.

    They are the models in ``ctx.swarm`` or, if it lists fewer than two, several samples of the
    run's model. The first sample of each model uses the run's sampling parameters; further samples
    get other temperatures and seeds. A model that is listed twice counts as two samples, even if it
    runs on different hosts.
    """
    models = ctx.swarm
    if len(models) < 2:
        models = () if ctx.model is None else (ctx.model,) * ctx.swarm_settings.samples
    many = Counter((model.provider, model.name) for model in models)
    seen: Counter[tuple[str, str]] = Counter()
    first_seed = 1 if ctx.seed is None else ctx.seed
    members: list[Member] = []
    for model in models:
        seen[model.provider, model.name] += 1
        sample, of = seen[model.provider, model.name], many[model.provider, model.name]
        seed = ctx.seed if of == 1 else first_seed + sample - 1
        temperature = ctx.temperature if sample == 1 else _temperature(sample - 1, of - 1)
        members.append(Member(model, temperature, seed, sample))
    return tuple(members)


def _temperature(number: int, of: int) -> float:
    share = (number - 1) / (of - 1) if of > 1 else 0.0
    return round(_COOLEST + (_WARMEST - _COOLEST) * share, 2)


# --- Prompts for the members, and reading their replies

_FORM = """\
{think}The last line of your reply begins with ANSWER: and then holds {value}."""
_THINK = "Work it out first, in as few steps as it takes. "
_VALUES = {
    QuestionType.NUMERIC: "the number alone, with its unit where it has one",
    QuestionType.BOOLEAN: "yes or no",
    QuestionType.LIST: "the items alone, separated by semicolons",
    QuestionType.EXPLANATORY: "the conclusion in one sentence",
    QuestionType.FACTUAL: "the bare value in as few words as possible",
}
_MOST_TOKENS = {
    QuestionType.NUMERIC: 400,
    QuestionType.BOOLEAN: 160,
    QuestionType.LIST: 200,
    QuestionType.EXPLANATORY: 400,
    QuestionType.FACTUAL: 160,
}
_NO_VALUE = word_set(
    "answer value number item items conclusion result placeholder name unknown something"
)
"""Words that a model copies from a form instead of answering."""
_COOPERATE = """\
Colleagues of yours worked on the same question without seeing your reply, and you do not all agree. \
These are their replies:

{replies}

{rule}Find where you part from them and check that very step anew. The number of colleagues proves \
nothing: keep your answer if it is right, and change it if you find a fault in it. End your reply \
as before, with a line that begins with ANSWER: and holds {value}."""
_MOST_OF_A_REPLY = 1_500
"""Maximum characters shown of another member's reply; its end matters more than its beginning."""

_MARK = re.compile(
    r"^[\s>*_#`\-]{0,12}(?:the\s+|my\s+)?(?:final\s+)?answer[\s*_`]{0,6}(?:is\s?)?[:=\uff1a]",
    re.IGNORECASE | re.MULTILINE,
)
_ANSWER_LINE = re.compile(
    r"^[\s>*_#`]{0,12}answer[\s*_`]{0,6}:[^\n]*\Z", re.IGNORECASE | re.MULTILINE
)
_BOXED = re.compile(r"\\boxed\{([^{}]{1,200}(?:\{[^{}]{0,100}\}[^{}]{0,100}){0,4})\}")
_BULLET = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+")
_UNKNOWN = re.compile(r"(?:unknown|not known|n/?a|\?+|-+|no answer)\W{0,3}", re.IGNORECASE)
_LONGEST = 600


def appended(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    """Append a text to the last message of a conversation, whose beginning other calls share."""
    *before, last = messages
    return (*before, replace(last, content=f"{last.content}\n\n{text}".lstrip()))


def opening(messages: tuple[Message, ...], kind: QuestionType) -> tuple[Message, ...]:
    """Append instructions on the format of the reply to a conversation."""
    think = _THINK if kind in (QuestionType.NUMERIC, QuestionType.FACTUAL) else ""
    return appended(messages, _FORM.format(think=think, value=_VALUES[kind]))


def cooperation(
    fence: Fence, kind: QuestionType, own: tuple[Message, ...], others: Sequence[Vote]
) -> Message:
    """Return a message that shows a member the replies of the others as anonymous marked blocks.

    The replies are untrusted because they may quote pages. If the conversation does not yet contain
    the rule on marked blocks, the message includes it.
    """
    replies = "\n".join(
        fence.wrap(_shown(vote), f"colleague {number}") for number, vote in enumerate(others, 1)
    )
    known = any(fence.rule in message.content for message in own)
    rule = "" if known else f"{fence.rule}\n\n"
    return Message("user", _COOPERATE.format(replies=replies, rule=rule, value=_VALUES[kind]))


def answered(text: str, kind: QuestionType) -> tuple[str, bool]:
    """Return the answer in a reply, and whether ``ANSWER:``, a box or JSON marks it as such."""
    said = without_thinking(text).strip()
    if named := _marked(said, kind) or _boxed(said) or _of_json(said):
        return named, True
    return _unmarked(said, kind), False


def without_answer_line(text: str) -> str:
    """Remove the last line of a reply if it only repeats the bare answer."""
    return _ANSWER_LINE.sub("", text).strip()


def knows(value: str, kind: QuestionType) -> bool:
    """Return whether a value is an answer, not a statement that it is unknown or a copied form."""
    told = _without_articles(value)
    copied = " " in told and within(told, _without_articles(_VALUES[kind]))
    return not (
        copied
        or (told and _NO_VALUE.issuperset(told.split()))
        or is_refusal(value)
        or _UNKNOWN.fullmatch(value)
        or value.casefold().startswith(INSUFFICIENT.casefold())
    )


def _without_articles(text: str) -> str:
    return " ".join(word for word in words(text) if word not in ("the", "a", "an"))


def _marked(said: str, kind: QuestionType) -> str:
    marks = list(_MARK.finditer(said))
    if not marks:
        return ""
    behind = said[marks[-1].end() :].strip("*_` \t")
    if boxed := _boxed(behind):
        return boxed
    if kind is QuestionType.LIST:
        lines = (_plain(_BULLET.sub("", line)) for line in behind.splitlines())
        return "; ".join(filter(None, lines))[:_LONGEST]
    lines = (_plain(line) for line in behind.splitlines())
    return next((line for line in lines if line), "")[:_LONGEST]


def _boxed(said: str) -> str:
    found = _BOXED.findall(said)
    return re.sub(r"\\text\{([^{}]*)\}", r"\1", found[-1]).strip() if found else ""


def _of_json(said: str) -> str:
    data = json_object(said) if said.startswith("{") else None
    value = data.get("answer") if data is not None else None
    if isinstance(value, list):
        return "; ".join(map(str, value))[:_LONGEST]
    return "" if value is None or isinstance(value, dict) else str(value).strip()[:_LONGEST]


def _unmarked(said: str, kind: QuestionType) -> str:
    if kind is QuestionType.NUMERIC:
        return final_number(said)
    return bare_value(said, kind)[:_LONGEST] if said else ""


def _plain(line: str) -> str:
    # a value in square brackets would be removed as a citation
    return (plain_text(line) or line.strip()).rstrip(" .") or line.strip()


def _shown(vote: Vote) -> str:
    text = vote.text.strip()
    if len(text) > _MOST_OF_A_REPLY:
        text = f"… {text[-_MOST_OF_A_REPLY:]}"
    return f"{text}\n(answer: {vote.value})"


AGENT = "swarm"

_FIRST_ROUND = 0.6
"""Share of the remaining time for the first round if a second round may follow."""
_LAST_ROUND = 0.9
"""Share of the remaining time for the last round; the rest is for counting the votes."""
_NOT_WAITED_FOR = "was not waited for"


@dataclass(eq=False, slots=True)
class _Seat:
    member: Member
    messages: tuple[Message, ...]
    vote: Vote

    @property
    def voted(self) -> bool:
        return not self.vote.error


@dataclass(slots=True)
class _Swarm:
    """A vote in progress; ``leading`` is the leading candidate of the evidence, or ""."""

    ctx: RunContext
    kind: QuestionType
    title: str
    leading: str
    quorum: int
    seats: list[_Seat]
    rounds: int = 1
    notes: list[str] = field(default_factory=list)

    @property
    def tally(self) -> Tally:
        """The votes so far, grouped by answer; equal groups are ordered by their earliest vote."""
        votes = (seat.vote for seat in self.seats)
        return tally(sorted(votes, key=lambda vote: vote.seconds), self.kind)

    @property
    def at_once(self) -> int:
        """How many are asked at once; further samples of one model wait for the first to differ."""
        one_model = len({id(seat.member.model) for seat in self.seats}) == 1
        return self.quorum if one_model else len(self.seats)


async def ask_swarm(
    ctx: RunContext,
    messages: tuple[Message, ...],
    kind: QuestionType,
    title: str,
    *,
    leading: str = "",
) -> Consensus:
    """Ask all members in parallel, and return as soon as a quorum agrees.

    Members that fail or are too slow are left out. If there is no quorum and ``cooperate`` is set,
    the members are shown each other's answers once. A tie is decided by ``leading``, the leading
    candidate of the evidence, else by the run's own model if it is a member, else by the earliest
    vote. If no member answers, a notice is emitted and only the run's own model is asked.

    Raises:
        BudgetExceeded: no member answered, and no budget was left to ask the run's own model.
        BadResponse, ModelError: neither a member nor the run's own model answered.
    """
    asked = opening(messages, kind)
    members = members_of(ctx)
    seats = [_Seat(each, asked, Vote(each.name, error=_NOT_WAITED_FOR)) for each in members]
    quorum = max(1, min(ctx.swarm_settings.quorum, len(members)))
    swarm = _Swarm(ctx, kind, title, leading, quorum, seats)
    share = _FIRST_ROUND if ctx.swarm_settings.cooperate else _LAST_ROUND
    said = await _round(swarm, {seat: seat.messages for seat in seats}, share)
    for seat, (vote, reply) in said.items():
        seat.vote = vote
        if reply is not None:
            seat.messages += (reply.message,)
    counted = swarm.tally
    if not counted.answered:
        await _alone(swarm, asked)
    agreed = counted.answered < 2 or counted.agrees(min(quorum, counted.answered))
    if not agreed and ctx.swarm_settings.cooperate:
        await _cooperate(swarm)
    return _concluded(swarm)


async def _cooperate(swarm: _Swarm) -> None:
    """Show the members each other's answers; a member whose new reply fails keeps its vote."""
    ctx, swarm.rounds = swarm.ctx, 2
    ctx.emit(
        Notice(text=f"{swarm.title}: the swarm does not agree ({swarm.tally.values}); once more.")
    )
    voted = [seat for seat in swarm.seats if seat.voted]
    asks: dict[_Seat, tuple[Message, ...]] = {}
    for seat in voted:
        others = [other.vote for other in voted if other is not seat]
        shown = cooperation(ctx.fence, swarm.kind, seat.messages, others)
        asks[seat] = (*seat.messages, shown)
    said = await _round(swarm, asks, _LAST_ROUND)
    for seat in voted:
        if seat not in said:
            seat.vote = Vote(seat.member.name, error=_NOT_WAITED_FOR)
        elif not said[seat][0].error:
            seat.vote = said[seat][0]


async def _round(
    swarm: _Swarm, asks: Mapping[_Seat, tuple[Message, ...]], share: float
) -> dict[_Seat, tuple[Vote, Reply | None]]:
    """Ask the given seats; return the votes and replies received by the time a quorum agrees."""
    seconds = min(swarm.ctx.swarm_settings.timeout_s, swarm.ctx.budget.remaining_s * share)
    until = swarm.ctx.budget.elapsed_s + seconds
    waiting = list(asks.items())
    tasks: dict[asyncio.Task[tuple[Vote, Reply | None]], _Seat] = {}
    said: dict[_Seat, tuple[Vote, Reply | None]] = {}
    pending: set[asyncio.Task[tuple[Vote, Reply | None]]] = set()
    try:
        while True:
            while waiting and len(pending) < max(1, swarm.at_once - len(said)):
                seat, messages = waiting.pop(0)
                left = max(0.0, until - swarm.ctx.budget.elapsed_s)
                task = asyncio.create_task(_vote(swarm, seat.member, messages, left))
                tasks[task] = seat
                pending.add(task)
            if not pending:
                break
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
    reply: Reply | None = None
    error = ""
    try:
        async with deadline(own.budget, seconds):
            reply = await turn(own, _ask(swarm, member.name, messages))
    except TimeoutError:
        error = f"did not answer within {seconds:.0f} s"
    except AgentError as failed:  # the other members continue
        error = failed.message
    took = time.monotonic() - began
    if reply is None:
        return Vote(member.name, seconds=took, error=error), None
    return _counted(member, reply, swarm.kind, took), reply


def _ask(swarm: _Swarm, name: str, messages: tuple[Message, ...]) -> Ask:
    most = _MOST_TOKENS[swarm.kind]
    return Ask(AGENT, f"{swarm.title} ({name})", "work", messages, most_tokens=most)


def _counted(member: Member, reply: Reply, kind: QuestionType, seconds: float) -> Vote:
    """Extract the vote from a reply. A truncated reply counts only if its answer is marked."""
    value, named = answered(reply.text, kind)
    whole = reply.end is not None and (named or reply.end.stop_reason != "length")
    if not whole:
        return Vote(member.name, seconds=seconds, error="its reply was cut off")
    if not value or not knows(value, kind):
        return Vote(member.name, seconds=seconds, error="its reply holds no answer")
    return Vote(member.name, reply.text.strip(), value, seconds)


async def _alone(swarm: _Swarm, asked: tuple[Message, ...]) -> None:
    """Add the vote of the run's own model, the only one; raises the same errors as `turn`."""
    ctx = swarm.ctx
    name = ctx.model.name if ctx.model is not None else "the model of the run"
    why = "; ".join(f"{seat.vote.member}: {seat.vote.error}" for seat in swarm.seats)
    note = f"No member of the swarm answered, so {name} alone was asked."
    ctx.emit(Notice(text=f"{swarm.title}: {note} {why}".rstrip(), level="warning"))
    ctx.cuts.append(f"{swarm.title}: {note}")
    reply = await turn(ctx, _ask(swarm, f"{name} alone", asked))
    assert ctx.model is not None  # `turn` refuses a run without one
    value, _named = answered(reply.text, swarm.kind)
    if not value or not knows(value, swarm.kind):
        raise BadResponse("No reply of the model holds an answer.")
    swarm.notes.append(note)
    vote = Vote(name, reply.text.strip(), value)
    swarm.seats.append(_Seat(Member(ctx.model), asked, vote))


def _decided(swarm: _Swarm, counted: Tally) -> Group:
    """Return the winning group, which in a tie is that of the evidence or of the run's model."""
    level = [each for each in counted.groups if len(each) == counted.votes]
    if len(level) == 1:
        return level[0]
    own = {seat.vote for seat in swarm.seats if seat.member.is_of(swarm.ctx.model)}
    led = (each for each in level if same(each.value, swarm.leading, swarm.kind))
    mine = (each for each in level if own.intersection(each))
    group = next(led, None) if swarm.leading else None
    by = "the evidence" if group is not None else ""
    group = group or next(mine, level[0])
    by = by or next((vote.member for vote in group if vote in own), group[0].member)
    swarm.notes.append(f"A tie, decided by {by}: {counted.values}.")
    return group


def _concluded(swarm: _Swarm) -> Consensus:
    counted = swarm.tally
    group = _decided(swarm, counted)
    agreed = counted.agrees(min(swarm.quorum, counted.answered)) and (
        counted.answered > 1 or len(swarm.seats) == 1
    )
    consensus = Consensus(
        text=max(group, key=lambda vote: len(vote.text)).text,
        value=group.value,
        note=_note(swarm, group, counted),
    )
    details = {
        "answers": [seat.vote.details for seat in swarm.seats],
        "value": consensus.value,
        "votes": len(group),
        "asked": len(swarm.seats),
        "answered": counted.answered,
        "margin": round(counted.margin, 3),
        "round": swarm.rounds,
        "note": consensus.note,
    }
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
