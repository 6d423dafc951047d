import pytest

from desktop_agent.core.errors import AuthenticationFailed, ModelNotFound
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.pool import build_server, choose_model
from desktop_agent.web.ledger import LedgerTransport
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.servers.openai_compat import FakeOpenAI
from tests.unit.llm.hearing import hear


async def test_a_built_model_waits_for_its_server_and_keeps_thinking_apart():
    fake = FakeOllama(
        models=[Model(name="m", capabilities=("completion",))],
        replies=[Reply(status=503, error="server busy"), "<think>hm</think>Hello"],
    )
    with serve(fake.app) as url:
        settings = LlmSettings(ollama_url=url)
        model = build_server(settings, "ollama", None, LedgerTransport("model"), "m")
        heard = await hear(model)
        await model.aclose()
    assert (model.provider, model.name) == ("ollama", "m")
    assert (heard.thinking, heard.text) == ("hm", "Hello")
    assert "server busy" in heard.waits[0]


def test_an_unknown_provider_is_told_with_those_there_are():
    with pytest.raises(ModelNotFound, match="ollama, openai, anthropic"):
        build_server(LlmSettings(), "elsewhere", None)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
async def test_without_a_key_nothing_is_sent_to_a_paid_service(provider, monkeypatch):
    # keys of the environment are for the program to read, not for the client behind its back
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-environment")
    model = build_server(LlmSettings(), provider, None, LedgerTransport("model"), "m")
    heard = await hear(model)
    await model.aclose()
    assert isinstance(heard.error, AuthenticationFailed)
    assert f"keys set {provider}" in heard.error.remedy


async def test_without_a_key_a_server_of_the_user_s_own_gets_none(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
    fake = FakeOpenAI(replies=["ok"])
    with serve(fake.app) as url:
        settings = LlmSettings(openai_url=f"{url}/v1")
        model = build_server(settings, "openai", None, LedgerTransport("model"), "m")
        assert (await hear(model)).text == "ok"
        await model.aclose()
    assert "of-the-environment" not in str(fake.headers)
    assert "authorization" not in fake.headers[0]


async def chosen(models, provider="ollama"):
    fake = FakeOllama(models=models)
    with serve(fake.app) as url:
        server = build_server(LlmSettings(ollama_url=url), "ollama", None, LedgerTransport("model"))
        try:
            return await choose_model(server, provider)
        finally:
            await server.aclose()


CHAT = ("completion",)
TOOLS = ("completion", "tools")


@pytest.mark.parametrize(
    ("models", "name"),
    [
        ([("embedder", ("embedding",), True), ("a", CHAT, False)], "a:latest"),
        ([("a", CHAT, False), ("b", TOOLS, False)], "b:latest"),
        ([("a", TOOLS, False), ("b", CHAT, True)], "b:latest"),
        ([("a", CHAT, True), ("b", TOOLS, True)], "b:latest"),
        ([("a", TOOLS, False), ("b", TOOLS, False)], "a:latest"),
    ],
)
async def test_a_loaded_model_and_one_with_tools_are_preferred(models, name):
    given = [Model(name=n, capabilities=c, loaded=loaded) for n, c, loaded in models]
    assert await chosen(given) == name


async def test_with_no_model_that_chats_the_remedy_is_to_pull_one():
    with pytest.raises(ModelNotFound) as told:
        await chosen([Model(name="embedder", capabilities=("embedding",))])
    assert "ollama pull qwen3:4b" in told.value.remedy


async def test_a_list_without_capabilities_is_sorted_by_names():
    fake = FakeOpenAI(models=["text-embedding-3-small", "whisper-1", "good-chat"])
    with serve(fake.app) as url:
        server = build_server(LlmSettings(openai_url=f"{url}/v1"), "openai", "k")
        assert await choose_model(server, "openai") == "good-chat"
        await server.aclose()
