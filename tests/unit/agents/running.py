"""A run in memory: an agent's context with scripted models and without any network."""

import asyncio
import sys
import time
from datetime import date

from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.budget import Budget
from desktop_agent.core.research import Question
from desktop_agent.core.settings import AgentSettings, FetchSettings, SearchSettings, SwarmSettings
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.tools.recorded_results import RecordedResults
from desktop_agent.tools.run_python import RunCode
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.toolbox import Toolbox
from desktop_agent.tools.web import RunWeb
from desktop_agent.web.fetch.guard import Guard
from desktop_agent.web.fetch.service import FetchService
from desktop_agent.web.fetch.worker import ExtractionWorker
from desktop_agent.web.search.cooldown import Cooldowns
from desktop_agent.web.search.service import SearchService

TODAY = date(2026, 11, 22)
MOST_OUTPUT = 20_000


class PlainSandbox:
    """Runs the code of these tests as it is, in a process of its own, within a time and an output."""

    def __init__(self, seconds=5.0):
        self.ran = []
        self._seconds = seconds

    async def run(self, code, *, timeout_s=None):
        self.ran.append(code)
        began = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-S", "-c", code,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={},
        )  # fmt: skip
        try:
            async with asyncio.timeout(min(self._seconds, timeout_s or self._seconds)):
                output, errors = await process.communicate()
        except TimeoutError:
            return Execution("timeout", error="The code did not end in time.")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if len(output) > MOST_OUTPUT:
            return Execution("output", output[:MOST_OUTPUT].decode(), error="It printed too much.")
        status = "error" if process.returncode else "ok"
        ms = round((time.monotonic() - began) * 1000)
        return Execution(status, output.decode(), "", errors.decode(), "plain", ms)

    async def aclose(self):
        pass


class Refusing(PlainSandbox):
    """A sandbox on a system that has none."""

    async def run(self, code, *, timeout_s=None):
        self.ran.append(code)
        return Execution("refused", error="There is no sandbox here.")


class Run:
    """A context whose events are kept; ``sandbox`` runs its code, where it has one."""

    def __init__(self, model, *, question="How many?", sandbox=None, seconds=60.0, **fields):
        self.events = []
        memory = RecordedResults()
        web = RunWeb(
            SearchService((), SearchSettings(), cooldowns=Cooldowns(SearchSettings())),
            FetchService(FetchSettings(), Guard(), ExtractionWorker()),
            RunSources(),
            self.events.append,
            memory,
        )
        self.ctx = RunContext(
            question=Question(question),
            reading=read_question(question, TODAY),
            model=model,
            toolbox=Toolbox((), self.events.append),
            web=web,
            budget=Budget(seconds),
            settings=AgentSettings(),
            emit=self.events.append,
            today=TODAY,
            reply_tokens=2048,
            code=None if sandbox is None else RunCode(lambda: sandbox, self.events.append, memory),
            swarm_settings=fields.pop("swarm_settings", SwarmSettings()),
            **fields,
        )

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]
