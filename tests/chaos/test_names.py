"""Names cannot be resolved: of the model's server, of engines, of pages."""

import socket

import pytest

from desktop_agent.core.errors import AgentError
from tests.chaos.names import FAULTS, Names
from tests.chaos.outside import SHORT, ask, open_outside


@pytest.mark.fault(
    "DNS fails",
    "the resolver refuses, is slow, gives an address of the wrong family, none, a foreign one, or "
    "breaks, from a random event of a run on; then it works again",
)
async def test_names_that_cannot_be_resolved_are_told_of(chaos, monkeypatch):
    dice = chaos.dice
    after, fault = dice.randrange(0, 12), dice.choice(FAULTS)
    with open_outside(chaos.home, between_s=0.005) as outside:
        names = Names(dice)
        monkeypatch.setattr(socket, "getaddrinfo", names)
        environ = outside.world.environ
        for variable in ("LLM__OLLAMA_URL", "SEARCH__DUCKDUCKGO_URL", "SEARCH__TAVILY_URL"):
            key = f"DESKTOP_AGENT_{variable}"
            label = variable.split("__")[1].removesuffix("_URL").lower()
            environ[key] = environ[key].replace("127.0.0.1", f"{label}.test")
        environ["DESKTOP_AGENT_FETCH__ALLOW_HOSTS"] = '["127.0.0.1", "pages.test"]'
        outside.pages_url = outside.pages_url.replace("127.0.0.1", "pages.test")
        async with chaos.at_work(outside.world, **SHORT) as session:

            def watch(events):
                if len(events) >= after:
                    names.fault = fault

            watch([])  # from before the first event on, too
            end = chaos.saw_run(await ask(session, outside.question(dice), watch))
            assert end.status in ("answered", "failed", "insufficient")
            names.fault = fault
            for work in (
                session.models.list("ollama"),
                session.fetch(f"{outside.pages_url}/article", "markdown", 300),
            ):
                try:
                    await work
                except AgentError as error:
                    chaos.saw_error(error)
            report = await session.search("tides", 3, lambda _attempt: None)
            for attempt in report.attempts:
                if attempt.detail:
                    chaos.saw(attempt.detail, sentence=False)
            found = await session.models.test("ollama")
            if found.detail:
                chaos.saw(found.detail)
            names.fault = ""
            await chaos.answers(session, outside.question(dice, strategy="quick"))
