"""Every captured answer of real servers to a call that this program makes ends as it should."""

import fnmatch
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import numpy as np
import pytest

from desktop_agent.core.errors import (
    AgentError,
    BadResponse,
    CapabilityMissing,
    ContextOverflow,
    ModelNotFound,
    ServerFailed,
    StreamInterrupted,
)
from desktop_agent.llm.embedding import BatchedEmbedder
from desktop_agent.llm.providers.anthropic import AnthropicClient
from desktop_agent.llm.providers.endpoint import RetryPolicy
from desktop_agent.llm.providers.ollama import OllamaClient
from desktop_agent.llm.providers.openai import OpenAIClient
from tests.servers.captures import Capture, read_captures, replaying
from tests.servers.loopback import serve
from tests.unit.llm.hearing import Heard, hear

FILES = ("ollama", "llama_server")

SKIPPED = {
    "104_wrong_method": "GET /api/chat: only POST is sent",
    # answers to requests without "stream", which this program never sends; the protocol of the
    # answer is another one (Ollama's is the same but for the chunks, and is played)
    **dict.fromkeys(
        [
            "03_chat",
            "04_chat_nothink",
            "06_tool_required",
            "07_tool_named",
            "09_required_random_model_biased",
            "10_json_schema_random_seed*",
            "20_messages",
            "23_messages_tool",
            "26_messages_tool_choice_any",
            "27_messages_no_max_tokens",
            "123_v1_chat",
            "126_v1_tool",
            "131_v1_json_schema",
            "140_messages",
            "143_messages_tool",
            "148_messages_tool_result",
        ],
        "asked without streaming",
    ),
}
ERRORS: dict[str, type[AgentError]] = {
    "015_chat_think_badlevel": BadResponse,
    "026_tools_unsupported": CapabilityMissing,
    "027_think_unsupported": CapabilityMissing,
    "028_tool_roundtrip_args_string": BadResponse,
    "032_format_bad": ServerFailed,
    "040_model_missing": ModelNotFound,
    "041_no_model": BadResponse,
    "042_bad_json": BadResponse,
    "043_empty_body": BadResponse,
    "044_bad_model_name": ModelNotFound,
    "046_bad_option_type": ServerFailed,
    "048_embed_model_chat": CapabilityMissing,
    "049_images_unsupported": CapabilityMissing,
    "054_context_overflow": ContextOverflow,
    "055_context_overflow_truncate_false": ContextOverflow,
    "056_client_abort": StreamInterrupted,
    "163_keepalive_string_bad": BadResponse,
    "166_runner_killed_midstream": BadResponse,  # the recording ends in the middle of a line
    "170_queue_[123567]": ServerFailed,
    "127_v1_missing": ModelNotFound,
    "128_v1_bad": BadResponse,
    "145_messages_missing_model": ModelNotFound,
    "146_messages_no_max_tokens": BadResponse,
    "05_tool_stream_seed2": StreamInterrupted,  # the recording ends too early
    "12_missing_model": ModelNotFound,
    "13_bad_json": ServerFailed,
    "14_no_messages": BadResponse,
    "15_ctx_overflow": ContextOverflow,
    "25_messages_err": ModelNotFound,
}
CUT_CALLS = ["024_*", "025_*", "160_think_then_truncated_tool_seed[023]"]
"""Ollama could not read the call that the token limit cut: a failed call, not an error."""


def matching(name: str, patterns: Any) -> str | None:
    return next((p for p in patterns if fnmatch.fnmatchcase(name, p)), None)


@pytest.fixture(params=FILES)
def captures(request: pytest.FixtureRequest, shared_fixtures: Any) -> list[Capture]:
    return read_captures(shared_fixtures / request.param / "captures.jsonl")


@pytest.fixture
async def transport() -> AsyncIterator[httpx.AsyncBaseTransport]:
    """One for all models of a test: making one loads all certificates of the system."""
    transport = httpx.AsyncHTTPTransport()
    yield transport
    await transport.aclose()


def of_path(captures: list[Capture], path: str) -> list[Capture]:
    return [c for c in captures if c.path == path and not matching(c.name, SKIPPED)]


def lines_of(body: str) -> Iterator[dict[str, Any]]:
    for line in body.splitlines():
        data = line.removeprefix("data: ")
        if data.startswith("{"):
            try:
                yield json.loads(data)
            except ValueError:
                return


def spoken_by_ollama(body: str) -> "Spoken":
    messages = [line["message"] for line in lines_of(body) if "message" in line]
    calls = [call["function"] for m in messages for call in m.get("tool_calls", ())]
    return (
        "".join(m["content"] for m in messages),
        "".join(m.get("thinking", "") for m in messages),
        [(call["name"], call["arguments"]) for call in calls],
    )


