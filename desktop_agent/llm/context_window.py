"""Estimate the token count of a prompt, and shorten prompts that exceed the limit.

Each model has its own tokenizer, and servers do not expose theirs, so tokens are estimated. The
token counts that the server reports for a model's calls correct later estimates.
"""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from weakref import WeakKeyDictionary

from desktop_agent.core.fence import Fence
from desktop_agent.core.messages import Attachment, Message, ToolSpec
from desktop_agent.core.text import short_line, text_tokens
from desktop_agent.llm.base import ChatModel, ChatRequest

_MESSAGE_OVERHEAD = 6
_CALL_OVERHEAD = 10


def estimate_tokens(value: str | Message | ToolSpec | ChatRequest) -> int:
    """Estimate the number of tokens in a string, message, tool or entire request."""
    match value:
        case str():
            return text_tokens(value)
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
_ENOUGH_CALLS = 5


@dataclass(slots=True)
class ModelRecord:
    """Observations from a model's earlier calls: its token counts, and whether it thinks.

    ``most_tokens`` is None until the server refuses a prompt as too long, then the context size.
    """

    thinks: bool = False
    most_tokens: int | None = None
    _ratios: deque[float] = field(default_factory=lambda: deque(maxlen=40))

    @classmethod
    def of(cls, model: ChatModel) -> "ModelRecord":
        """Return the record of a model, which is kept for the lifetime of the model object."""
        return _RECORDS.setdefault(model, cls())

    def learn(self, estimated: int, counted: int) -> None:
        """Compare a prompt's estimated token count with the server's count."""
        ratio = counted / estimated if estimated else 0
        if 0.5 < ratio < 3:  # a server that leaves out cached tokens reports less
            self._ratios.append(ratio)

    @property
    def factor(self) -> float:
        """The safety factor for estimates, chosen so that few prompts exceed them."""
        highest = max(self._ratios, default=0.0) * _MARGIN
        first = FIRST_FACTOR if len(self._ratios) < _ENOUGH_CALLS else _LEAST_FACTOR
        return max(highest, first)


_RECORDS: WeakKeyDictionary[ChatModel, ModelRecord] = WeakKeyDictionary()


# --- Fitting a prompt into the context window

_KEPT_OF_RESULT = 800
"""Characters to keep of a shortened tool result."""
_WORTHLESS = re.compile(
    r'\{"error":|\{"status": "(?!ok)|\{"results": \[\]|\{"passages": \[\]|\{"note":'
)
_SOURCE = re.compile(r'"source": ?\d')


@dataclass(frozen=True, slots=True)
class FittedPrompt:
    """A prompt, shortened if necessary to fit the context window.

    ``removed`` lists the removals, in order, as text for the user. The token counts are estimates
    that include messages and tools, but not the tokens reserved for the reply.
    """

    messages: tuple[Message, ...]
    removed: tuple[str, ...]
    tokens_before: int
    tokens_after: int


@dataclass(eq=False, slots=True)
class _Group:
    """Messages kept or removed together: one message, or tool calls with their results.

    A request that follows the results ("answer now") belongs to the group unless it comes last.
    """

    messages: list[Message]
    turn: int

    @property
    def role(self) -> str:
        return self.messages[0].role

    @property
    def is_round(self) -> bool:
        return bool(self.messages[0].tool_calls)

    @property
    def worth(self) -> int:
        """The value of a round of tool calls.

        The value is 0 if all calls failed or found nothing, 2 if the round has sources, otherwise
        1.
        """
        results = [each.content for each in self.messages if each.role == "tool"]
        if any(map(_SOURCE.search, results)):
            return 2
        return 0 if all(map(_WORTHLESS.match, results)) else 1


def fit(
    messages: Sequence[Message],
    tools: Sequence[ToolSpec],
    limit: int,
    reply_reserve: int,
    factor: float = 1.0,
) -> FittedPrompt:
    """Shorten a prompt to ``limit`` tokens, of which ``reply_reserve`` are kept for the reply.

    Estimates are multiplied by ``factor``. The following steps are taken until the prompt fits:
    remove rounds of tool calls that failed; shorten the oldest results, those with sources last;
    remove the oldest turns; remove the oldest rounds, those with sources last; shorten the newest
    results. A round is removed with the request that follows it.

    If the last turn has no tool results, it probably refers to the previous turn ("rewrite your
    draft"), so the previous turn is removed last. System messages, the questions and the last
    message of the current turn, and its newest round (unless it failed) are always kept. A prompt
    that still does not fit is returned anyway.
    """
    groups = _grouped(messages)

    def tokens() -> int:
        every = sum(estimate_tokens(each) for group in groups for each in group.messages)
        return round((every + sum(map(estimate_tokens, tools))) * factor)

    before = tokens()
    removed: list[str] = []
    steps = _steps(groups)
    while tokens() > limit - reply_reserve and (told := next(steps, None)) is not None:
        removed.append(told)
    left = tuple(message for group in groups for message in group.messages)
    return FittedPrompt(left, tuple(removed), before, tokens())


