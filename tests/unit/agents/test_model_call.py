"""One call of a model: what it may do, where it is ended, and how its prompt is made to fit."""

import json
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.core.errors import ContextOverflow, ModelError
from desktop_agent.core.events import ModelCall, Notice, TextDelta, ThinkingDelta
from desktop_agent.core.messages import Message, ToolCall
from desktop_agent.llm.base import CallPiece, EndPiece, TextPiece, ThinkingPiece
from desktop_agent.llm.context_window import ModelRecord, estimate_tokens
from desktop_agent.llm.providers.ollama import OllamaClient
from tests.scripted_model import ScriptedModel
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply as Said
from tests.servers.model_reply import ReplyLike
from tests.servers.ollama import FakeOllama, Model
from tests.turns import until
from tests.unit.agents.running import Run
from tests.unit.llm.hearing import VERDICT, WEB_SEARCH
from tests.unit.llm.providers.talking import PROVIDERS, Provider, talking

ASKED = (Message("system", "Be brief."), Message("user", "How tall is the tower?"))
CALL = '{"name": "web_search", "arguments": {"query": "tower"}}'
PHRASE = "A beacon of light by the sea. "


def ask(**fields: Any) -> Ask:
    return Ask("main", "Answer", fields.pop("channel", "draft"), **{"messages": ASKED, **fields})


WITH_TOOLS = ask(tools=(WEB_SEARCH,))


@asynccontextmanager
async def told(
    provider: Provider, replies: Iterable[ReplyLike], **fields: Any
) -> AsyncIterator[Any]:
    async with talking(provider, replies) as (model, fake):
        yield Run(model, **fields), fake


def shown(run: Run, kind: type[TextDelta] | type[ThinkingDelta] = TextDelta) -> str:
    return "".join(event.text for event in run.of(kind))


# --- Streams that are ended


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)
async def test_a_looping_stream_is_closed_and_its_first_block_kept(provider: Provider):
    endless = Said(text=["It is said: ", *[PHRASE] * 2000], between_s=0.002)
    async with told(provider, [endless]) as (run, fake):
        reply = await turn(run.ctx, ask())
        await until(lambda: fake.disconnects)
    assert reply.text.rstrip() == f"It is said: {PHRASE}".rstrip()
    assert len(shown(run)) < 6 * len(PHRASE)
    (call,) = run.of(ModelCall)
    assert (call.stop_reason, call.completion_tokens < 100) == ("length", True)


@pytest.mark.parametrize("provider", PROVIDERS[:2], ids=lambda provider: provider.name)
async def test_a_looping_json_reply_is_closed_and_its_beginning_can_be_read(provider: Provider):
    pieces = ['{"verdict": "revise", "reason": "', *["it is not there, and so "] * 2000, '"}']
    looping = Said(text=pieces, between_s=0.002, ignores_schema=True)
    async with told(provider, [looping]) as (run, fake):
        reply = await turn(run.ctx, ask(schema=VERDICT))
        await until(lambda: fake.disconnects)
    assert reply.text.startswith('{"verdict": "revise", "reason": "it is not there, and so')
    assert len(reply.text) < 80


@pytest.mark.parametrize(
    "thought", [["Wait, what is the question? "], [f"w{n} " for n in range(999)]]
)
async def test_endless_thinking_is_ended_and_the_answer_asked_for_without(thought: list[str]):
    endless = Said(thinking=thought * 200, between_s=0.001)
    async with told(PROVIDERS[0], [endless, "47 metres."], seconds=30) as (run, fake):
        run.ctx = _with(run, reply_tokens=1000)
        reply = await turn(run.ctx, ask())
        await until(lambda: fake.disconnects)
    assert reply.text == "47 metres."
    assert [sent.get("think") for sent in fake.requests] == [None, False]
    assert len(shown(run, ThinkingDelta)) < 4 * 600
    assert any("without thinking" in notice.text for notice in run.of(Notice))


def _with(run: Run, **fields: Any) -> Any:
    return replace(run.ctx, **fields)


async def test_a_model_that_only_thinks_again_has_written_nothing():
    thinks = [ThinkingPiece("hm "), EndPiece("length")]
    run = Run(ScriptedModel([thinks, thinks]))
    with pytest.raises(ModelError, match="wrote no answer"):
        await turn(run.ctx, ask())


async def test_a_short_reply_of_a_model_that_thinks_has_room_for_its_thoughts():
    model = ScriptedModel([[ThinkingPiece("hm"), TextPiece("yes")], "yes", "yes"])
    run = Run(model)
    for most in (16, 16, 0):
        await turn(run.ctx, ask(most_tokens=most))
    assert [sent.max_tokens for sent in model.requests] == [16, 16 + 1024, 2048]


# --- Calls


def called(*queries: str) -> list[CallPiece]:
    return [CallPiece(ToolCall(f"c{n}", "web_search", {"query": q})) for n, q in enumerate(queries)]


async def test_equal_calls_of_a_reply_count_once_and_the_fifth_ends_it():
    model = ScriptedModel([called("a", "b", "a"), called(*"a" * 24)])
    run = Run(model)
    two, one = [await turn(run.ctx, WITH_TOOLS) for _ in range(2)]
    assert [call.arguments["query"] for call in two.calls] == ["a", "b"]
    assert (len(one.calls), one.end.stop_reason, two.end.stop_reason) == (1, "length", "tool_calls")