def spoken_by_openai(body: str) -> "Spoken":
    deltas = [c["delta"] for line in lines_of(body) for c in line["choices"]]
    calls: dict[int, list[str]] = {}
    for part in (part for delta in deltas for part in delta.get("tool_calls", ())):
        name, arguments = calls.setdefault(part["index"], ["", ""])
        function = part["function"]
        calls[part["index"]] = [
            name or function.get("name", ""),
            arguments + function.get("arguments", ""),
        ]
    return (
        "".join(d.get("content") or "" for d in deltas),
        "".join(d.get("reasoning_content") or d.get("reasoning") or "" for d in deltas),
        [(name, arguments) for name, arguments in calls.values()],
    )


def spoken_by_anthropic(body: str) -> "Spoken":
    events = list(lines_of(body))
    deltas = [e["delta"] for e in events if e["type"] == "content_block_delta"]
    starts = {e["index"]: e["content_block"] for e in events if e["type"] == "content_block_start"}
    arguments = dict.fromkeys((i for i, b in starts.items() if b["type"] == "tool_use"), "")
    for event in events:
        if event["type"] == "content_block_delta" and event["index"] in arguments:
            arguments[event["index"]] += event["delta"]["partial_json"]
    return (
        "".join(d.get("text", "") for d in deltas),
        "".join(d.get("thinking", "") for d in deltas),
        [(starts[i]["name"], text) for i, text in arguments.items()],
    )


Spoken = tuple[str, str, list[Any]]


def check(capture: Capture, heard: Heard, spoken_by: Callable[[str], Spoken]) -> None:
    name = capture.name
    text, thinking, calls = spoken_by(capture.body) if capture.status == 200 else ("", "", [])
    wanted = ERRORS.get(matching(name, ERRORS) or "")
    if wanted is not None:
        assert type(heard.error) is wanted, (name, heard.error)
        assert heard.error.message.count("http://127.0.0.1") == 1, name
    else:
        assert heard.error is None, (name, heard.error)
    if capture.status == 200:
        assert (heard.text, heard.thinking) == (text, thinking), name
    if matching(name, CUT_CALLS):
        assert [call.name for call in heard.calls] == ["read_file"], name
        assert heard.calls[0].error, name
        assert heard.end.stop_reason == "length", name
    elif wanted is None:
        assert heard.asked == [
            (n, a if isinstance(a, dict) else json.loads(a)) for n, a in calls
        ], name
        assert len({call.id for call in heard.calls}) == len(calls), name
        timings = [line["timings"] for line in lines_of(capture.body) if "timings" in line]
        if timings:
            told = (timings[-1]["cache_n"], round(timings[-1]["prompt_per_second"], 1))
            assert (heard.end.cached_tokens, heard.end.prompt_speed) == told, name
        if heard.end.stop_reason != "length":
            assert heard.end.stop_reason == ("tool_calls" if calls else "stop"), name


ONCE = RetryPolicy(retries=0)


async def test_ollama_chats(shared_fixtures, transport):
    captures = read_captures(shared_fixtures / "ollama" / "captures.jsonl")
    show = next(c for c in captures if c.name == "080_show")
    chats = of_path(captures, "/api/chat")
    assert len(chats) > 50
    with serve(replaying(chats, also=[show])) as url:
        for capture in chats:
            model = OllamaClient(f"{url}/{capture.name}", model="m", transport=transport)
            model.limits = ONCE
            heard = await hear(model)
            check(capture, heard, spoken_by_ollama)


async def test_chat_completions(captures, transport):
    chats = of_path(captures, "/v1/chat/completions")
    assert chats
    with serve(replaying(chats)) as url:
        for capture in chats:
            model = OpenAIClient(f"{url}/{capture.name}/v1", model="nope", transport=transport)
            model.limits = ONCE
            heard = await hear(model)
            check(capture, heard, spoken_by_openai)


async def test_messages(captures, transport):
    chats = of_path(captures, "/v1/messages")
    assert chats
    with serve(replaying(chats)) as url:
        for capture in chats:
            model = AnthropicClient(f"{url}/{capture.name}", model="nope", transport=transport)
            model.limits = ONCE
            heard = await hear(model)
            check(capture, heard, spoken_by_anthropic)


async def test_lists_of_models(captures):
    lists = of_path(captures, "/v1/models")
    with serve(replaying(lists)) as url:
        for capture in lists:
            server = OpenAIClient(f"{url}/{capture.name}/v1", None)
            models = {model.name: model.context_length for model in await server.list_models()}
            await server.aclose()
            assert list(models) == [m["id"] for m in json.loads(capture.body)["data"]]
            if "all-minilm" in models:
                assert models["all-minilm"] == 512


