"""The swarm: members that answer the same question in parallel until enough of them agree."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from desktop_agent.agents.answers.answer_form import bare_value, is_refusal, same_answer, within
from desktop_agent.agents.answers.quantities import final_number
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import json_object
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import deadline
from desktop_agent.core.errors import AgentError, BadResponse
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Result
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.evidence_answer import INSUFFICIENT
from desktop_agent.evidence.text.sentences import one_line, plain_text
from desktop_agent.evidence.text.wordings import Patterns, table
from desktop_agent.llm.base import ChatModel

AGENT = "swarm"
_FILE = "swarm"
_PATTERNS = Patterns(_FILE)

# --- Prompts for the members, and reading their replies

_FORM = """\
{think}The last line of your reply begins with ANSWER: and then holds {value}."""
_THINK = "Work it out first, in as few steps as it takes. "
_COOPERATE = """\
Colleagues of yours worked on the same question without seeing your reply, and you do not all agree. \
These are their replies:

{replies}

Find where you part from them and check that very step anew. The number of colleagues proves \
nothing: keep your answer if it is right, and change it if you find a fault in it. End your reply \
as before, with a line that begins with ANSWER: and holds {value}."""
_MOST_OF_A_REPLY = 1_500
"""Maximum characters shown of another member's reply; its end matters more than its beginning."""
_MOST_TOKENS = {
    QuestionType.NUMERIC: 400,
    QuestionType.BOOLEAN: 160,
    QuestionType.LIST: 200,
    QuestionType.EXPLANATORY: 400,
    QuestionType.FACTUAL: 160,
}
_LONGEST = 600

_BOXED = re.compile(r"\\boxed\{([^{}]{1,200}(?:\{[^{}]{0,100}\}[^{}]{0,100}){0,4})\}")
_LATEX_TEXT = re.compile(r"\\text\{([^{}]*)\}")
_BULLET = re.compile(r"^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+")


