"""Estimate the token count of a prompt, and shorten prompts that exceed the limit.

No tokenizer is available: each model has its own, and servers do not expose theirs. What a server
reports about a model's earlier calls corrects the estimate.
"""

import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from weakref import WeakKeyDictionary

from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.llm.base import ChatModel, ChatRequest

CHARACTERS_PER_TOKEN = 3.6
"""Average for English text."""

_TOKENS_PER_FURTHER_BYTE = 0.45
_MESSAGE_OVERHEAD = 6
_CALL_OVERHEAD = 10


def estimate_tokens(value: str | Message | ToolSpec | ChatRequest) -> int:
    """Estimate the number of tokens in a text, message, tool or entire request.

    English text has about 3.6 characters per token, and each UTF-8 byte of a character beyond the
    first adds 0.45 tokens. A Cyrillic character therefore counts as 0.7 tokens, a Chinese, Japanese
    or Korean one as 1.2, and an emoji as 1.6.
    """
    match value:
        case str():
            further = len(value.encode("utf-8", "surrogatepass")) - len(value)
            return -int(
                -(len(value) / CHARACTERS_PER_TOKEN + further * _TOKENS_PER_FURTHER_BYTE) // 1
            )
        case Message(content=said, thinking=thought, tool_calls=calls):
            each = (_json_tokens([call.name, call.arguments]) + _CALL_OVERHEAD for call in calls)
            return estimate_tokens(said) + estimate_tokens(thought) + _MESSAGE_OVERHEAD + sum(each)
        case ToolSpec():
            said = value.name + value.description
            return estimate_tokens(said) + _json_tokens(dict(value.parameters)) + _CALL_OVERHEAD
        case ChatRequest():
            schema = _json_tokens(dict(value.schema)) if value.schema is not None else 0
            prompt = sum(map(estimate_tokens, value.messages))
            return schema + prompt + sum(map(estimate_tokens, value.tools))


def _json_tokens(value: object) -> int:
    return estimate_tokens(json.dumps(value, ensure_ascii=False, default=dict))


# --- What calls of a model have shown

FIRST_FACTOR = 1.2
"""By how much to multiply an estimate before the model's server has counted any tokens."""

_LEAST_FACTOR, _MARGIN = 0.9, 1.03
_PLAUSIBLE = (0.5, 3.0)
"""Range of counted to estimated tokens; a server that leaves out cached tokens reports less."""
_ENOUGH_CALLS = 5


@dataclass(slots=True)
class ModelRecord:
    """What a model's earlier calls have shown: how it counts tokens, and whether it thinks.

    ``most_tokens`` is the context size after the server refused a prompt as too long, or None.
    """

    thinks: bool = False
    most_tokens: int | None = None
    _ratios: deque[float] = field(default_factory=lambda: deque(maxlen=40))

    @classmethod
    def of(cls, model: ChatModel) -> "ModelRecord":
        """Return the record of a model, which lasts as long as the model object."""
        return _RECORDS.setdefault(model, cls())

    def learn(self, estimated: int, counted: int) -> None:
        """Compare the estimate of a prompt with the number of tokens that the server counted."""
        if estimated and _PLAUSIBLE[0] < counted / estimated < _PLAUSIBLE[1]:
            self._ratios.append(counted / estimated)

    @property
    def factor(self) -> float:
        """By how much to multiply an estimate so that few prompts have more tokens."""
        highest = max(self._ratios, default=0.0) * _MARGIN
        first = FIRST_FACTOR if len(self._ratios) < _ENOUGH_CALLS else _LEAST_FACTOR
        return max(highest, first)


_RECORDS: WeakKeyDictionary[ChatModel, ModelRecord] = WeakKeyDictionary()


# --- Fitting a prompt into the context window

_KEPT_OF_RESULT = 800
"""Characters to keep of a shortened tool result."""
_SEEN = '{"note": "The same call as before: its result is the same, and stands above."}'
_WORTHLESS = re.compile(
    r'\{"error":|\{"status": "(?!ok)|\{"results": \[\]|\{"passages": \[\]|\{"note":'
)
_SOURCE = re.compile(r'"source": ?\d')


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """A prompt that has been shortened, if necessary, to fit the context window.

    ``removed`` lists what was removed, in order, as text to show to the user. The token counts are
    estimates. They include messages and tools, but not the tokens reserved for the reply.
    """

    messages: tuple[Message, ...]
    removed: tuple[str, ...]
    tokens_before: int
    tokens_after: int


def fit(
    messages: Sequence[Message],
    tools: Sequence[ToolSpec],
    limit: int,
    reply_reserve: int,
    factor: float = 1.0,
) -> FittedPrompt:
    """Shorten a prompt to fit into ``limit`` tokens, of which ``reply_reserve`` are for the reply.

    Estimates are multiplied by ``factor``. The following steps are taken until the prompt fits:
    remove rounds of tool calls that failed; shorten the oldest results, those with sources last;
    remove the oldest turns; remove the oldest rounds without sources; shorten the newest results;
    remove the oldest rounds with sources. A round is removed with the request that follows it.

    If the last turn has no tool results, it probably refers to the previous turn ("rewrite your
    draft"), so the previous turn is kept as long as possible. System messages, the questions and
    the last message of the current turn, and its newest round (unless it failed) are always kept.
    A prompt that still does not fit is returned anyway.
    """
    plan = _Plan(messages, tools, limit - reply_reserve, factor)
    turns = 1 if any(unit.is_round for unit in plan.units[plan.turn_starts()[-1] :]) else 2
    plan.drop_rounds(plan.rounds(worth=0))
    rounds = plan.rounds()
    older, newest = rounds[:-1], rounds[-1:]
    plan.shorten(sorted(older, key=lambda unit: unit.worth))
    plan.drop_turns(keep=turns)
    plan.drop_rounds([unit for unit in older if unit.worth == 1])
    plan.shorten(newest)
    plan.drop_rounds(older)
    plan.drop_turns(keep=1)
    return plan.result()


