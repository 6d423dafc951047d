"""There is too little memory: it is said, the process ends well or goes on, and nothing is lost."""

import asyncio
import contextlib
import sys
from pathlib import Path

import psutil
import pytest

from tests.end2end.world import build_world
from tests.servers.ollama import Reply

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_AS")

_LIMITED = """
import resource, sys
from desktop_agent.__main__ import main
import desktop_agent.frontends.cli.terminal, desktop_agent.app.session, desktop_agent.runs.dispatch, desktop_agent.runs.run
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
more = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (used + more, used + more))
sys.argv = ["desktop-agent", *sys.argv[2:]]
sys.exit(main())
"""

_LONG = " ".join(f"word{number}" for number in range(8_000))


@pytest.mark.fault(
    "Little memory left",
    "`ask` runs with 1 to 300 MB of address space more than what it has loaded, and a long answer",
)
async def test_too_little_memory_ends_in_a_sentence(chaos):
    with build_world(chaos.home, replies=lambda _request: Reply(text=_LONG)) as world:
        await chaos.fill(world)
        more = int(2 ** chaos.dice.uniform(20, 28.2))
        words = (str(more), "ask", "--strategy", "quick", "Tell me all")
        done = await asyncio.to_thread(world.run, *words, code=_LIMITED)
        if done.returncode:
            chaos.saw_terminal(done.stderr)
            if not done.stderr.strip():
                chaos.wrong.append(f"it ended with {done.returncode} and said nothing")
        await chaos.check_again(world)


@pytest.mark.fault(
    "A worker killed for want of memory",
    "the process that reads pages and files is killed by the system while it works",
)
async def test_a_killed_worker_costs_no_more_than_its_page(chaos, world):
    async with chaos.at_work(world, documents=True) as session:
        papers = chaos.folder / "more"
        papers.mkdir()
        for number in range(15):
            (papers / f"paper{number}.md").write_text(f"# Paper {number}\n\n{_LONG[:60_000]}")
        await session.knowledge.add([papers])
        for _ in range(chaos.dice.randint(1, 3)):
            await asyncio.sleep(chaos.dice.random() * 0.8)
            for child in psutil.Process().children(recursive=True):
                with contextlib.suppress(psutil.Error):  # it is gone already
                    if "desktop_agent" in " ".join(child.cmdline()):
                        child.kill()
        progress = await session.knowledge.wait()
        if progress.note:
            chaos.saw(progress.note, sentence=False)  # a command ends it
        for problem in await session.knowledge.problems():
            chaos.saw(f"“{problem.reason}”", problem.remedy)
        found = {Path(each.path).name for each in await session.knowledge.documents()}
        told = {Path(each.path).name for each in await session.knowledge.problems()}
        wanted = {f"paper{number}.md" for number in range(15)}
        if wanted - found - told and not progress.note:
            chaos.wrong.append(f"neither read nor told of: {sorted(wanted - found - told)[:3]}")
        await chaos.answers(session)
