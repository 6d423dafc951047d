"""What is wrong with a server, told by trying it: every kind of trouble on a real socket."""

import asyncio
import socket
from contextlib import asynccontextmanager

import httpx
import pytest
import trustme

from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.diagnosis import diagnose
from desktop_agent.web.ledger import LedgerTransport, network_scope
from tests.servers.anthropic import FakeAnthropic
from tests.servers.exchange import application
from tests.servers.loopback import free_port, serve
from tests.servers.ollama import FakeOllama, Model
from tests.servers.openai_compat import FakeOpenAI

PAGE = b"<!doctype html><title>Router</title><h1>Welcome</h1>"


async def tried(provider, url, *, key=None, within_s=8.0, model=""):
    settings = LlmSettings.model_validate(
        {"provider": provider, f"{provider}_url": url, "model": model, "connect_timeout_s": 2}
    )
    return await diagnose(settings, provider, key, lambda: LedgerTransport("model"), within_s)


def answering(status, body=b"", content_type="text/html"):
    async def answer(exchange):
        await exchange.answer(status, body, content_type)

    return application(answer)


@asynccontextmanager
async def hanging():
    """A server that accepts and then says nothing."""
    open_connections = []

    async def accept(_reader, writer):
        open_connections.append(writer)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for writer in open_connections:
            writer.close()


KEYED = FakeOpenAI(key="sk-right").app
LLAMA = FakeOllama(models=["a:1b"]).app
EMBEDDING = FakeOllama(models=[Model(name="e", capabilities=("embedding",))]).app
SLOW_DOWN = answering(429, b'{"error": {"message": "slow down"}}', "application/json")
ON_FIRE = answering(500, b'{"error": "the disk is on fire"}', "application/json")


@pytest.mark.parametrize(
    ("app", "provider", "path", "more", "told"),
    [
        (LLAMA, "ollama", "", {"model": "a:1b"}, {"finding": "ready", "models": 1}),
        (LLAMA, "ollama", "", {"model": "b:4b"}, {"finding": "model_missing", "pullable": "b:4b"}),
        (EMBEDDING, "ollama", "", {}, {"finding": "no_models", "pullable": "qwen3:4b"}),
        (FakeOllama(models=[]).app, "ollama", "", {}, {"finding": "no_models"}),
        (KEYED, "openai", "/v1", {"key": "sk-right"}, {"finding": "ready", "models": 1}),
        (KEYED, "openai", "/v1", {"key": "sk-wrong"}, {"finding": "key_refused"}),
        (KEYED, "openai", "/v1", {}, {"finding": "no_key"}),
        (SLOW_DOWN, "openai", "/v1", {"key": "sk-1"}, {"finding": "busy"}),
        (ON_FIRE, "ollama", "", {}, {"finding": "failed"}),
        (answering(404), "openai", "/api", {}, {"finding": "wrong_path"}),
        *(
            (answering(200, PAGE), provider, "", {"key": "sk-1"}, {"finding": "other_server"})
            for provider in ("ollama", "openai", "anthropic")
        ),
    ],
)
async def test_what_is_wrong_with_a_server_is_told_with_the_model_to_get(
    app, provider, path, more, told
):
    with serve(app) as url:
        found = await tried(provider, url + path, **more)
    assert {name: getattr(found, name) for name in told} == told
    assert found.ok == (told["finding"] == "ready")
    assert found.url == url + path
    assert found.better_url == ""
    assert ("the disk is on fire" in found.detail) == (app is ON_FIRE)


@pytest.mark.parametrize(
    ("app", "provider", "path", "finding", "better_provider", "better_path"),
    [
        (FakeOpenAI().app, "openai", "", "wrong_path", "openai", "/v1"),
        (FakeAnthropic(key="sk-1").app, "anthropic", "/v1", "wrong_path", "anthropic", ""),
        (LLAMA, "openai", "/v1", "other_server", "ollama", ""),
        (FakeOpenAI().app, "ollama", "", "other_server", "openai", "/v1"),
    ],
)
async def test_where_the_right_address_or_provider_answers_it_is_named(
    app, provider, path, finding, better_provider, better_path
):
    with serve(app) as url:
        found = await tried(provider, url + path, key="sk-1")
    better = (found.finding, found.better_provider, found.better_url)
    assert better == (finding, better_provider, url + better_path)