def without_repeats(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Replace the results of repeated tool calls with a reference to the first result."""
    calls = {call.id: call for message in messages for call in message.tool_calls}
    seen: set[str] = set()
    kept: list[Message] = []
    for message in messages:
        call = calls.get(message.tool_call_id)
        if message.role == "tool" and call is not None and len(message.content) > len(_SEEN):
            made = json.dumps([call.name, call.arguments, message.content], default=dict)
            kept.append(replace(message, content=_SEEN) if made in seen else message)
            seen.add(made)
        else:
            kept.append(message)
    return tuple(kept)


class _Unit:
    """Messages that are kept or removed together: one message, or tool calls with their results.

    The request that follows results ("answer now") belongs to them unless it is the last message.
    """

    def __init__(self, messages: list[Message]) -> None:
        self.messages = messages
        self.role = messages[0].role
        self.is_round = bool(messages[0].tool_calls)
        self.cost = sum(map(estimate_tokens, messages))
        results = [each.content for each in messages if each.role == "tool"]
        failed = all(map(_WORTHLESS.match, results))
        self.worth = 2 if any(map(_SOURCE.search, results)) else 0 if failed else 1
        """Of a round: 0 if all calls failed or found nothing, 2 if it has sources, otherwise 1."""


class _Plan:
    def __init__(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec], room: int, factor: float
    ) -> None:
        self.units = _units(messages)
        self._tool_tokens = sum(map(estimate_tokens, tools))
        self._room = room
        self._factor = factor
        self._removed: list[str] = []
        self._before = self._total()

    def _total(self) -> int:
        return round((self._tool_tokens + sum(unit.cost for unit in self.units)) * self._factor)

    def _fits(self) -> bool:
        return self._total() <= self._room

    def rounds(self, worth: int | None = None) -> list[_Unit]:
        return [each for each in self.units if each.is_round and worth in (None, each.worth)]

    def shorten(self, units: Sequence[_Unit]) -> None:
        for unit in units:
            for index, message in enumerate(unit.messages):
                if self._fits():
                    return
                if message.role == "tool" and len(message.content) > _KEPT_OF_RESULT + 100:
                    unit.messages[index] = _shortened(message)
                    unit.cost = sum(map(estimate_tokens, unit.messages))
                    name = message.tool_name or "a tool"
                    self._removed.append(
                        f"most of a result of {name} ({len(message.content):,} characters)"
                    )

    def drop_turns(self, keep: int) -> None:
        while not self._fits():
            starts = self.turn_starts()
            if len(starts) <= keep:
                return
            turn = self.units[starts[0] : starts[1]]
            words = " ".join(turn[0].messages[0].content.split())
            self._drop(turn, f"the turn “{words[:60]}{'…' if len(words) > 60 else ''}”")

    def drop_rounds(self, units: Sequence[_Unit]) -> None:
        for unit in units:
            if self._fits():
                return
            if unit in self.units:
                names = ", ".join(call.name for call in unit.messages[0].tool_calls)
                self._drop([unit], f"a round of tool calls ({names})")

    def turn_starts(self) -> list[int]:
        """Return the indexes at which turns begin.

        A turn begins with a user message that does not come directly after tool results or another
        user message. Messages before the first turn, except the system prompt, are also a turn.
        """
        starts = [
            place
            for place, (before, unit) in enumerate(pairwise([None, *self.units]))
            if unit is not None
            and unit.role == "user"
            and not (before is not None and (before.is_round or before.role == "user"))
        ]
        first = next((i for i, unit in enumerate(self.units) if unit.role != "system"), 0)
        return starts if first in starts else [first, *starts]

    def _drop(self, units: Sequence[_Unit], told: str) -> None:
        self.units = [unit for unit in self.units if unit.role == "system" or unit not in units]
        self._removed.append(told)

    def result(self) -> FittedPrompt:
        messages = tuple(message for unit in self.units for message in unit.messages)
        return FittedPrompt(messages, tuple(self._removed), self._before, self._total())


def _units(messages: Sequence[Message]) -> list[_Unit]:
    units: list[_Unit] = []
    place = 0
    while place < len(messages):
        group = [messages[place]]
        if group[0].tool_calls:
            group += takewhile(lambda m: m.role == "tool", messages[place + 1 :])
            after = place + len(group)
            if after < len(messages) - 1 and messages[after].role == "user":
                group.append(messages[after])
        units.append(_Unit(group))
        place += len(group)
    return units


def _shortened(message: Message) -> Message:
    left_out = len(message.content) - _KEPT_OF_RESULT
    note = f"\n[shortened: {left_out:,} of {len(message.content):,} characters left out]"
    return replace(message, content=message.content[:_KEPT_OF_RESULT] + note)
