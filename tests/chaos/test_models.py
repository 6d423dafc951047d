"""The model's server dies, hangs, comes back empty: the run ends in a sentence, and the next one works."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tests.chaos.frame import Chaos
from tests.chaos.model_process import ModelProcess
from tests.chaos.outside import SHORT, ask, at, open_outside
from tests.servers.model_reply import Reply, Script


@pytest.fixture
def model():
    process = ModelProcess(between_s=0.01)
    process.start()
    yield process
    process.kill()


async def hit_in_a_run(
    chaos: Chaos, model: ModelProcess, hit: Callable[[], None], mend: Callable[[], Awaitable[None]]
) -> None:
    """Something happens to the model's server after a random event of a run; then it works again."""
    after = chaos.dice.randrange(1, 30)
    with open_outside(chaos.home) as outside:
        await chaos.fill(outside.world, **SHORT)
        outside.world.environ["DESKTOP_AGENT_LLM__OLLAMA_URL"] = model.url
        async with chaos.opened(outside.world, **SHORT) as session:
            events = await ask(session, outside.question(chaos.dice), at(after, hit))
            end = chaos.saw_run(events)
            assert end.status in ("answered", "failed", "insufficient"), events
            await mend()
            await chaos.answers(session, outside.question(chaos.dice, strategy="quick"))
        await chaos.check_again(outside.world)


@pytest.mark.fault(
    "Ollama killed",
    "SIGKILL of the model's server after a random event of a run of a random strategy; in half of "
    "the seeds it is started again while the run goes on",
)
async def test_a_model_that_is_killed_ends_the_run_in_a_sentence(chaos, model):
    comes_back = chaos.dice.random() < 0.5
    back: list[asyncio.Task[None]] = []

    def kill() -> None:
        model.kill()
        if comes_back:
            back.append(asyncio.create_task(asyncio.to_thread(model.start)))

    async def mend() -> None:
        await asyncio.gather(*back)
        if not back:
            model.kill()
            model.start()

    await hit_in_a_run(chaos, model, kill, mend)


@pytest.mark.fault(
    "Ollama hangs",
    "SIGSTOP of the model's server after a random event; in half of the seeds it goes on later",
)
async def test_a_model_that_hangs_is_given_up(chaos, model):
    goes_on_s = chaos.dice.choice([0.3, 0.8, None, None])

    def freeze() -> None:
        model.freeze()
        if goes_on_s is not None:
            asyncio.get_running_loop().call_later(goes_on_s, model.thaw)

    async def mend() -> None:
        model.thaw()

    await hit_in_a_run(chaos, model, freeze, mend)


@pytest.mark.fault(
    "Ollama comes back empty",
    "the model's server is started anew without any model, or answers with nothing, garbage, or half "
    "a line of JSON, from a random event on",
)
async def test_a_model_that_is_gone_or_says_nothing_is_told_of(chaos):
    dice = chaos.dice
    after = dice.randrange(1, 12)
    how = dice.choice(["no models", "empty", "garbage", "half a line", "500", "html"])
    with open_outside(chaos.home, between_s=0.002) as outside:
        ollama = outside.world.ollama
        async with chaos.at_work(outside.world, **SHORT) as session:
            models, script = dict(ollama.models), ollama.script
            question = outside.question(dice, model=dice.choice(["", "m"]))
            empty = at(after, lambda: _empty(ollama, how))
            end = chaos.saw_run(await ask(session, question, empty))
            assert end.status in ("answered", "failed", "insufficient")
            ollama.models.update(models)
            ollama.script = script
            await chaos.answers(session, outside.question(dice, strategy="quick"))


def _empty(ollama, how):
    if how == "no models":
        ollama.models.clear()
        return
    replies = {
        "empty": Reply(text=""),
        "garbage": Reply(raw=b"\x00\xff\x00 no JSON at all \xfe\n" * 9),
        "half a line": Reply(raw=b'{"model": "m", "message": {"role": "assi'),
        "500": Reply(status=500, error="llama runner process has terminated: signal: killed"),
        "html": Reply(raw=b"<!doctype html><html><body>Bad gateway</body></html>"),
    }
    ollama.script = Script(lambda _request: replies[how])
