"""What every provider must do, against servers that speak its protocol."""

import asyncio
import json
import ssl
import time
from contextlib import aclosing
from dataclasses import replace

import httpx
import pytest
import trustme

from desktop_agent.core.errors import (
    AuthenticationFailed,
    BadResponse,
    ContextOverflow,
    ModelNotFound,
    ModelTimeout,
    ModelUnreachable,
    Offline,
    RateLimited,
    ServerFailed,
    StreamInterrupted,
)
from desktop_agent.core.messages import Message, ToolCall
from desktop_agent.core.network import OutboundRequest
from desktop_agent.llm.base import ChatRequest, EndPiece, TextPiece
from desktop_agent.llm.providers.openai import OpenAIClient
from desktop_agent.web.ledger import LedgerTransport, network_scope
from tests.servers.loopback import free_port, serve
from tests.servers.model_reply import Reply
from tests.turns import until
from tests.unit.llm.hearing import HELLO, VERDICT, WEB_SEARCH, hear
from tests.unit.llm.providers.talking import KEY, PROVIDERS, QUICK, Provider, talking

WITH_TOOLS = replace(HELLO, tools=(WEB_SEARCH,))


@pytest.fixture(params=PROVIDERS, ids=lambda provider: provider.name)
def provider(request: pytest.FixtureRequest) -> Provider:
    return request.param


async def test_text_streams_in_pieces_apart_from_thinking_and_ends_with_the_usage(provider):
    thought = Reply(thinking="let me see", text="Yes.")
    half = Reply(text="Half a", stop="length")
    async with talking(provider, ["Hello big world", thought, half]) as (model, _):
        said, thinking, cut = [await hear(model) for _ in range(3)]
    assert [p.text for p in said.pieces[:-1]] == ["Hello", " big", " world"]
    end = replace(said.end, prompt_speed=0, speed=0)
    assert end == EndPiece("stop", prompt_tokens=11, completion_tokens=7)
    assert (thinking.thinking, thinking.text) == ("let me see", "Yes.")
    assert (cut.text, cut.end.stop_reason) == ("Half a", "length")


TOLD = {"prompt_speed": 80.0, "speed": 20.0}
CACHED = {"ollama": 0, "openai": 900, "anthropic": 900}


async def test_speeds_and_the_cache_are_what_the_server_tells_or_what_the_clock_shows(provider):
    told = Reply(text="a b", prompt_tokens=1000, cached_tokens=900, **TOLD)
    slow = Reply(
        text="a b c d", prompt_tokens=200, completion_tokens=80, delay_s=0.4, between_s=0.1
    )
    async with talking(provider, [told, slow], after_s=0.2) as (model, _):
        first, second = (await hear(model)).end, (await hear(model)).end
    assert first.cached_tokens == CACHED[provider.name]
    if provider.name != "anthropic":  # its usage tells no times
        assert (first.prompt_speed, first.speed) == (80, 20)
    assert 200 / 4 < second.prompt_speed < 200 / 0.4
    assert 80 / 4 < second.speed < 80 / 0.2


async def test_a_reply_that_is_slow_to_begin_says_how_much_is_read_and_how_long_it_takes(provider):
    request = replace(HELLO, messages=(Message("user", "word " * 1000),))
    late = Reply(text="ok", delay_s=0.4, prompt_tokens=1500, prompt_speed=100)
    async with talking(provider, [late, late, late, "ok"], after_s=0.2) as (model, _):
        (first,), _, (third,) = [(await hear(model, request)).waits for _ in range(3)]
        assert (await hear(model, request)).waits == []
    if provider.name == "ollama":
        assert first == "Loading m…"
    else:
        assert first == "m is reading 1,400 tokens…"
    assert third.startswith("m is reading 1,400 tokens, about ")
    assert provider.name == "anthropic" or third.endswith(" 14 s…")


async def test_parallel_tool_calls_come_whole_with_ids_of_their_own(provider):
    calls = [("web_search", {"query": 'a "b" ü'}), ("web_search", {"query": "c", "count": 3})]
    async with talking(provider, [Reply(text="Let me look.", tool_calls=calls)]) as (model, _):
        heard = await hear(model, WITH_TOOLS)
    assert heard.asked == calls
    assert len({call.id for call in heard.calls} - {""}) == 2
    assert (heard.text, heard.end.stop_reason) == ("Let me look.", "tool_calls")


async def test_a_round_of_tools_is_told_back(provider):
    turns = (
        *HELLO.messages,
        Message(
            "assistant",
            "Let me look.",
            tool_calls=(
                ToolCall("id-1", "web_search", {"query": "a"}),
                ToolCall("id-2", "web_search", {"query": "b"}),
            ),
        ),
        Message("tool", "first result", tool_call_id="id-1", tool_name="web_search"),
        Message("tool", "second result", tool_call_id="id-2", tool_name="web_search"),
        Message("user", "You may answer now, or search again."),
    )
    request = replace(WITH_TOOLS, messages=turns)
    async with talking(provider, ["Done.", "Done."]) as (model, fake):
        assert (await hear(model, request)).text == "Done."
        assert (await hear(model, replace(request, tools=()))).text == "Done."
    for sent in fake.requests:
        told = json.dumps(sent["messages"])
        for words in ("Let me look.", "first result", "second result", "You may answer now"):
            assert words in told


