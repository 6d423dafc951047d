"""What is wrong with a server, told by trying it: every kind of trouble on a real socket."""

import asyncio
import socket
from contextlib import asynccontextmanager

import httpx
import pytest
import trustme

from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.diagnosis import DiagnosisRequest, diagnose
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
    trial = DiagnosisRequest(settings, provider, key, lambda: LedgerTransport("model"))
    return await diagnose(trial, within_s)


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


async def test_a_server_with_the_model_is_ready():
    with serve(FakeOllama(models=["qwen3:4b"]).app) as url:
        found = await tried("ollama", url, model="qwen3:4b")
    assert (found.finding, found.ok, found.models, found.url) == ("ready", True, 1, url)


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


async def test_a_key_that_is_refused_is_not_a_key_that_is_missing():
    fake = FakeOpenAI(key="sk-right")
    with serve(fake.app) as url:
        assert (await tried("openai", f"{url}/v1", key="sk-wrong-1")).finding == "key_refused"
        assert (await tried("openai", f"{url}/v1")).finding == "no_key"
        assert (await tried("openai", f"{url}/v1", key="sk-right")).finding == "ready"


async def test_a_forbidden_key_is_refused_and_stands_in_no_word_of_the_finding():
    body = b'{"error": {"message": "sk-secret-12345678 may not do this", "type": "x"}}'
    with serve(answering(403, body, "application/json")) as url:
        found = await tried("openai", f"{url}/v1", key="sk-secret-12345678")
    assert found.finding == "key_refused"
    assert "secret" not in repr(found)


async def test_an_address_without_v1_is_found_and_the_right_one_named():
    with serve(FakeOpenAI(models=["m"]).app) as url:
        found = await tried("openai", url)
    assert (found.finding, found.better_url) == ("wrong_path", f"{url}/v1")
    assert found.better_provider == "openai"


async def test_an_address_with_v1_too_many_is_found_and_the_right_one_named():
    with serve(FakeAnthropic(key="k-123456").app) as url:
        found = await tried("anthropic", f"{url}/v1", key="k-123456")
    assert (found.finding, found.better_url) == ("wrong_path", url)


async def test_a_path_that_leads_nowhere_names_no_other():
    with serve(answering(404, b"not found", "text/plain")) as url:
        found = await tried("openai", f"{url}/api")
    assert (found.finding, found.better_url) == ("wrong_path", "")


async def test_an_ollama_address_given_as_openai_is_answered_by_the_right_provider():
    with serve(FakeOllama(models=["m"]).app) as url:
        found = await tried("openai", f"{url}/v1")
    assert (found.finding, found.better_provider, found.better_url) == (
        "other_server",
        "ollama",
        url,
    )


async def test_an_openai_server_given_as_ollama_is_answered_by_the_right_provider():
    with serve(FakeOpenAI(models=["m"]).app) as url:
        found = await tried("ollama", url)
    assert (found.finding, found.better_provider, found.better_url) == (
        "other_server",
        "openai",
        f"{url}/v1",
    )


@pytest.mark.parametrize("provider", ["ollama", "openai", "anthropic"])
async def test_a_web_page_in_the_place_of_a_server_is_another_kind_of_server(provider):
    with serve(answering(200, PAGE)) as url:
        found = await tried(provider, url, key="sk-123456")
    assert (found.finding, found.better_url) == ("other_server", "")


async def test_the_key_is_not_sent_in_another_provider_s_name():
    fake = FakeOllama(models=["m"])
    with serve(fake.app) as url:
        await tried("openai", f"{url}/v1", key="sk-secret-12345678")
    assert not any("secret" in str(headers) for headers in fake.headers)


async def test_a_model_that_is_set_but_not_installed_can_be_got():
    with serve(FakeOllama(models=["other:1b"]).app) as url:
        found = await tried("ollama", url, model="qwen3:4b")
    assert (found.finding, found.pullable) == ("model_missing", "qwen3:4b")


@pytest.mark.parametrize("models", [[], [Model(name="e", capabilities=("embedding",))]])
async def test_an_ollama_without_a_model_that_chats_offers_one(models):
    with serve(FakeOllama(models=models).app) as url:
        found = await tried("ollama", url)
    assert (found.finding, found.pullable) == ("no_models", "qwen3:4b")


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


async def test_too_many_requests_is_told_as_a_busy_server():
    body = b'{"error": {"message": "slow down", "type": "rate_limit_error"}}'
    with serve(answering(429, body, "application/json")) as url:
        assert (await tried("openai", f"{url}/v1", key="sk-1")).finding == "busy"


async def test_a_failing_server_is_told_in_its_own_words():
    with serve(answering(500, b'{"error": "the disk is on fire"}', "application/json")) as url:
        found = await tried("ollama", url)
    assert found.finding == "failed"
    assert "the disk is on fire" in found.detail


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
        await diagnose(DiagnosisRequest(settings, "openai", None, transport))
    assert len(opened) > 1
    assert all(each.closed for each in opened)
