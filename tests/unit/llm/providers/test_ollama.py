"""What only Ollama does."""

from dataclasses import replace

import pytest

from desktop_agent.core.errors import ModelNotFound, StreamInterrupted
from desktop_agent.core.messages import Message, ToolCall, ToolSpec
from desktop_agent.llm.providers.ollama import OllamaClient
from tests.servers.exchange import application
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama, Model, Reply
from tests.unit.llm.hearing import HELLO, hear
from tests.unit.llm.providers.talking import opened


def talking(fake, **options):
    return opened(OllamaClient, fake, **options)


@pytest.mark.parametrize(
    ("length", "cap", "asked"), [(4096, 16384, 4096), (131072, 16384, 16384), (0, 999, 999)]
)
async def test_the_context_asked_for_is_the_model_s_own_up_to_the_cap(length, cap, asked):
    fake = FakeOllama(models=[Model(name="m", context_length=length)], replies=["ok", "ok"])
    async with talking(fake, num_ctx=cap) as model:
        assert await model.context_tokens() == asked
        await hear(model)
        await hear(model)
    assert [sent["options"]["num_ctx"] for sent in fake.requests] == [asked, asked]
    assert fake.paths.count("POST /api/show") == 1


@pytest.mark.parametrize("think", [True, False, None])
async def test_whether_to_think_is_sent_and_what_is_not_asked_is_left_to_the_model(think):
    fake = FakeOllama(replies=[Reply(thinking="hm", text="ok")])
    async with talking(fake) as model:
        heard = await hear(model, replace(HELLO, think=think))
    (sent,) = fake.requests
    assert sent.get("think") is think
    assert heard.thinking == ("" if think is False else "hm")
    assert set(sent["options"]) == {"num_ctx"}
    assert "format" not in sent
    assert ("think" in sent) == (think is not None)


async def test_a_model_that_cannot_think_is_asked_without_from_then_on():
    fake = FakeOllama(models=[Model(name="m", capabilities=("completion",))], replies=["a", "b"])
    async with talking(fake) as model:
        request = replace(HELLO, think=True)
        texts = [(await hear(model, request)).text, (await hear(model, request)).text]
    assert texts == ["a", "b"]
    assert ["think" in sent for sent in fake.requests] == [True, False, False]


async def test_what_the_client_would_drop_of_a_tool_is_told_in_words():
    deep = ToolSpec(
        "t",
        "d",
        {
            "type": "object",
            "properties": {
                "count": {"type": "integer", "description": "How many.", "minimum": 1},
                "where": {"type": "object", "properties": {"city": {"type": "string"}}},
            },
            "required": ["count"],
        },
    )
    fake = FakeOllama(replies=["ok"])
    async with talking(fake) as model:
        await hear(model, replace(HELLO, tools=(deep,)))
    parameters = fake.requests[0]["tools"][0]["function"]["parameters"]
    assert parameters["required"] == ["count"]
    assert (
        parameters["properties"]["count"]["description"] == 'How many. JSON Schema: {"minimum": 1}'
    )
    assert '"city"' in parameters["properties"]["where"]["description"]


async def test_calls_are_told_back_as_objects_with_the_name_of_the_tool_at_the_result():
    fake = FakeOllama(replies=["ok"])
    turns = (
        *HELLO.messages,
        Message("assistant", tool_calls=(ToolCall("1", "web_search", {"query": "x"}),)),
        Message("tool", "{}", tool_call_id="1", tool_name="web_search"),
    )
    async with talking(fake) as model:
        assert (await hear(model, replace(HELLO, messages=turns))).text == "ok"
    *_, call, result = fake.requests[0]["messages"]
    assert call["tool_calls"][0]["function"]["arguments"] == {"query": "x"}
    assert result["tool_name"] == "web_search"


async def test_a_model_that_the_library_does_not_have_is_not_found():
    fake = FakeOllama(unknown=["nope"])
    async with talking(fake) as server:
        with pytest.raises(ModelNotFound, match="'nope'") as told:
            _ = [step async for step in server.pull("nope")]
    assert "ollama.com/library" in told.value.remedy


async def test_a_pull_that_ends_too_early_says_so():
    async def answer(exchange):
        await exchange.answer(200, b'{"status":"pulling manifest"}\n', "application/x-ndjson")

    with serve(application(answer)) as url:
        server = OllamaClient(url)
        with pytest.raises(StreamInterrupted):
            _ = [step async for step in server.pull("m")]
        await server.aclose()
