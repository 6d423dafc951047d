"""The client against servers that others have made, over stdin and stdout and over HTTP.

Each is installed by its name for the time of the tests: from PyPI into an environment of its own,
from npm into a folder.
"""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer, RemoteTool
from desktop_agent.tools.mcp.pool import ServerPool
from tests.live.conftest import START_WITHIN_S
from tests.servers.loopback import free_port
from tests.unit.mcp_client.programs import call, pool_of, tools_of

pytestmark = [pytest.mark.live, pytest.mark.timeout(300)]

FILES = "@modelcontextprotocol/server-filesystem"
EVERYTHING = "@modelcontextprotocol/server-everything"


def _installed(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    if done.returncode:
        pytest.skip(f"{command[-1]} could not be installed: {done.stderr[-500:]}")


@pytest.fixture(scope="session")
def time_server(tmp_path_factory) -> McpServer:
    folder = tmp_path_factory.mktemp("time-server")
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    _installed(str(scripts / "python"), "-m", "pip", "install", "--quiet", "mcp-server-time")
    return McpServer("time", str(scripts / "mcp-server-time"), ("--local-timezone", "UTC"))


@pytest.fixture(scope="session")
def node_programs(tmp_path_factory) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm")
    folder = tmp_path_factory.mktemp("node-servers")
    _installed(npm, "install", "--silent", "--prefix", str(folder), FILES, EVERYTHING)
    return folder / "node_modules" / ".bin"


@asynccontextmanager
async def started(server: McpServer) -> AsyncIterator[tuple[ServerPool, dict[str, RemoteTool]]]:
    async with pool_of(server, start_s=60) as pool:
        tools = await tools_of(pool)
        print(f"{server.name} {pool.states[0].version}: {', '.join(tools)}")
        yield pool, tools
    if server.command:
        with pytest.raises(StopIteration):
            _program_of(server)


def _program_of(server: McpServer) -> psutil.Process:
    name = Path(server.command).name
    return next(
        each
        for each in psutil.Process().children(recursive=True)
        if any(Path(part).name == name for part in each.cmdline())
    )


async def _killed_and_started_anew(
    pool: ServerPool, server: McpServer, tool: RemoteTool, **arguments: object
) -> None:
    before = _program_of(server)
    before.send_signal(signal.SIGKILL)
    for _ in range(200):
        if pool.states[0].status != "ready":
            break
        await asyncio.sleep(0.01)
    assert "has ended" in pool.states[0].problem
    assert (await call(pool, tool, **arguments)).ok
    assert _program_of(server).pid != before.pid


async def test_the_time_server(time_server):
    async with started(time_server) as (pool, tools):
        assert set(tools) == {"get_current_time", "convert_time"}
        now = await call(pool, tools["get_current_time"], timezone="Asia/Tokyo")
        assert json.loads(now.text)["timezone"] == "Asia/Tokyo"
        wrong = await call(pool, tools["get_current_time"], timezone="Nowhere/Land")
        assert not wrong.ok
        await _killed_and_started_anew(pool, time_server, tools["get_current_time"], timezone="UTC")


async def test_the_file_server(node_programs, tmp_path):
    (tmp_path / "note.txt").write_text("A note.")
    server = McpServer("files", str(node_programs / "mcp-server-filesystem"), (str(tmp_path),))
    async with started(server) as (pool, tools):
        listed = await call(pool, tools["list_directory"], path=str(tmp_path))
        assert "note.txt" in listed.text
        read = await call(pool, tools["read_text_file"], path=str(tmp_path / "note.txt"))
        assert read.text == "A note."
        outside = await call(pool, tools["read_text_file"], path="/etc/hostname")
        assert not outside.ok
        await _killed_and_started_anew(pool, server, tools["list_directory"], path=str(tmp_path))


async def _use_everything(pool: ServerPool, tools: dict[str, RemoteTool]) -> None:
    assert "hello" in (await call(pool, tools["echo"], message="hello")).text
    assert "5" in (await call(pool, tools["get-sum"], a=2, b=3)).text
    picture = await call(pool, tools["get-tiny-image"])
    assert "image/png" in picture.text
    assert len(picture.text) < 2000
    weather = await call(pool, tools["get-structured-content"], location="Chicago")
    assert "temperature" in weather.text
    far: list[float] = []
    reply = await pool.call(
        tools["trigger-long-running-operation"],
        {"duration": 1, "steps": 4},
        lambda done, _total, _text: far.append(done),
        offline=False,
    )
    assert reply.ok
    assert far == sorted(far)
    assert far[-1] == 4
    waiting = asyncio.create_task(
        call(pool, tools["trigger-long-running-operation"], duration=60, steps=60)
    )
    await asyncio.sleep(0.5)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert "after" in (await call(pool, tools["echo"], message="after")).text


async def test_the_server_of_everything_over_stdin_and_stdout(node_programs):
    server = McpServer("everything", str(node_programs / "mcp-server-everything"), ("stdio",))
    async with started(server) as (pool, tools):
        await _use_everything(pool, tools)
        await _killed_and_started_anew(pool, server, tools["echo"], message="x")


async def test_the_server_of_everything_over_http(node_programs):
    port = free_port()
    url = f"http://127.0.0.1:{port}/mcp"

    async def serve() -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            str(node_programs / "mcp-server-everything"), "streamableHttp",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PORT": str(port)},
        )  # fmt: skip
        async with asyncio.timeout(START_WITHIN_S):
            while True:
                try:
                    _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.1)
                else:
                    writer.close()
                    return process

    process = await serve()
    try:
        async with started(McpServer("everything", url=url)) as (pool, tools):
            await _use_everything(pool, tools)
            process.kill()
            await process.wait()
            with pytest.raises(AgentError):
                await call(pool, tools["echo"], message="x")
            process = await serve()
            assert "again" in (await call(pool, tools["echo"], message="again")).text
    finally:
        process.kill()
        await process.wait()