async def test_a_call_in_the_text_is_made_where_the_model_has_no_tools():
    text = f"Let me look.\n<tool_call>\n{CALL}\n</tool_call>"
    fake = FakeOllama(models=[Model(name="m", capabilities=("completion",))], replies=[text])
    with serve(fake.app) as url:
        model = OllamaClient(url, model="m")
        reply = await turn(Run(model).ctx, WITH_TOOLS)
        await model.aclose()
    assert [(call.name, call.arguments) for call in reply.calls] == [
        ("web_search", {"query": "tower"})
    ]
    assert (reply.text, reply.end.stop_reason) == ("Let me look.\n", "tool_calls")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (CALL, ""),
        (f"```json\n{CALL}\n```", ""),
        ('{"name": "downloadLoad", "arguments": {"url": "a"}}', ""),
        ([TextPiece(CALL[:45]), EndPiece("length")], "token limit"),
    ],
)
async def test_a_call_that_a_model_with_tools_writes_as_text_is_a_call(said: Any, error: str):
    run = Run(ScriptedModel([said]))
    run.ctx = _with(run, toolbox=_Knows())
    reply = await turn(run.ctx, WITH_TOOLS)
    assert (len(reply.calls), reply.text) == (1, "")
    assert error in reply.calls[0].error
    assert bool(error) == bool(reply.calls[0].error)


class _Knows:
    specs = (WEB_SEARCH,)


@pytest.mark.parametrize(
    "said",
    [
        f"It is 47 metres.\n{CALL}",
        f"<tool_call>{CALL}</tool_call>\nIt is 47 metres.",
        [TextPiece("It is 47 metres."), *called("tower")],
        'It is 47 metres.\n{"name": "downloadLoad", "arguments": {}}',
    ],
)
async def test_a_call_that_may_not_be_made_is_removed(said: Any):
    reply = await turn(Run(ScriptedModel([said])).ctx, ask())
    assert (reply.text.strip(), reply.calls, reply.unclean) == ("It is 47 metres.", (), True)


def rounds(*results: str) -> tuple[Message, ...]:
    made: list[Message] = []
    for number, result in enumerate(results):
        call = ToolCall(f"r{number}", "web_search", {"query": f"q{number}"})
        made += [
            Message("assistant", tool_calls=(call,)),
            Message("tool", result, tool_call_id=call.id, tool_name=call.name),
            Message("user", f"These are the results of round {number}."),
        ]
    return (*ASKED, *made)


FOUND = json.dumps({"results": [{"source": 1, "snippet": "x" * 600}]})
OUTPUT = json.dumps({"status": "ok", "output": "y" * 600})
FAILED = json.dumps({"error": "z" * 600})


@pytest.mark.parametrize(
    ("context", "left"), [(1700, "0123"), (1300, "013"), (1000, "03"), (700, "3")]
)
async def test_failed_results_go_first_those_with_sources_last_and_their_requests_with_them(
    context: int, left: str
):
    model = ScriptedModel(["ok"], context=context)
    ctx = _with(Run(model), reply_tokens=100)
    await turn(ctx, ask(messages=rounds(FOUND, OUTPUT, FAILED, OUTPUT)))
    sent = model.requests[0].messages
    assert "".join(m.tool_call_id[1:] for m in sent) == left
    assert "".join(m.content[-2] for m in sent if m.content.startswith("These")) == left


OVERFLOW = ContextOverflow("The prompt is too long.", "Ask anew.")


async def test_a_prompt_that_the_server_refuses_is_sent_once_more_with_half_the_room():
    messages = rounds(*[FOUND * 6] * 4)
    model = ScriptedModel([OVERFLOW, "It is 47 metres.", "Yes."])
    run = Run(model)
    assert (await turn(run.ctx, ask(messages=messages))).text == "It is 47 metres."
    await turn(run.ctx, ask(messages=messages))
    sizes = [estimate_tokens(sent) for sent in model.requests]
    assert sizes[1] == sizes[2] < sizes[0]
    first, then = [call.context_tokens for call in run.of(ModelCall)]
    assert first == then < 16384
    assert sizes[1] <= sizes[0] / 2


@pytest.mark.parametrize(("messages", "tries"), [(rounds(*[FOUND * 6] * 4), 2), (ASKED, 1)])
async def test_a_prompt_that_is_refused_again_or_cannot_be_shorter_is_an_error(
    messages: tuple[Message, ...], tries: int
):
    model = ScriptedModel([OVERFLOW] * 3)
    with pytest.raises(ContextOverflow):
        await turn(Run(model).ctx, ask(messages=messages))
    assert len(model.requests) == tries


@pytest.mark.parametrize("context", [512, 2048, 16384])
async def test_prompt_and_reply_fit_together(context: int):
    model = ScriptedModel(["ok"], context=context)
    await turn(_with(Run(model), reply_tokens=8192), ask(messages=rounds(*[FOUND * 3] * 9)))
    (sent,) = model.requests
    assert 64 <= sent.max_tokens <= context // 2
    assert 1.2 * estimate_tokens(sent) + sent.max_tokens <= context * 1.05


async def test_estimates_are_at_least_true_in_95_of_100_calls_once_the_server_has_counted():
    chance = random.Random(7)
    counted = [round(1_000 * chance.uniform(0.85, 1.19)) for _ in range(400)]
    record = ModelRecord()
    high = 0
    for tokens in counted:
        high += 1_000 * record.factor >= tokens
        record.learn(1_000, tokens)
        record.learn(1_000, 11)  # without the cached tokens
    assert high / len(counted) >= 0.95
    assert record.factor < 1.3


async def test_a_stopped_call_is_told_with_its_tools():
    run = Run(ScriptedModel([[TextPiece("It "), OVERFLOW]]))
    with pytest.raises(ContextOverflow):
        await turn(run.ctx, ask(tools=(WEB_SEARCH,) * 5))
    (call,) = run.of(ModelCall)
    assert call.prompt_tokens > 5 * estimate_tokens(WEB_SEARCH)