async def test_system_and_user_messages_anywhere_are_legal(provider):
    turns = tuple(
        Message(role, text)
        for role, text in [
            ("system", "One."),
            ("system", "Two."),
            ("user", "Three."),
            ("system", "Four."),
            ("user", "Five."),
            ("assistant", "Six."),
            ("system", "Seven."),
        ]
    )
    async with talking(provider, ["ok"]) as (model, fake):
        assert (await hear(model, ChatRequest(turns))).text == "ok"
    told = fake.requests[0]
    roles = [message["role"] for message in told["messages"] if message["role"] != "system"]
    assert roles == ["user", "assistant", "user"]
    for word in ("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven."):
        assert word in json.dumps(told)


async def test_a_reply_to_a_schema_is_json_text_and_nothing_else(provider):
    verdict = {"verdict": "revise", "reason": "Not said in the source."}
    async with talking(provider, [Reply(json=verdict)]) as (model, _):
        heard = await hear(model, replace(WITH_TOOLS, schema=VERDICT))
    assert json.loads(heard.text) == verdict
    assert (heard.calls, heard.end.stop_reason) == ([], "stop")


async def test_what_is_asked_of_the_sampling_is_sent(provider):
    asked = replace(HELLO, temperature=0.2, max_tokens=77)
    async with talking(provider, ["ok"], top_p=0.9) as (model, fake):
        await hear(model, asked)
    sent = {**fake.requests[0], **fake.requests[0].get("options", {})}
    assert (sent["temperature"], sent["top_p"]) == (0.2, 0.9)
    assert 77 in (sent.get("max_tokens"), sent.get("num_predict"))


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(text="one two three", drop_after=2), ""),
        (Reply(text="one two", ends=False), ""),
        (Reply(text="one two", error="the runner died"), "the runner died"),
    ],
    ids=["breaks", "has no end", "tells an error"],
)
async def test_a_stream_that_ends_in_the_middle_is_an_interruption(provider, reply, said):
    async with talking(provider, [reply]) as (model, fake):
        heard = await hear(model)
    assert heard.text == "one two"
    assert isinstance(heard.error, StreamInterrupted)
    assert said in heard.error.message
    assert len(fake.requests) == 1, "what has begun is not asked again"


async def test_what_fails_before_anything_came_is_tried_again(provider):
    failing = [Reply(text="one", drop_after=0), "two", Reply(error="the runner died"), "three"]
    async with talking(provider, failing) as (model, _):
        broken, told = await hear(model), await hear(model)
    assert (broken.text, told.text) == ("two", "three")
    assert any("Trying again" in wait for wait in broken.waits)


async def test_a_rate_limit_is_waited_for_as_long_as_the_server_asks_but_no_hour(provider):
    limited, for_an_hour = (
        Reply(status=429, error="slow down", headers={"retry-after": after})
        for after in ("0.3", "3600")
    )
    async with talking(provider, [limited, "ok", for_an_hour]) as (model, fake):
        began = time.monotonic()
        heard = await hear(model)
        assert time.monotonic() - began >= 0.3
        refused = await hear(model)
    assert heard.text == "ok"
    assert any("slow down" in wait for wait in heard.waits)
    assert isinstance(refused.error, RateLimited)
    assert refused.error.retry_after_s == 3600
    assert len(fake.requests) == 3


@pytest.mark.parametrize(
    "body",
    [
        b"nonsense\n\n",
        b"data: {\n\nevent: content_block_delta\ndata: {oops\n\n",
        b"<html>502</html>",
    ],
    ids=["text", "half JSON", "web page"],
)
async def test_garbage_is_a_bad_response_and_not_tried_again(provider, body):
    async with talking(provider, [Reply(raw=body)]) as (model, fake):
        heard = await hear(model)
    assert heard.text == ""
    assert isinstance(heard.error, BadResponse)
    assert len(fake.requests) == 1


@pytest.mark.parametrize(
    ("reply", "kind", "requests"),
    [
        (Reply(status=401, error=f"The key {KEY} is wrong: sk-other1"), AuthenticationFailed, 1),
        (Reply(status=500, error="out of memory"), ServerFailed, 3),
        # the words of llama.cpp, in captures of 2026-11
        (
            Reply(
                status=400,
                error="request (43899 tokens) exceeds the available context size (16384 tokens)",
            ),
            ContextOverflow,
            1,
        ),
    ],
)
async def test_a_refusal_hides_the_key_and_a_failure_tries_again(provider, reply, kind, requests):
    async with talking(provider, [reply] * 5) as (model, fake):
        heard = await hear(model)
    assert isinstance(heard.error, kind)
    assert reply.error[-4:] in heard.error.message or kind is AuthenticationFailed
    assert "sk-" not in str(heard.error)
    assert (len(fake.requests), len(heard.waits)) == (requests, requests - 1)