async def test_what_ollama_has_and_has_loaded(shared_fixtures):
    captures = read_captures(shared_fixtures / "ollama" / "captures.jsonl")
    by_name = {capture.name: capture for capture in captures}
    tags = json.loads(by_name["003_tags"].body)["models"]
    show = json.loads(by_name["080_show"].body)
    shown, details = show["model_info"], show["details"]
    (length,) = (value for name, value in shown.items() if name.endswith(".context_length"))
    for ps in ("051_ps", "053_ps_after"):
        also = [by_name["003_tags"], by_name["080_show"]]
        with serve(replaying([by_name[ps]], also=also)) as url:
            server = OllamaClient(f"{url}/{ps}")
            models = await server.list_models()
            await server.aclose()
        assert [model.name for model in models] == [tag["name"] for tag in tags]
        assert [m.size_bytes for m in models] == [tag["size"] for tag in tags]
        assert all(set(m.capabilities) == {"tools", "thinking", "completion"} for m in models)
        assert {m.context_length for m in models} == {length}
        assert {m.parameters for m in models} == {details["parameter_size"]}
        assert {m.quantisation for m in models} == {details["quantization_level"]}
        loaded = {entry["name"] for entry in json.loads(by_name[ps].body)["models"]}
        assert {m.name for m in models if m.loaded} == loaded
    with serve(replaying([by_name["081_show_missing"]])) as url:
        model = OllamaClient(f"{url}/081_show_missing", model="nope")
        with pytest.raises(ModelNotFound):
            await model.context_tokens()
        await model.aclose()


async def test_pulls_and_deletions(shared_fixtures):
    captures = read_captures(shared_fixtures / "ollama" / "captures.jsonl")
    ends: dict[str, type[AgentError] | None] = {
        "090_pull_offline_stream": ServerFailed,
        "091_pull_offline_nostream": ServerFailed,
        "094_delete": None,
        "095_delete_missing": ModelNotFound,
        "150_delete_my_agent": None,
        "151_delete_q": None,
    }
    managed = [c for c in captures if c.path in ("/api/pull", "/api/delete")]
    assert {c.name for c in managed} == set(ends)
    with serve(replaying(managed)) as url:
        for capture in managed:
            server = OllamaClient(f"{url}/{capture.name}")
            caught = None
            try:
                if capture.path == "/api/delete":
                    await server.delete("m")
                else:
                    _ = [step async for step in server.pull("m")]
            except AgentError as error:
                caught = type(error)
            await server.aclose()
            assert caught is ends[capture.name], capture.name


# --- Embedding


@pytest.fixture
def url(shared_fixtures):
    ollama = read_captures(shared_fixtures / "ollama" / "captures.jsonl")
    llama = read_captures(shared_fixtures / "llama_server" / "captures.jsonl")
    with serve(replaying([*ollama, *llama])) as url:
        yield url


async def rows(bare, texts):
    embedder = BatchedEmbedder(bare)
    try:
        return await embedder.embed(texts, "document")
    finally:
        await embedder.aclose()


def openai(model, url):
    return OpenAIClient(f"{url}/v1", model=model)


def ollama(model, url):
    return OllamaClient(url, model=model)


async def test_the_same_texts_have_the_same_vectors_whichever_way_they_are_asked_for(url):
    own = await rows(ollama("all-minilm", f"{url}/071_embed_many"), ["a", "b"])
    listed = openai("all-minilm", f"{url}/129_v1_embeddings")
    packed = openai("all-minilm", f"{url}/130_v1_embeddings_b64")
    llama = openai("all-minilm", f"{url}/16_embeddings")
    assert own.shape == (await rows(llama, ["hello", "world"])).shape == (2, 384)
    assert np.allclose(np.linalg.norm(own, axis=1), 1)
    assert np.allclose(await rows(listed, ["a", "b"]), own, atol=1e-6)
    assert np.allclose(await rows(packed, ["a"]), own[:1], atol=1e-6)


@pytest.mark.parametrize(
    ("embedding", "name", "kind"),
    [
        (ollama, "072_embed_too_long_truncate_false", ContextOverflow),
        (ollama, "074_embed_chat_model", CapabilityMissing),
        (ollama, "075_embed_missing", ModelNotFound),
        (ollama, "078_embed_badtype", BadResponse),
        (openai, "17_embeddings_nonembed", CapabilityMissing),
    ],
)
async def test_the_refusals_of_ollama_and_llama_cpp_are_told_apart(url, embedding, name, kind):
    with pytest.raises(kind):
        await rows(embedding("m", f"{url}/{name}"), ["hello"])
