"""The killable worker process: limits, crashes, and what it leaves behind."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable

import psutil
import pytest

from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.web.extract.worker_messages import Document
from desktop_agent.web.fetch.worker import ExtractionWorker
from tests.turns import until

PAGE = Document(b"<title>T</title><p>Hello <b>there</b>.</p>", "text/html", "utf-8", "http://p/")
# libxml2 compares each attribute of a tag with all before it
_ATTRIBUTES = b"".join(b"a%d=1 " % n for n in range(200_000))
SLOW = Document(b"<p %s>x" % _ATTRIBUTES, "text/html", "utf-8", "http://slow/")
# libxml2 keeps every name that it has met for as long as its thread lives
_NAMES = [b"%s%d" % (b"n" * 90, n) for n in range(100_000)]
_SWELLING = b"".join(b"<p %s>x" % b" ".join(_NAMES[at : at + 50]) for at in range(0, 100_000, 50))
SWELLING = Document(_SWELLING, "text/html", "utf-8", "http://swelling/")


def children() -> list[psutil.Process]:
    """The processes below this one, but for the tracker that `multiprocessing` keeps to its end."""
    found = psutil.Process().children(recursive=True)
    lines = {each: " ".join(each.as_dict(["cmdline"])["cmdline"] or ()) for each in found}
    return [each for each, line in lines.items() if "resource_tracker" not in line]


@pytest.fixture
async def new_worker() -> AsyncIterator[Callable[..., ExtractionWorker]]:
    made = []

    def make(**options) -> ExtractionWorker:
        made.append(ExtractionWorker(**options))
        return made[-1]

    yield make
    for worker in made:
        await worker.aclose()
    assert children() == []


@pytest.fixture
def worker(new_worker) -> ExtractionWorker:
    return new_worker()


async def until_busy(child: psutil.Process) -> None:
    before = child.cpu_times().user
    await until(lambda: child.cpu_times().user > before + 0.1)


async def test_processes_run_once_they_are_needed_and_share_the_pages(new_worker):
    worker = new_worker(processes=2)
    assert children() == []
    for _ in range(2):
        await worker.start()
        assert len(children()) == 1
    pages = [
        Document(f"<p>page {n}</p>".encode(), "text/html", None, f"http://p/{n}") for n in range(20)
    ]
    texts = [found.text for found in await asyncio.gather(*map(worker.extract, pages))]
    assert texts == [f"page {n}" for n in range(20)]
    assert len(children()) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells of both")
@pytest.mark.usefixtures("processes_anew")
async def test_the_first_page_waits_for_no_file_and_the_process_has_no_threads(worker):
    await worker.extract(Document(b"x", "text/plain", None, "http://p/"))  # it is ready after this
    (child,) = children()
    before = child.io_counters().read_chars
    await worker.extract(PAGE)
    assert child.io_counters().read_chars - before < 1000  # the learned reader alone has 60,000
    assert child.num_threads() == 1  # others would count against its memory


async def test_errors_and_texts_of_any_script_and_size_come_back_whole(worker):
    with pytest.raises(Unreadable, match="image/png, which isn't supported") as caught:
        await worker.extract(Document(b"\x89PNG\r\n\x1a\n", "text/html", None, "http://p/"))
    assert "PDF" in caught.value.remedy
    text = "Ω𝄞 日本語 \u200d " * 40_000
    page = Document(text.encode(), "text/plain", "utf-8", "http://p/")
    assert (await worker.extract(page)).text == text.rstrip()


async def until_replaced(old: psutil.Process) -> psutil.Process:
    found: list[psutil.Process] = []

    def replaced() -> bool:
        found[:] = children()
        return found != [] and old not in found

    await until(replaced)
    return found[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits the time that passes")
async def test_a_busy_machine_that_lets_the_worker_wait_costs_no_page(new_worker):
    worker = new_worker(timeout_s=0.5)
    await worker.start()
    (child,) = children()
    child.suspend()
    reading = asyncio.create_task(worker.extract(PAGE))
    await asyncio.sleep(1)
    child.resume()
    assert (await reading).title == "T"
    assert children() == [child]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits the time that passes")
async def test_a_worker_that_only_waits_is_killed_too(new_worker):
    worker = new_worker(timeout_s=0.1)
    await worker.start()
    (child,) = children()
    child.suspend()
    with pytest.raises(Unreadable, match=r"http://p/ took more than 0\.1 s"):
        await worker.extract(PAGE)
    assert (await worker.extract(PAGE)).title == "T"


async def test_a_process_that_dies_mid_work_is_a_clear_error_and_has_a_successor(worker):
    await worker.start()
    (old,) = children()
    reading = asyncio.create_task(worker.extract(SLOW))
    await until_busy(old)
    old.kill()
    with pytest.raises(Unreadable, match=r"http://slow/ crashed the page reader \(signal 9\)"):
        await reading
    successor = await until_replaced(old)
    assert (await worker.extract(PAGE)).title == "T"
    assert children() == [successor]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the address space")
async def test_a_process_that_a_large_page_has_swollen_is_replaced(new_worker):
    worker = new_worker(memory_mb=128)  # the page takes about 75 MiB, and 55 are not given back
    await worker.start()
    (old,) = children()
    assert (await worker.extract(PAGE)).title == "T"
    assert children() == [old]
    assert (await worker.extract(SWELLING)).text.startswith("x\n\nx")
    successor = await until_replaced(old)
    assert (await worker.extract(PAGE)).title == "T"
    assert children() == [successor]


async def test_a_reader_who_is_cancelled_stops_the_work_at_once(worker):
    await worker.start()
    (child,) = children()
    reading = asyncio.create_task(worker.extract(SLOW))
    await until_busy(child)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    began = time.monotonic()
    assert (await worker.extract(PAGE)).title == "T"
    assert time.monotonic() - began < 5
    assert not child.is_running()


async def test_the_loop_runs_on_while_a_page_is_extracted(worker):
    await worker.start()
    page = Document(b"<p>a<b>b</b>" * 5_000, "text/html", "utf-8", "http://p/")
    reading = asyncio.create_task(worker.extract(page))
    longest, last = 0.0, time.thread_time()
    while not reading.done():
        await asyncio.sleep(0.001)
        now = time.thread_time()
        longest, last = max(longest, now - last), now
    await reading
    assert longest < 0.25


async def test_closing_stops_what_runs_and_refuses_what_comes(worker):
    await worker.start()
    (child,) = children()
    reading = asyncio.create_task(worker.extract(SLOW))
    waiting = asyncio.create_task(worker.extract(PAGE))
    await until_busy(child)
    await worker.aclose()
    with pytest.raises(Unreadable, match="was stopped"):
        await reading
    with pytest.raises(FetchError, match="closed"):
        await waiting
    await worker.aclose()  # a second time does nothing
    assert children() == []
    with pytest.raises(FetchError, match="closed"):
        await worker.extract(PAGE)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.usefixtures("processes_anew")
async def test_ctrl_c_neither_ends_it_nor_prints_and_no_key_reaches_it(worker, capfd, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    monkeypatch.setenv("DESKTOP_AGENT_LLM__MODEL", "planted")
    await worker.start()
    (child,) = children()
    if sys.platform == "linux":  # psutil sees the first environment
        assert "planted" not in " ".join(child.environ().values())
    assert os.getpgid(child.pid) != os.getpgid(0)
    child.send_signal(signal.SIGINT)
    assert (await worker.extract(PAGE)).title == "T"
    assert children() == [child]
    assert capfd.readouterr() == ("", "")


async def test_a_process_whose_program_is_gone_ends_by_itself(worker):
    await worker.start()
    (child,) = children()
    (idle,) = worker._idle
    idle._running.stdin.close()  # what the system does when a program dies
    assert child.wait(5) == 0
