"""What only servers of OpenAI's chat completions do."""

import json
from dataclasses import replace

import pytest

from desktop_agent.core.errors import AuthenticationFailed, BadResponse
from desktop_agent.llm.providers.openai import OpenAIClient
from tests.servers.openai_compat import FakeOpenAI, Reply
from tests.unit.llm.hearing import HELLO, VERDICT, WEB_SEARCH, hear
from tests.unit.llm.providers.talking import opened

WITH_TOOLS = replace(HELLO, tools=(WEB_SEARCH,))


def talking(fake, key=None, **options):
    return opened(OpenAIClient, fake, "/v1", key, **options)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
async def test_both_names_of_thinking_are_known(field):
    fake = FakeOpenAI(thinking_field=field, replies=[Reply(thinking="hm", text="ok")])
    async with talking(fake) as model:
        assert (await hear(model)).thinking == "hm"


@pytest.mark.parametrize("whole", [True, False])
async def test_arguments_come_whole_or_in_pieces(whole):
    calls = [("web_search", {"query": "a"}), ("web_search", {"query": "b"})]
    fake = FakeOpenAI(whole_arguments=whole, replies=[Reply(tool_calls=calls)])
    async with talking(fake) as model:
        assert (await hear(model, WITH_TOOLS)).asked == calls


async def test_malformed_arguments_are_repaired_or_told():
    calls = [("web_search", "{'query': 'x',}"), ("web_search", "no JSON"), ("web_search", "")]
    async with talking(FakeOpenAI(replies=[Reply(tool_calls=calls)])) as model:
        heard = await hear(model, WITH_TOOLS)
    assert [dict(call.arguments) for call in heard.calls] == [{"query": "x"}, {}, {}]
    assert [bool(call.error) for call in heard.calls] == [False, True, False]


def sse(*chunks):
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return ("".join(lines) + "data: [DONE]\n\n").encode()


def delta(finish=None, **fields):
    return {"id": "1", "choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


async def test_calls_that_all_have_the_index_0_are_told_apart_by_their_ids():
    def part(call_id, name, text):
        function = {"name": name, "arguments": text}
        return delta(tool_calls=[{"index": 0, "id": call_id, "function": function}])

    body = sse(
        part("a", "web_search", '{"query": "1"}'),
        part("b", "web_search", '{"query": "2"}'),
        delta("tool_calls"),
    )
    async with talking(FakeOpenAI(replies=[Reply(raw=body)])) as model:
        heard = await hear(model, WITH_TOOLS)
    assert [(call.id, call.arguments["query"]) for call in heard.calls] == [("a", "1"), ("b", "2")]


@pytest.mark.parametrize(
    "chunk",
    [
        {"id": "1", "choices": None},
        {"id": "1", "choices": []},
        {"id": "1", "choices": [{"index": 0, "delta": None, "finish_reason": None}]},
        {"id": "1", "choices": [{"index": 0, "delta": {"content": None}}]},
    ],
)
async def test_empty_chunks_are_passed_over(chunk):
    body = sse(chunk, delta(content="ok"), delta("stop"))
    async with talking(FakeOpenAI(replies=[Reply(raw=body)])) as model:
        assert (await hear(model)).text == "ok"


NAMES = ["stream_options", "temperature", "seed", "chat_template_kwargs", "max_tokens"]


@pytest.mark.parametrize("name", NAMES)
async def test_a_parameter_that_is_refused_is_left_out_from_then_on(name):
    fake = FakeOpenAI(refuses=[name], replies=["a", "b"])
    request = replace(HELLO, temperature=0.5, seed=1, think=False, max_tokens=9)
    async with talking(fake) as model:
        assert [(await hear(model, request)).text for _ in "ab"] == ["a", "b"]
    assert [name in sent for sent in fake.requests] == [True, False, False]


# the words of llama-cpp-python 0.3.36, with HTTP 500
INVALID = (
    "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type')}"
)
REFUSED = "Unsupported parameter: 'response_format' is not supported with this model."


@pytest.mark.parametrize(("status", "said"), [(400, REFUSED), (500, INVALID)])
async def test_where_a_schema_is_refused_it_is_asked_for_in_words(status, said):
    fake = FakeOpenAI(replies=[Reply(status=status, error=said), "{}", "{}"])
    async with talking(fake) as model:
        for _ in range(2):
            assert (await hear(model, replace(HELLO, schema=VERDICT))).text == "{}"
    assert ["response_format" in sent for sent in fake.requests] == [True, False, False]
    for sent in fake.requests[1:]:
        assert sent["messages"][-1]["content"].count(json.dumps(VERDICT)) == 1


EACH_OTHER = "Unsupported parameter: use 'max_completion_tokens' or 'max_tokens', but not that one."
QUOTA = "You exceeded your current quota, please check your plan and billing details."


@pytest.mark.parametrize(
    ("reply", "kind", "says"),
    [
        (Reply(status=400, error=EACH_OTHER), BadResponse, "but not that one"),
        (Reply(status=400, error="temperature must be below 1"), BadResponse, "must be below 1"),
        (Reply(status=429, error=QUOTA), AuthenticationFailed, "quota"),
        (Reply(raw=b""), BadResponse, "may be too long"),
    ],
)
async def test_what_stays_refused_or_empty_is_told_and_not_asked_for_ever(reply, kind, says):
    fake = FakeOpenAI(replies=[reply] * 20)
    async with talking(fake, key="k") as model:
        heard = await hear(model, replace(HELLO, max_tokens=5, temperature=1.5))
    assert isinstance(heard.error, kind)
    assert says in str(heard.error)
    assert len(fake.requests) < 10


async def test_openai_itself_gets_its_newer_names():
    asked = replace(HELLO, max_tokens=5, think=False)
    body = await OpenAIClient("https://api.openai.com/v1", model="m").body(asked)
    assert body["max_completion_tokens"] == 5
    assert body["reasoning_effort"] == "none"
    assert not {"max_tokens", "chat_template_kwargs"} & set(body)


@pytest.mark.parametrize(
    ("fields", "tokens"),
    [
        ({}, 16384),
        ({"context_length": 4096}, 4096),
        ({"max_model_len": 8192}, 8192),
        ({"meta": {"n_ctx": 2048}}, 2048),
    ],
)
async def test_the_context_is_what_the_list_tells(fields, tokens):
    fake = FakeOpenAI(model_fields=fields)
    async with talking(fake) as model:
        assert await model.context_tokens() == tokens
        assert await model.context_tokens() == tokens
    assert fake.paths == ["GET /v1/models"]


async def test_a_server_without_a_list_is_assumed_to_have_the_usual_context():
    async with opened(OpenAIClient, FakeOpenAI(), "/elsewhere", num_ctx=4096) as model:
        assert await model.context_tokens() == 4096
        heard = await hear(model)
    assert isinstance(heard.error, BadResponse)
    assert "/v1" in heard.error.remedy


async def test_the_size_of_a_model_is_what_llama_cpp_tells():
    async with talking(FakeOpenAI(model_fields={"meta": {"n_params": 494_032_768}})) as model:
        assert await model.billions_of_parameters() == 0.494
