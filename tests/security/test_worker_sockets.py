"""The processes that read hostile bytes and run a model's code make no connection.

They are beyond the audit of the program's own process, so each carries a hook of its own here: a
``sitecustomize`` that is found by the path that workers inherit. Code in the sandbox has its own
tests; what a server over standard input and output does is that server's affair.
"""

import sys
from pathlib import Path

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.knowledge.document_reader import DocumentReader, ReadingOptions
from desktop_agent.llm.providers.onnx_embedding import OnnxEmbedder
from desktop_agent.web.extract.worker_messages import Document
from desktop_agent.web.fetch.worker import ExtractionWorker
from tests.servers.model_hub import real_weights

HOOK = """
import os, sys

def hook(event, args, to={folder!r}):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname"):
        open(os.path.join(to, "calls"), "a").write(f"{{event}} {{args}}\\n")

sys.addaudithook(hook)
open(os.path.join({folder!r}, f"started-{{os.getpid()}}"), "w").close()
"""
PAGE = b"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://dtd.example/xhtml1.dtd">
<html><head><base href="http://base.example/"><link rel="stylesheet" href="http://css.example/a.css">
<script src="http://script.example/a.js"></script></head><body><main><h1>A page</h1>
<img src="http://image.example/a.png"><iframe src="http://frame.example/"></iframe>
<p>It names many hosts, and none of them is to be asked for anything at all.</p></main></body></html>"""
FEED = b"""<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY far SYSTEM "http://entity.example/a">
<!ENTITY % more SYSTEM "http://more.example/a.dtd"> %more;]>
<rss version="2.0"><channel><title>News &far;</title><item><title>One</title>
<link>http://item.example/</link><description>Text of it.</description></item></channel></rss>"""


pytestmark = pytest.mark.usefixtures("processes_anew")


@pytest.fixture
def heard(tmp_path, monkeypatch) -> Path:
    """Gives the folder in which workers leave what they have done."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(HOOK.format(folder=str(tmp_path)))
    monkeypatch.setenv("PYTHONPATH", str(site))
    return tmp_path


def connections(heard: Path) -> str:
    """Gives what the workers have connected to; fails where none of them had the hook."""
    assert list(heard.glob("started-*")), "no worker has loaded the hook"
    calls = heard / "calls"
    return calls.read_text() if calls.exists() else ""


async def test_the_hook_sees_a_worker_that_connects(heard):
    import asyncio

    code = "import socket; socket.getaddrinfo('127.0.0.1', 9)"
    await (await asyncio.create_subprocess_exec(sys.executable, "-c", code)).wait()
    assert "getaddrinfo" in connections(heard)


@pytest.mark.parametrize(
    ("body", "media_type"), [(PAGE, "text/html"), (FEED, "application/rss+xml"), (FEED, "text/xml")]
)
async def test_a_page_that_names_hosts_has_none_of_them_asked(heard, body, media_type):
    worker = ExtractionWorker()
    try:
        page = Document(body, media_type, "", "http://page.example/", "markdown")
        await worker.extract(page)
    except AgentError:
        pass  # whether it can be read is not the matter
    finally:
        await worker.aclose()
    assert connections(heard) == ""


async def test_a_document_that_names_hosts_has_none_of_them_asked(heard, tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    reader = DocumentReader(lambda: ReadingOptions(1 << 20))
    try:
        await reader.read(path)
    finally:
        await reader.aclose()
    assert connections(heard) == ""


async def test_the_search_model_opens_no_connection(heard):
    embedder = OnnxEmbedder(real_weights())
    try:
        await embedder.embed(["http://page.example/ is named in a text"], "document")
        if sys.platform == "linux":  # compiled code is not seen by the hook
            (process,) = embedder._pool._idle
            opened = sorted(Path(f"/proc/{process.pid}/fd").iterdir())  # noqa: ASYNC240
            assert not [each for each in opened if str(each.readlink()).startswith("socket:")]
    finally:
        await embedder.aclose()
    assert connections(heard) == ""
