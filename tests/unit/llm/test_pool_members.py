"""The members of a swarm, asked of the pool as the program does."""

import asyncio

from desktop_agent.core.settings import LlmSettings
from desktop_agent.llm.pool import ModelPool
from desktop_agent.web.ledger import LedgerTransport
from tests.servers.loopback import serve
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
    return ModelPool(LlmSettings(**settings), lambda _provider: key, transports or Transports())


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
    members = await pool.members(specs, offline=True, tell=told.append)
    assert [member.name for member in members] == ["a"]
    assert [("b at models.example.org" in told[0]), ("c at api.anthropic.com" in told[1])] == [
        True,
        True,
    ]
    assert len(await pool.members(specs, tell=told.append)) == 3
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