async def test_an_unknown_model_says_which_and_what_to_do(provider):
    async with talking(provider, name="nope") as (model, _):
        heard = await hear(model)
    assert isinstance(heard.error, ModelNotFound)
    assert "'nope'" in heard.error.message
    remedy = "ollama pull nope" if provider.name == "ollama" else "models list"
    assert remedy in heard.error.remedy


async def test_a_silence_before_or_in_a_reply_is_a_timeout(provider):
    limits = replace(QUICK, first_token_s=0.3, between_tokens_s=0.2)
    replies = [Reply(text="one two", hang_after=1), Reply(text="late", delay_s=3)]
    async with talking(provider, replies, limits=limits) as (model, fake):
        await model.context_tokens()
        heard = await hear(model)
        assert heard.text == "one"
        assert isinstance(heard.error, ModelTimeout)
        assert len(fake.requests) == 1
        await until(lambda: fake.disconnects, 3)
        fake.disconnects.clear()
        assert isinstance((await hear(model)).error, ModelTimeout)
        await until(lambda: fake.disconnects, 3)


@pytest.mark.parametrize(
    ("url", "pause_s"), [("http://127.0.0.1:9/v1", 120), ("https://models.example/v1", 60)]
)
def test_a_server_here_may_pause_as_long_as_it_takes_to_read_another_prompt(url: str, pause_s: int):
    assert OpenAIClient(url).limits.between_tokens_s == pause_s


@pytest.mark.parametrize("how", ["cancel", "close", "close, and cancel while it closes"])
async def test_stop_ends_the_request_within_200_ms(provider, how):
    reply = Reply(text="one two", hang_after=1)
    async with talking(provider, [reply]) as (model, fake):
        arrived: list[str] = []

        async def listen() -> None:
            async with aclosing(model.stream(HELLO)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, TextPiece):
                        arrived.append(piece.text)
                        if how != "cancel":
                            return

        task = asyncio.create_task(listen())
        await until(lambda: arrived, 3)
        stopped = time.monotonic()
        if how != "close":
            task.cancel()
        await asyncio.wait({task})
        await until(lambda: fake.disconnects, 3)
    assert fake.disconnects[0] - stopped < 0.2
    assert arrived == ["one"]


async def test_nobody_at_home_is_told_at_once_with_the_address(provider):
    url = f"http://127.0.0.1:{free_port()}"
    model = provider.client(url, KEY, model="m")
    heard = await hear(model)
    await model.aclose()
    assert isinstance(heard.error, ModelUnreachable)
    assert url in heard.error.message
    assert "nothing is listening" in heard.error.message


async def test_a_certificate_for_another_name_is_told_as_such(provider, tmp_path):
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    authority.issue_cert("elsewhere.example").private_key_and_cert_chain_pem.write_to_path(
        tmp_path / "server.pem"
    )
    fake = provider.fake(replies=["ok"])
    pem = str(tmp_path / "server.pem")
    trust = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
    with serve(fake.app, certificate=(pem, pem)) as url:
        transport = LedgerTransport("model", httpx.AsyncHTTPTransport(verify=trust))
        model = provider.client(url, KEY, model="m", transport=transport)
        heard = await hear(model)
        await model.aclose()
    assert isinstance(heard.error, ModelUnreachable)
    assert "certificate is not valid for '127.0.0.1'" in heard.error.message


async def test_the_network_switch_is_obeyed_and_traffic_is_reported(provider):
    uses: list[OutboundRequest] = []
    transport = LedgerTransport("model")
    remote = provider.client("http://198.51.100.7", KEY, model="m", transport=transport)
    with network_scope(uses.append, offline=True):
        heard = await hear(remote)
    await remote.aclose()
    assert isinstance(heard.error, Offline)
    async with talking(provider, ["ok"]) as (model, _):
        with network_scope(uses.append, offline=True):
            assert (await hear(model)).text == "ok"
    assert {use.host for use in uses} == {"127.0.0.1"}
    assert all(use.bytes_sent and use.bytes_received for use in uses)


HOSTED = pytest.mark.parametrize("provider", PROVIDERS[1:], ids=lambda p: p.name, indirect=False)


@HOSTED
async def test_half_an_argument_at_the_token_limit_is_a_failed_call(provider):
    # as captured from llama.cpp: finish_reason length and half a JSON string
    cut = Reply(tool_calls=[("web_search", '{"query": "the capi')], stop="length")
    async with talking(provider, [cut]) as (model, _):
        heard = await hear(model, WITH_TOOLS)
    assert (heard.asked, heard.end.stop_reason) == ([("web_search", {})], "length")
    assert "token limit" in heard.calls[0].error