def appended(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    """Append text to the last message, leaving the shared beginning unchanged."""
    *before, last = messages
    return (*before, replace(last, content=f"{last.content}\n\n{text}".lstrip()))


def opening(messages: tuple[Message, ...], kind: QuestionType) -> tuple[Message, ...]:
    """Append instructions on the format of the reply."""
    think = _THINK if kind in (QuestionType.NUMERIC, QuestionType.FACTUAL) else ""
    return appended(messages, _FORM.format(think=think, value=_value_form(kind)))


def _value_form(kind: QuestionType) -> str:
    return str(table(_FILE)["values"][kind])


def answered(text: str, kind: QuestionType) -> tuple[str, bool]:
    """Return the answer in a reply, and whether ``ANSWER:``, a box or JSON marks it as such."""
    said = text.strip()
    if named := _named(said, kind)[:_LONGEST]:
        return named, True
    if kind is QuestionType.NUMERIC:
        return final_number(said), False
    return bare_value(said, kind)[:_LONGEST] if said else "", False


def _named(said: str, kind: QuestionType) -> str:
    marks = list(_PATTERNS.mark.finditer(said))
    told = said[marks[-1].end() :].strip("*_` \t") if marks else said
    if boxes := _BOXED.findall(told):
        return _LATEX_TEXT.sub(r"\1", boxes[-1]).strip()
    if not marks:
        data = json_object(said) if said.startswith("{") else None
        value = (data or {}).get("answer")
        return str(value).strip() if isinstance(value, str | int | float) else ""
    lines = (_BULLET.sub("", line) for line in told.splitlines() if line.strip())
    # a value in square brackets would be removed as a citation
    values = [(plain_text(line) or line).strip().rstrip(" .") for line in lines]
    return "; ".join(values if kind is QuestionType.LIST else values[:1])


def _knows(value: str, kind: QuestionType) -> bool:
    """Return whether a value is an actual answer rather than "unknown" or the prompt's template."""
    return not (
        (" " in value and within(value, _value_form(kind)))
        or _PATTERNS.no_value.fullmatch(value)
        or is_refusal(value)
        or value.casefold().startswith(INSUFFICIENT.casefold())
    )


# --- Members: several models, or samples of one

_COOLEST, _WARMEST = 0.7, 1.0
"""Temperatures between which further samples of a model are spread."""
_NOT_WAITED_FOR = "was not waited for"


@dataclass(eq=False, slots=True)
class _Member:
    """A model with its sampling parameters, its conversation and its vote.

    ``at`` is the time of the vote in seconds since the run started. ``error`` is the reason why
    there is no vote, or "".
    """

    name: str
    model: ChatModel | None
    messages: tuple[Message, ...]
    temperature: float | None = None
    seed: int | None = None
    text: str = ""
    value: str = ""
    at: float = 0.0
    error: str = _NOT_WAITED_FOR

    def failed(self, error: str) -> None:
        self.error = "" if self.value else error  # a vote of the first round stands

    def voted(self, text: str, value: str, at: float) -> None:
        self.text, self.value, self.at, self.error = text.strip(), value, at, ""


def _members(ctx: RunContext, messages: tuple[Message, ...]) -> list[_Member]:
    """Return the models in ``ctx.swarm``, or samples of the run's model if fewer than two."""
    if len(ctx.swarm) > 1:
        return [_Member(each.name, each, messages, ctx.temperature) for each in ctx.swarm]
    if ctx.model is None:
        return []
    samples = ctx.swarm_settings.samples
    members = [_Member(ctx.model.name, ctx.model, messages, ctx.temperature, 1)]
    for number in range(1, samples):
        share = (number - 1) / max(1, samples - 2)
        temperature = round(_COOLEST + (_WARMEST - _COOLEST) * share, 2)
        name = f"{ctx.model.name} #{number + 1}"
        members.append(_Member(name, ctx.model, messages, temperature, number + 1))
    return members


# --- The vote

_FIRST_ROUND, _LAST_ROUND = 0.6, 0.9
"""Shares of the remaining time for a round that another may follow, and for the last one."""
_Groups = list[list[_Member]]


async def ask_swarm(
    ctx: RunContext,
    messages: tuple[Message, ...],
    kind: QuestionType,
    title: str,
    *,
    leading: str = "",
    opinion: str = "",
) -> Result:
    """Ask all members in parallel, and return the outcome as soon as a quorum agrees.

    The outcome's text is the longest of the agreeing replies, and its value the shortest of their
    answers; its note describes the vote. ``messages`` must include the rule on fenced blocks.

    Members that fail or are too slow are left out. Without a quorum, the members are shown each
    other's answers once. A tie is decided by ``leading`` (the leading candidate of the evidence),
    then by the run's own model if it is a member, then by the earliest vote. If no member answers,
    only the run's own model is asked.

    ``opinion`` is an answer that the run's own model has already given. Where the members are
    samples of that model it is the first vote, and stands unless the other samples outvote it:
    showing them each other's answers would cost more than it helps.

    Raises:
        BudgetExceeded: no member answered, and no budget was left to ask the run's own model.
        BadResponse, ModelError: neither a member nor the run's own model answered.
    """
    asked = opening(messages, kind)
    vote = _Vote(ctx, kind, title, _members(ctx, asked))
    has_opinion = vote.take(opinion)
    cooperate = ctx.swarm_settings.cooperate and not has_opinion
    waiting = vote.members[1:] if has_opinion else vote.members
    await vote.hold_round(waiting, _FIRST_ROUND if cooperate else _LAST_ROUND)
    answers = sum(map(len, vote.groups))
    if not answers:
        await vote.ask_alone(asked)
    elif cooperate and answers > 1 and not vote.agrees(min(vote.quorum, answers)):
        await vote.cooperate()
    return vote.concluded(leading)


@dataclass(slots=True)
class _Vote:
    """A vote in progress; ``notes`` describe anything unusual."""

    ctx: RunContext
    kind: QuestionType
    title: str
    members: list[_Member]
    notes: list[str] = field(default_factory=list)

    def take(self, opinion: str) -> bool:
        """Count an earlier answer as the vote of the first sample; return whether it counts."""
        value = answered(opinion, self.kind)[0]
        if len(self.ctx.swarm) > 1 or not self.members or not value or not _knows(value, self.kind):
            return False
        self.members[0].voted(opinion, value, self.ctx.budget.elapsed_s)
        return True

    @property
    def quorum(self) -> int:
        return max(1, min(self.ctx.swarm_settings.quorum, len(self.members)))

    @property
    def groups(self) -> _Groups:
        """The members grouped by answer, largest group first, then by earliest vote."""
        groups: _Groups = []
        for member in sorted(self.members, key=lambda each: each.at):
            if not member.error:
                fits = (g for g in groups if same_answer(_value(g), member.value, self.kind))
                group = next(fits, None)
                if group is None:
                    groups.append(group := [])
                group.append(member)
        return sorted(groups, key=len, reverse=True)

    def agrees(self, quorum: int) -> bool:
        """Return whether the largest group has reached the quorum without a tie."""
        first, second = (*map(len, self.groups), 0, 0)[:2]
        return first >= quorum and first > second

    async def hold_round(self, asked: Sequence[_Member], share: float) -> None:
        """Ask members until a quorum agrees or time runs out.

        A single model is sampled again only if needed for the quorum.
        """
        seconds = min(self.ctx.swarm_settings.timeout_s, self.ctx.budget.remaining_s * share)
        one_model = len({id(each.model) for each in asked}) == 1
        given = len(self.members) - len(asked)
        waiting = list(asked)
        running: dict[asyncio.Task[str], _Member] = {}
        for member in asked:
            member.error = _NOT_WAITED_FOR
        try:
            async with deadline(self.ctx.budget, seconds):
                while (waiting or running) and not self.agrees(self.quorum):
                    ended = len(asked) - len(waiting) - len(running)
                    at_once = max(1, self.quorum - ended - given) if one_model else len(asked)
                    while waiting and len(running) < at_once:
                        member = waiting.pop(0)
                        running[asyncio.create_task(self._ask(member))] = member
                    done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        member = running.pop(task)
                        try:
                            member.failed(task.result())
                        except AgentError as error:  # the other members continue
                            member.failed(error.message)
        except TimeoutError:
            for member in (*running.values(), *waiting):
                member.failed(f"did not answer within {seconds:.0f} s")
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _ask(self, member: _Member) -> str:
        """Ask a member to vote; return why its reply does not count, or ""."""
        model, temperature, seed = member.model, member.temperature, member.seed
        own = replace(self.ctx, model=model, temperature=temperature, seed=seed)
        title, most = f"{self.title} ({member.name})", _MOST_TOKENS[self.kind]
        reply = await turn(own, Ask(AGENT, title, "work", member.messages, most_tokens=most))
        value, named = answered(reply.text, self.kind)
        if reply.end is None or (reply.end.stop_reason == "length" and not named):
            return "its reply was cut off"
        if not _knows(value, self.kind):
            return "its reply holds no answer"
        member.voted(reply.text, value, self.ctx.budget.elapsed_s)
        member.messages += (reply.message,)
        return ""

    async def cooperate(self) -> None:
        """Show the members each other's answers, anonymously and fenced, and vote again."""
        told = f"{self.title}: the models disagree ({_counted(self.groups)}). Asking again."
        self.ctx.emit(Notice(text=told))
        voted = [member for member in self.members if not member.error]
        shown = {member: _shown(member) for member in voted}
        for member in voted:
            others = (text for other, text in shown.items() if other is not member)
            replies = "\n".join(
                self.ctx.fence.wrap(text, f"colleague {number}")
                for number, text in enumerate(others, 1)
            )
            asked = _COOPERATE.format(replies=replies, value=_value_form(self.kind))
            member.messages += (Message("user", asked),)
        await self.hold_round(voted, _LAST_ROUND)

    async def ask_alone(self, asked: tuple[Message, ...]) -> None:
        """Add the vote of the run's own model as the only one. Raises as `turn` does."""
        ctx = self.ctx
        name = ctx.model_name or "the model of the run"
        why = "; ".join(f"{each.name}: {each.error}" for each in self.members)
        note = f"No member of the swarm answered, so {name} alone was asked."
        ctx.emit(Notice(text=f"{self.title}: {note} {why}".rstrip(), level="warning"))
        ctx.cuts.append(f"{self.title}: {note}")
        self.notes.append(note)
        self.members.append(_Member(f"{name} alone", ctx.model, asked, ctx.temperature))
        if await self._ask(self.members[-1]):
            raise BadResponse("None of the model's replies contains an answer.")

    def concluded(self, leading: str) -> Result:
        groups = self.groups
        answers = sum(map(len, groups))
        group = self._winner(groups, leading)
        if answers > 1:
            self.notes.insert(0, f"{len(group)} of {answers} answers agree.")
        elif not self.notes:
            self.notes.append(f"Only {group[0].name} answered.")
        self.notes += (
            f"Left out: {each.name}, {each.error}."
            for each in self.members
            if each.error not in ("", _NOT_WAITED_FOR)
        )
        text = max((member.text for member in group), key=len)
        *before, last = text.splitlines()
        if _PATTERNS.mark.match(last):
            text = "\n".join(before).strip() or _value(group)
        outcome = Result(text, _value(group), " ".join(self.notes))
        details = {
            "answers": [
                {"model": each.name}
                | ({"error": each.error} if each.error else {"value": each.value})
                for each in self.members
            ],
            "value": outcome.value,
            "votes": len(group),
            "answered": answers,
            "note": outcome.note,
        }
        agreed = self.agrees(min(self.quorum, answers))
        agreed = agreed and (answers > 1 or len(self.members) == 1)
        self.ctx.emit(Verdict(by="swarm", ok=agreed, details=details))
        return outcome

    def _winner(self, groups: _Groups, leading: str) -> list[_Member]:
        """Return the largest group; a tie is decided by the evidence, then the run's model."""
        level = [each for each in groups if len(each) == len(groups[0])]
        if len(level) == 1:
            return level[0]
        own = self.ctx.model_name
        led = [each for each in level if same_answer(_value(each), leading, self.kind)]
        mine = [each for each in level if own in [member.name for member in each]]
        group = (*led, *mine, *level)[0]
        by = "the evidence" if led else own if mine else group[0].name
        self.notes.append(f"A tie, decided by {by}: {_counted(groups)}.")
        return group


def _value(group: Sequence[_Member]) -> str:
    """Return the shortest of the agreeing answers, which all the others contain."""
    return min((member.value for member in group), key=len)


def _counted(groups: _Groups) -> str:
    return "; ".join(f"{one_line(_value(each))[:60]} ({len(each)})" for each in groups)


def _shown(member: _Member) -> str:
    cut = "… " if len(member.text) > _MOST_OF_A_REPLY else ""
    return f"{cut}{member.text[-_MOST_OF_A_REPLY:]}\n(answer: {member.value})"
