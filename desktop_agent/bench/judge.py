"""Grade answers with a model, for benchmarks in which comparing words is not enough.

The three grades come from SimpleQA (J. Wei et al., 2024, arXiv 2411.04368); the prompt does not.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Literal, get_args

from desktop_agent.agents.reply_parsing import TEXT, json_object, object_schema, one_of
from desktop_agent.app.session import Session
from desktop_agent.bench.datasets import Item
from desktop_agent.core.errors import AgentError, BadResponse, ModelTimeout, SettingsError
from desktop_agent.core.fence import Fence
from desktop_agent.core.messages import Message
from desktop_agent.llm.base import ChatModel, ChatRequest, EndPiece, TextPiece
from desktop_agent.llm.pool import PROVIDERS, parse_member
from desktop_agent.runs.services import Services
from desktop_agent.web.ledger import network_scope

GradeName = Literal["CORRECT", "INCORRECT", "NOT_ATTEMPTED"]
GRADES: tuple[GradeName, ...] = get_args(GradeName)

_LONGEST = 4_000
_TRIES = 2
_WAIT_S = 120.0
_REPLY_TOKENS = 2_048

_PROMPT = """\
You grade an answer to a question against the answer that is known to be right. Compare the two; do \
not answer the question yourself, and do not judge whether the right answer is right.

- CORRECT: the answer holds all that the right answer says and contradicts none of it. Another \
wording, language, order, spelling of a name or form of a date, and more detail that does not \
contradict, do not matter. A number is correct when it is the same to the last figure that the right \
answer gives; a unit that the question settles may be left out.
- INCORRECT: anything in the answer contradicts the right answer, it is only partly given, another \
thing is named beside it as equally possible, or it is a guess whose content is wrong.
- NOT_ATTEMPTED: the answer does not give what was asked for and contradicts nothing: it says that it \
does not know, asks back, or leaves the matter open.

{fence}

Reply with one JSON object: {{"reason": "in a few words", "grade": "CORRECT", "INCORRECT" or \
"NOT_ATTEMPTED"}}"""

SCHEMA = object_schema(reason=TEXT, grade=one_of(*GRADES))


@dataclass(frozen=True, slots=True)
class Grade:
    """A judge's grade for an answer, and the number of tokens used for grading."""

    name: GradeName
    tokens: int


class Judge:
    """A model that grades other models' answers; ``name`` is ``provider/model``."""

    def __init__(self, model: ChatModel, *, offline: bool) -> None:
        self.name = f"{model.provider}/{model.name}"
        self._model = model
        self._offline = offline
        self._fence = Fence.new()

    async def grade(self, item: Item, answer: str) -> Grade:
        """Grade an answer, with one retry; raise `AgentError` if the judge still gives no grade."""
        used = 0
        for _ in range(_TRIES):
            text, tokens = await self._reply(item, answer)
            used += tokens
            if (grade := parse_grade(text)) is not None:
                return Grade(grade, used)
        raise BadResponse("The judge's reply contains no grade.")

    async def _reply(self, item: Item, answer: str) -> tuple[str, int]:
        asked = (
            f"Question:\n{item.question}\n\nRight answer:\n{item.gold}\n\n"
            f"Answer to grade:\n{self._fence.wrap(answer[:_LONGEST], 'the answer to grade')}"
        )
        rules = _PROMPT.format(fence=self._fence.rule)
        request = ChatRequest(
            messages=(Message("system", rules), Message("user", asked)),
            schema=SCHEMA,
            temperature=0.0,
            max_tokens=_REPLY_TOKENS,
        )
        pieces: list[str] = []
        tokens = 0
        try:
            with network_scope(lambda _use: None, offline=self._offline):
                async with asyncio.timeout(_WAIT_S), aclosing(self._model.stream(request)) as said:
                    async for piece in said:
                        if isinstance(piece, TextPiece):
                            pieces.append(piece.text)
                        elif isinstance(piece, EndPiece):
                            tokens = piece.prompt_tokens + piece.completion_tokens
        except TimeoutError:
            raise ModelTimeout(f"The judge {self.name} took more than {_WAIT_S:g} s.") from None
        return "".join(pieces), tokens


def parse_grade(text: str) -> GradeName | None:
    """Parse a judge's reply, repairing malformed JSON; return None without a valid grade."""
    data = json_object(text) or {}
    name = str(data.get("grade", "")).strip().upper().replace(" ", "_")
    return next((grade for grade in GRADES if grade == name), None)


@asynccontextmanager
async def open_judge(
    session: Session, named: str, answering: frozenset[str], *, same_allowed: bool
) -> AsyncIterator[Judge]:
    """Open the judge ``[provider/]model``; ``answering`` names the models to grade.

    The names in ``answering`` are in `canonical` form. Raise `SettingsError` if the judge would
    grade itself and ``same_allowed`` is False, and `AgentError` if the judge's model is missing or
    unreachable.
    """
    provider, model = judge_named(named, session.settings.llm.provider)
    if not same_allowed and canonical(provider, model) in answering:
        raise SettingsError(
            f"The judge {provider}/{model} is also the model that answers.",
            "Choose another one with --judge, or allow it with --same-judge.",
        )
    services = Services(session.settings, session.paths, session.keys)
    try:
        await services.read_keys()
        offline = session.settings.network.offline
        with network_scope(lambda _use: None, offline=offline):
            await services.models.checked_name(provider, model)
            judge = await services.models.model(provider, model)
        yield Judge(judge, offline=offline)
    finally:
        await services.aclose()


def judge_named(named: str, provider: str) -> tuple[str, str]:
    """Split ``[provider/]model`` into provider and model; ``provider`` is the default.

    Raise `SettingsError` if the name is invalid.
    """
    first, slash, rest = named.strip().partition("/")
    if slash and first in PROVIDERS:
        provider, model = first, rest
    else:
        model = named.strip()
    if not model:
        raise SettingsError(f"The judge {named!r} has no model.", "Use the form provider/model.")
    return provider, model


def canonical(provider: str, model: str) -> str:
    """Return ``provider/model`` for comparison, in lower case and without ``:latest``."""
    return f"{provider}/{model.strip().casefold().removesuffix(':latest')}"


def swarm_names(models: tuple[str, ...], provider: str) -> frozenset[str]:
    """Return the canonical names of swarm members given as ``[provider/]model[@url]``."""
    found = set()
    for each in models:
        with suppress(AgentError):
            member = parse_member(each, provider)
            found.add(canonical(member.provider, member.model))
    return frozenset(found)