@pytest.mark.parametrize("provider", ["ollama", "openai", "anthropic"])
async def test_a_closed_port_is_told_as_nothing_listening(provider):
    found = await tried(provider, f"http://127.0.0.1:{free_port()}/v1", key="sk-123456")
    assert found.finding == "refused"


@pytest.mark.parametrize("provider", ["ollama", "openai", "anthropic"])
async def test_a_name_that_nobody_knows_is_told_as_such(provider, monkeypatch):
    def look_up(*_args, **_options):  # as the system answers; a test asks no real name server
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    found = await tried(provider, "http://nowhere.invalid:1234/v1", key="sk-123456")
    assert found.finding == "unknown_name"


@pytest.mark.parametrize("provider", ["ollama", "openai", "anthropic"])
async def test_a_server_that_says_nothing_is_told_as_a_timeout(provider):
    async with hanging() as url:
        found = await tried(provider, url, key="sk-123456", within_s=0.6)
    assert found.finding == "timeout"


@pytest.mark.parametrize("url", ["not a url", "ftp://example.org", "http://", "http://h:99999"])
@pytest.mark.parametrize("provider", ["ollama", "openai", "anthropic"])
async def test_what_is_no_address_is_told_as_such(provider, url):
    assert (await tried(provider, url, key="sk-123456")).finding == "bad_address"


async def test_a_forbidden_key_is_refused_and_stands_in_no_word_of_the_finding():
    body = b'{"error": {"message": "sk-secret-12345678 may not do this", "type": "x"}}'
    with serve(answering(403, body, "application/json")) as url:
        found = await tried("openai", f"{url}/v1", key="sk-secret-12345678")
    assert found.finding == "key_refused"
    assert "secret" not in repr(found)


async def test_the_key_is_not_sent_in_another_provider_s_name():
    fake = FakeOllama(models=["m"])
    with serve(fake.app) as url:
        await tried("openai", f"{url}/v1", key="sk-secret-12345678")
    assert any(path.startswith("GET /api/") for path in fake.paths)
    for path, headers in zip(fake.paths, fake.headers, strict=True):
        own = path.endswith("/models") and "x-api-key" not in headers
        assert own or "secret" not in str(headers), path


async def test_a_certificate_that_nobody_vouches_for_is_told_as_tls(tmp_path):
    issued = trustme.CA().issue_cert("127.0.0.1")
    chain, private = tmp_path / "cert.pem", tmp_path / "key.pem"
    issued.private_key_pem.write_to_path(private)
    for part in issued.cert_chain_pems:
        part.write_to_path(chain, append=True)
    with serve(FakeOpenAI().app, certificate=(str(chain), str(private))) as url:
        found = await tried("openai", f"{url}/v1", key="sk-123456")
    assert found.finding == "tls"


async def test_https_where_http_is_spoken_is_told_as_tls():
    with serve(FakeOllama().app) as url:
        found = await tried("ollama", url.replace("http:", "https:"))
    assert found.finding == "tls"


async def test_the_switch_for_the_network_is_told_as_the_reason():
    with network_scope(lambda _use: None, offline=True):
        found = await tried("openai", "http://llm.example.org/v1", key="sk-123456")
    assert found.finding == "offline"


async def test_every_connection_that_a_trial_opened_is_closed():
    opened = []

    class Watched(LedgerTransport):
        closed = False

        async def aclose(self):
            self.closed = True
            await super().aclose()

    def transport() -> httpx.AsyncBaseTransport:
        opened.append(Watched("model"))
        return opened[-1]

    with serve(answering(200, PAGE)) as url:
        settings = LlmSettings(provider="openai", openai_url=url)
        await diagnose(settings, "openai", None, transport)
    assert len(opened) > 1
    assert all(each.closed for each in opened)
