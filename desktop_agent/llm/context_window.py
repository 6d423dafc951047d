"""Estimate the token count of a prompt, and shorten prompts that exceed the limit.

No tokenizer is available: each model has its own, and servers do not expose theirs. The estimate
errs on the high side, because a refused prompt costs more than some unused context.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from desktop_agent.core.messages import Message, ToolSpec
from desktop_agent.llm.base import ChatRequest

CHARACTERS_PER_TOKEN = 3.6
"""Average for English text."""

_TOKENS_PER_FURTHER_BYTE = 0.45
_MESSAGE_OVERHEAD = 6
_CALL_OVERHEAD = 10
_KEPT_OF_RESULT = 800
"""Characters to keep of a shortened tool result."""


def estimate_tokens(value: str | Message | ToolSpec | ChatRequest) -> int:
    """Estimate the number of tokens in a text, message, tool or entire request.

    English text has about 3.6 characters per token, and each UTF-8 byte of a character beyond the
    first adds 0.45 tokens. A Cyrillic character therefore counts as 0.7 tokens, a Chinese, Japanese
    or Korean one as 1.2, and an emoji as 1.6. Current vocabularies need fewer.
    """
    match value:
        case str():
            return _text_tokens(value)
        case Message():
            said = _text_tokens(value.content) + _text_tokens(value.thinking) + _MESSAGE_OVERHEAD
            return said + sum(
                _text_tokens(call.name) + _json_tokens(dict(call.arguments)) + _CALL_OVERHEAD
                for call in value.tool_calls
            )
        case ToolSpec():
            words = _text_tokens(value.name) + _text_tokens(value.description)
            return words + _json_tokens(dict(value.parameters)) + _CALL_OVERHEAD
        case ChatRequest():
            schema = _json_tokens(dict(value.schema)) if value.schema is not None else 0
            said = sum(estimate_tokens(message) for message in value.messages)
            return schema + said + sum(estimate_tokens(tool) for tool in value.tools)


def _text_tokens(text: str) -> int:
    further = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return -int(-(len(text) / CHARACTERS_PER_TOKEN + further * _TOKENS_PER_FURTHER_BYTE) // 1)


def _json_tokens(value: object) -> int:
    return _text_tokens(json.dumps(value, ensure_ascii=False, default=str))


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
    messages: Sequence[Message], tools: Sequence[ToolSpec], limit: int, reply_reserve: int
) -> FittedPrompt:
    """Shorten a prompt to fit into ``limit`` tokens, of which ``reply_reserve`` are for the reply.

    The following steps are taken until the prompt fits: shorten the oldest tool results, remove the
    oldest turns, remove the oldest rounds of tool calls, and shorten the newest tool results. If
    the last turn has no tool results, it probably refers to the previous turn ("rewrite your
    draft"), so the previous turn is kept as long as possible. A call and its results are kept or
    removed together. System messages, all user messages of the current turn, and its newest round
    of tool calls are always kept. A prompt that still does not fit is returned anyway.
    """
    plan = _Plan(messages, sum(estimate_tokens(tool) for tool in tools), limit - reply_reserve)
    newest = plan.newest_round()
    plan.shorten([unit for unit in plan.units if unit is not newest])
    plan.drop_turns(keep=1 if plan.asks_of_results() else 2)
    plan.drop_rounds(newest)
    if newest is not None:
        plan.shorten([newest])
    plan.drop_turns(keep=1)
    return plan.result()


class _Unit:
    """Messages that are kept or removed together: one message, or tool calls with their results."""

    def __init__(self, messages: list[Message]) -> None:
        self.messages = messages
        self.cost = sum(estimate_tokens(m) for m in messages)

    @property
    def role(self) -> str:
        return self.messages[0].role

    @property
    def is_round(self) -> bool:
        return bool(self.messages[0].tool_calls)


class _Plan:
    def __init__(self, messages: Sequence[Message], tool_tokens: int, room: int) -> None:
        self.units = _units(messages)
        self._tool_tokens = tool_tokens
        self._room = room
        self._removed: list[str] = []
        self._before = self._total()

    def _total(self) -> int:
        return self._tool_tokens + sum(unit.cost for unit in self.units)

    def _fits(self) -> bool:
        return self._total() <= self._room

    def newest_round(self) -> _Unit | None:
        return next((unit for unit in reversed(self.units) if unit.is_round), None)

    def shorten(self, units: Sequence[_Unit]) -> None:
        for unit in units:
            for index, message in enumerate(unit.messages):
                if self._fits():
                    return
                if message.role == "tool" and len(message.content) > _KEPT_OF_RESULT + 100:
                    unit.messages[index] = _shortened(message)
                    unit.cost = sum(estimate_tokens(m) for m in unit.messages)
                    name = message.tool_name or "a tool"
                    self._removed.append(
                        f"most of a result of {name} ({len(message.content):,} characters)"
                    )

    def asks_of_results(self) -> bool:
        return any(unit.is_round for unit in self.units[self._turn_starts()[-1] :])

    def drop_turns(self, keep: int) -> None:
        while not self._fits():
            starts = self._turn_starts()
            if len(starts) <= keep:
                return
            turn = self.units[starts[0] : starts[1]]
            words = " ".join(turn[0].messages[0].content.split())
            self._drop(turn, f"the turn “{words[:60]}{'…' if len(words) > 60 else ''}”")

    def drop_rounds(self, newest: _Unit | None) -> None:
        for unit in [unit for unit in self.units if unit.is_round and unit is not newest]:
            if self._fits():
                return
            names = ", ".join(call.name for call in unit.messages[0].tool_calls)
            self._drop([unit], f"a round of tool calls ({names})")

    def _turn_starts(self) -> list[int]:
        """Return the indexes at which turns begin.

        A turn begins with a user message that is not a follow-up, that is, one that does not come
        directly after tool results or another user message. Messages before the first turn, except
        the system prompt, also count as a turn.
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
        units.append(_Unit(group))
        place += len(group)
    return units


def _shortened(message: Message) -> Message:
    left_out = len(message.content) - _KEPT_OF_RESULT
    note = f"\n[shortened: {left_out:,} of {len(message.content):,} characters left out]"
    return replace(message, content=message.content[:_KEPT_OF_RESULT] + note)