def _steps(groups: list[_Group]) -> Iterator[str]:
    """Shorten the prompt in place, step by step, and yield a description of each removal."""
    last = groups[-1].turn if groups else 0
    previous = last if any(each.is_round and each.turn == last for each in groups) else last - 1
    rounds = [each for each in groups if each.is_round]
    older = sorted((each for each in rounds[:-1] if each.worth), key=lambda each: each.worth)
    yield from _drop_rounds(groups, [each for each in rounds if not each.worth])
    yield from _shorten(older)
    yield from _drop_turns(groups, range(previous))
    yield from _drop_rounds(groups, older)
    yield from _shorten([each for each in rounds[-1:] if each.worth])
    yield from _drop_turns(groups, range(max(0, previous), last))


def _drop_rounds(groups: list[_Group], rounds: Iterable[_Group]) -> Iterator[str]:
    for each in rounds:
        if each in groups:
            groups.remove(each)
            names = ", ".join(call.name for call in each.messages[0].tool_calls)
            yield f"a round of tool calls ({names})"


def _drop_turns(groups: list[_Group], turns: Iterable[int]) -> Iterator[str]:
    for turn in turns:
        gone = [each for each in groups if each.turn == turn and each.role != "system"]
        groups[:] = [each for each in groups if each not in gone]
        if gone:
            yield f"the turn “{short_line(gone[0].messages[0].content, 60)}”"


def _shorten(rounds: Iterable[_Group]) -> Iterator[str]:
    for each in rounds:
        for index, message in enumerate(each.messages):
            size = len(message.content)
            if message.role == "tool" and size > _KEPT_OF_RESULT + 100:
                note = f"\n[shortened: {size - _KEPT_OF_RESULT:,} of {size:,} characters left out]"
                content = message.content[:_KEPT_OF_RESULT] + note
                each.messages[index] = replace(message, content=content)
                yield f"most of a result of {message.tool_name or 'a tool'} ({size:,} characters)"


def _grouped(messages: Sequence[Message]) -> list[_Group]:
    """Group the messages, and number the turns.

    A turn begins with a user message that does not directly follow tool results or another user
    message. Any messages before the first turn form a turn of their own.
    """
    groups: list[_Group] = []
    place = turn = 0
    while place < len(messages):
        group = [messages[place]]
        if group[0].tool_calls:
            group += takewhile(lambda m: m.role == "tool", messages[place + 1 :])
            after = place + len(group)
            if after < len(messages) - 1 and messages[after].role == "user":
                group.append(messages[after])
        if group[0].role == "user" and any(each.role != "system" for each in groups):
            turn += not (groups[-1].is_round or groups[-1].role == "user")
        groups.append(_Group(group, turn))
        place += len(group)
    return groups


# --- Attached text files in the prompt
#
# Every message of a conversation carries all attachments. They are inserted before every model
# call, once the model's context size is known. The result is always the same, so that servers can
# reuse their prompt caches.

_FILES_SHARE, _LEAST_FILES_SHARE = 0.4, 0.1
"""Maximum share of the model's context for all attached texts together, and their share if rules
and tools leave less than that."""
_BESIDE_REPLY = 0.75
"""Share of the context for the prompt."""


def unfold(
    messages: Sequence[Message], fence: Fence, limit: int, tools: Sequence[ToolSpec] = ()
) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    """Insert attached text files as delimited blocks at the start of their messages.

    If a message's files exceed 40% of ``limit`` (in tokens), or the space left by the rules and
    ``tools``, the longest are truncated. Return the new messages and a description of each
    truncation.
    """
    rules = sum(estimate_tokens(each) for each in messages[:1] if each.role == "system")
    left = limit * _BESIDE_REPLY - (rules + sum(map(estimate_tokens, tools))) * FIRST_FACTOR
    room = int(min(limit * _FILES_SHARE, max(left, limit * _LEAST_FILES_SHARE)) / FIRST_FACTOR)
    removed: list[str] = []
    unfolded: list[Message] = []
    for message in messages:
        texts = [each for each in message.images if not each.is_image]
        blocks: list[str] = []
        for each, kept in zip(texts, _cut_to(texts, room), strict=True):
            size, text = len(each.text), each.text[:kept]
            if kept < size:
                text += f"\n[shortened: {kept:,} of {size:,} characters]"
                removed.append(f"most of the file {each.name} ({size:,} characters)")
            note = f" ({each.note})" if each.note else ""
            # the file name is untrusted too: it appears only on the marked line
            block = fence.wrap(text, f"file {each.name}")
            blocks.append(f"The user attached a file{note}:\n{block}")
        images = tuple(each for each in message.images if each.is_image)
        content = "\n\n".join((*blocks, message.content))
        unfolded.append(replace(message, content=content, images=images))
    return tuple(unfolded), tuple(removed)


def _cut_to(texts: Sequence[Attachment], room: int) -> list[int]:
    """Return how many characters of each attachment to keep, truncating the longest first."""
    tokens = [max(1, estimate_tokens(each.text)) for each in texts]
    kept = [len(each.text) for each in texts]
    for left, place in enumerate(sorted(range(len(texts)), key=tokens.__getitem__)):
        used = min(tokens[place], room // (len(texts) - left))
        kept[place] = kept[place] * used // tokens[place]
        room -= used
    return kept
