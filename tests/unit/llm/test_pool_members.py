"""The members of a swarm and the fallback of a run's model, asked of the pool as the program does."""

import asyncio

import pytest

from desktop_agent.core.errors import AgentError, ContextOverflow, ModelUnreachable
from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.base import FallbackPiece
from desktop_agent.llm.pool import ModelPool
from desktop_agent.web.ledger import LedgerTransport, is_offline, network_scope
from tests.servers.loopback import free_port, serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.servers.openai_compat import FakeOpenAI
from tests.unit.llm.hearing import hear

AWAY = "http://models.example.org:11434"


class Transports:
    """Gives transports and counts those that were closed."""

    def __init__(self):
        self.opened = 0
        self.closed = 0

    def __call__(self):
        self.opened += 1
        transport = LedgerTransport("model")
        close = transport.aclose

        async def counted():
            self.closed += 1
            await close()

        transport.aclose = counted
        return transport


def pool_of(key=None, transports=None, **settings):
    transports = transports or Transports()
    return ModelPool(LlmSettings(**settings), lambda _provider: key, transports, is_offline)


def offline():
    return network_scope(lambda _use: None, offline=True)


async def test_members_on_several_hosts_answer_each_from_its_own():
    first = FakeOllama(models=[Model(name="a")], replies=["from the first"])
    second = FakeOllama(models=[Model(name="a")], replies=["from the second"])
    third = FakeOpenAI(models=["b"], replies=["from the third"])
    with serve(first.app) as one, serve(second.app) as two, serve(third.app) as three:
        pool = pool_of(ollama_url=one)
        members = await pool.members(("a", f"ollama/a@{two}", f"openai/b@{three}/v1"))
        heard = await asyncio.gather(*map(hear, members))
        await pool.aclose()
    assert [each.text for each in heard] == ["from the first", "from the second", "from the third"]
    assert [(m.provider, m.name) for m in members] == [
        ("ollama", "a"),
        ("ollama", "a"),
        ("openai", "b"),
    ]


async def test_members_are_built_once_shared_with_the_main_model_and_closed_with_the_pool():
    transports = Transports()
    pool = pool_of(transports=transports)
    specs = ("a", "ollama/a@http://127.0.0.1:11434/", f"a@{AWAY}")
    members = await pool.members(specs)
    assert members[0] is members[1] is await pool.model("ollama", "a")
    assert members[2] is not members[0]
    assert await pool.members(specs) == members
    assert transports.opened == 2
    await pool.aclose()
    assert transports.closed == 2


async def test_offline_those_elsewhere_are_left_out_and_said_so():
    pool = pool_of()
    told = []
    specs = ("a", f"b@{AWAY}", "anthropic/c")
    with offline():
        members = await pool.members(specs, told.append)
    assert [member.name for member in members] == ["a"]
    assert [("b at models.example.org" in told[0]), ("c at api.anthropic.com" in told[1])] == [
        True,
        True,
    ]
    assert len(await pool.members(specs, told.append)) == 3
    assert len(told) == 2
    await pool.aclose()


async def test_a_stored_key_goes_to_the_server_of_the_settings_and_to_no_other():
    own = FakeOpenAI(models=["m"], replies=["hello"])
    other = FakeOpenAI(models=["m"], replies=["hello"])
    with serve(own.app) as here, serve(other.app) as there:
        pool = pool_of(key="sk-planted", openai_url=f"{here}/v1")
        for member in await pool.members(("openai/m", f"openai/m@{there}/v1")):
            assert (await hear(member)).text == "hello"
        await pool.aclose()
    assert any("sk-planted" in value for value in sent(own))
    assert not any("sk-planted" in value for value in sent(other))


def sent(fake):
    return [value for headers in fake.headers for value in headers.values()]


NOWHERE = f"http://127.0.0.1:{free_port()}"
BUSY = Reply(status=500, error="no memory is left")


async def with_fallback(
    fake, *, fallback="openai:spare", url="", asked="m", requests=1, **settings
):
    """Gives what is heard when Ollama's model is asked, and what its server and the other saw."""
    other = FakeOpenAI(models=["spare"], replies=["of the spare"] * requests)
    with serve(fake.app) as here, serve(other.app) as there:
        settings = {"fallback_model": fallback, "max_retries": 0, **settings}
        pool = pool_of(ollama_url=url or here, openai_url=f"{there}/v1", **settings)
        try:
            model = await pool.model_with_fallback("ollama", asked)
            await model.context_tokens()
            return [await hear(model) for _ in range(requests)], other
        finally:
            await pool.aclose()


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ({"url": NOWHERE}, "nothing is listening there"),
        ({"url": NOWHERE, "asked": ""}, "nothing is listening there"),
        ({"asked": "gone"}, "does not have the model 'gone'"),
        ({}, "no memory is left"),
    ],
    ids=["unreachable", "none to choose from", "not there", "fails before its first word"],
)
async def test_the_fallback_answers_the_rest_of_the_run_and_it_is_told_once(case, reason):
    (first, second), _ = await with_fallback(FakeOllama(replies=[BUSY]), requests=2, **case)
    assert (first.text, second.text) == ("of the spare", "of the spare")
    told, again = (
        (p for p in heard.pieces if isinstance(p, FallbackPiece)) for heard in (first, second)
    )
    told, again = next(told), next(again)
    assert (told.provider, told.name, again.text) == ("openai", "spare", "")
    assert reason in told.text
    assert told.text.endswith("; using spare instead.")


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(text="one two three", drop_after=2), AgentError),
        (Reply(status=400, error="the prompt is too long"), ContextOverflow),
    ],
)
async def test_a_reply_that_began_and_a_prompt_too_long_are_not_answered_by_another(reply, kind):
    (heard,), other = await with_fallback(FakeOllama(replies=[reply]))
    assert isinstance(heard.error, kind)
    assert not other.requests


async def test_offline_a_fallback_elsewhere_is_not_used_but_one_here_is():
    pool = pool_of(ollama_url=NOWHERE, openai_url=AWAY, fallback_model="openai:spare")
    with offline():
        with pytest.raises(ModelUnreachable):
            await pool.check_available("ollama", "m")
        model = await pool.model_with_fallback("ollama", "m")
    assert isinstance((await hear(model)).error, ModelUnreachable)
    await pool.aclose()
    fake = FakeOllama(replies=["from here"])
    with serve(fake.app) as url:
        pool = pool_of(ollama_url=url, openai_url=AWAY, fallback_model="m")
        with offline():
            await pool.check_available("openai", "x")
            model = await pool.model_with_fallback("openai", "x")
        assert (await hear(model)).text == "from here"
        await pool.aclose()
