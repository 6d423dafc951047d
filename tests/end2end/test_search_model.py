"""The program's own search model: got once from a hub, used by runs, and removed."""

import asyncio
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.agents.run_context import RunContext
from desktop_agent.app.session import Session, open_session
from desktop_agent.core.errors import AgentError, ModelError, Offline, StorageError
from desktop_agent.core.events import AnswerGiven, Notice, RunFinished
from desktop_agent.core.models import SEARCH_MODEL, PullProgress
from desktop_agent.core.research import Answer, Question
from desktop_agent.frontends.cli.terminal import run as run_command
from desktop_agent.llm.providers.onnx_embedding import OnnxEmbedder
from tests.chaos.names import Names
from tests.end2end.world import World, of, play
from tests.servers.model_hub import ModelHub, model_hub, real_weights

SMALL = random.Random(11).randbytes(3_000_000)


@pytest.fixture
def hub() -> Iterator[ModelHub]:
    with model_hub(SMALL) as hub:
        yield hub


@pytest.fixture
async def session(home) -> AsyncIterator[Session]:
    async with aclosing(open_session()) as session:
        yield session


async def pull(session: Session) -> list[PullProgress]:
    return [step async for step in session.models.pull(SEARCH_MODEL)]


def part_of(session: Session) -> Path:
    file = session.paths.search_model_file
    return file.with_name(f"{file.name}.part")


# --- getting it


async def test_it_is_downloaded_once_with_progress_and_stands_in_the_ledger(hub, session):
    assert not session.search_model.installed
    steps = await pull(session)
    assert (steps[-1].completed, steps[-1].total) == (len(SMALL), len(SMALL))
    assert session.paths.search_model_file.read_bytes() == SMALL
    assert session.search_model.installed
    await pull(session)
    assert hub.asked == [("/model.onnx", "")]
    await asyncio.to_thread(session.ledger.flush)
    (entry,) = session.ledger.read()
    assert (entry.host, entry.purpose, entry.outcome) == ("127.0.0.1", "model", "ok")
    assert entry.bytes_received > len(SMALL)
    assert entry.run_id == ""


async def test_a_download_that_breaks_off_goes_on_where_it_was(hub, session):
    hub.cuts = [1_000_000, 500_000]
    with pytest.raises(ModelError, match="was lost"):
        await pull(session)
    assert not session.search_model.installed
    loaded = part_of(session).stat().st_size
    assert 0 < loaded <= 1_000_000
    with pytest.raises(ModelError, match="was lost"):
        await pull(session)  # the server has the whole file begin anew
    again = part_of(session).stat().st_size
    assert 0 < again <= 500_000
    steps = await pull(session)
    assert hub.asked[1:] == [("/model.onnx", f"bytes={size}-") for size in (loaded, again)]
    assert steps[0].completed == again
    assert session.paths.search_model_file.read_bytes() == SMALL
    assert not part_of(session).exists()


async def test_where_a_server_cannot_go_on_the_file_begins_anew(hub, session):
    hub.cuts, hub.resumes = [1_000_000], False
    with pytest.raises(ModelError):
        await pull(session)
    await pull(session)
    assert session.paths.search_model_file.read_bytes() == SMALL


async def test_a_stopped_download_goes_on_in_the_next_session(hub, session):
    hub.pause_s = 0.05
    async with aclosing(session.models.pull(SEARCH_MODEL)) as steps:
        async for step in steps:
            if step.completed:
                break
    assert 0 < part_of(session).stat().st_size < len(SMALL)
    hub.pause_s = 0
    async with aclosing(open_session()) as later:
        assert not later.search_model.installed
        steps_of_later = await pull(later)
        assert 0 < steps_of_later[0].completed < len(SMALL)
        assert later.paths.search_model_file.read_bytes() == SMALL


@pytest.mark.parametrize(
    "sent", [SMALL[:-1] + b"x", SMALL[:-9], SMALL + b"x"], ids=["other", "shorter", "longer"]
)
async def test_another_file_than_the_expected_one_is_deleted_and_that_is_said(hub, session, sent):
    hub.body = sent
    with pytest.raises(ModelError, match=r"not the expected|more than the"):
        await pull(session)
    assert not session.search_model.installed
    assert not part_of(session).exists() or not part_of(session).stat().st_size
    hub.body = SMALL
    await pull(session)
    assert session.search_model.installed


async def test_a_hub_that_has_the_file_no_more_is_named(hub, session):
    hub.status = 404
    with pytest.raises(ModelError, match=r"127\.0\.0\.1 .*404.*newer version"):
        await pull(session)


async def test_it_follows_the_hub_to_its_own_hosts_and_to_no_other(hub, session):
    hub.leads_to = "http://evil.test/file"
    with pytest.raises(ModelError, match="not followed"):
        await pull(session)
    hub.leads_to = "/elsewhere"
    await pull(session)
    assert [path for path, _range in hub.asked] == ["/model.onnx", "/model.onnx", "/elsewhere"]
    assert session.search_model.installed


async def test_with_the_network_switched_off_nobody_is_asked(session, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", Names(random.Random(1)))
    session.change_setting("network.offline", True)
    with model_hub(SMALL, host="hub.test") as hub:
        with pytest.raises(Offline, match=r"switched off, so hub\.test was not asked"):
            await pull(session)
        assert not hub.asked
    await asyncio.to_thread(session.ledger.flush)
    assert {entry.outcome for entry in session.ledger.read()} == {"refused"}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
async def test_a_disk_that_takes_no_more_is_said(hub, session):
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, limits[1]))
    try:
        with pytest.raises(StorageError, match=r"cannot be written: .*Free up disk space"):
            await pull(session)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not session.search_model.installed
    await pull(session)
    assert session.search_model.installed


async def test_two_at_once_do_not_write_into_one_file(hub, session):
    hub.pause_s = 0.5
    first = session.models.pull(SEARCH_MODEL)
    async with aclosing(first), aclosing(open_session()) as other:
        await anext(first)
        with pytest.raises(StorageError, match="in use"):
            await pull(other)


async def test_removing_it_leaves_neither_the_file_nor_a_part(hub, session):
    await pull(session)
    part_of(session).write_bytes(b"x")
    await session.models.delete(SEARCH_MODEL)
    assert not session.search_model.installed
    left = {path.suffix for path in session.paths.search_model_file.parent.iterdir()}
    assert left <= {".lock"}


def test_the_terminal_gets_lists_and_removes_it(home, monkeypatch, capsys):
    monkeypatch.setenv("DESKTOP_AGENT_LLM__OLLAMA_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("DESKTOP_AGENT_LLM__MAX_RETRIES", "0")
    with model_hub(SMALL):
        for arguments, told in (
            (("list",), "The search model is not installed. Download it (3.0 MB)"),
            (("pull", SEARCH_MODEL), "search-model is ready."),
            (("list",), "The search model is installed."),
            (("remove", SEARCH_MODEL), "search-model is deleted."),
        ):
            run_command(["models", *arguments])
            assert told in capsys.readouterr().err
        run_command(["doctor"])
        assert "models pull search-model" in capsys.readouterr().out


# --- using it


@pytest.fixture
async def embedder() -> AsyncIterator[OnnxEmbedder]:
    embedder = OnnxEmbedder(real_weights())
    yield embedder
    await embedder.aclose()


def processes(embedder: OnnxEmbedder) -> list[int]:
    found = [*embedder._pool._idle, *embedder._pool._busy]
    return [each.pid for each in found if each.pid is not None and each.alive]


async def test_what_means_the_same_lies_close_and_the_program_itself_runs_no_model(embedder):
    texts = (
        "The Eiffel Tower was completed in 1889.",
        "Bananas contain a lot of potassium.",
        "Construction of the Paris landmark ended that year.",
        "",
        "\ud800",
    )
    documents = await embedder.embed(texts, "document")
    (query,) = await embedder.embed(["When was the tower in Paris built?"], "query")
    assert documents.shape == (5, 384)
    assert documents.dtype == np.float32
    assert np.allclose(np.linalg.norm(documents, axis=1), 1, atol=1e-5)
    likeness = documents @ query
    assert min(likeness[0], likeness[2]) > 0.5 > 0.2 > likeness[1]
    assert (await embedder.embed([], "document")).shape == (0, 384)
    assert "onnxruntime" not in sys.modules
    assert embedder.name == "onnx/all-minilm-l6-v2"


async def test_a_vector_depends_on_the_first_256_pieces_of_its_text_and_on_no_other_text(embedder):
    texts = [f"Text {number}: " + "some more words, " * (number % 30) for number in range(30)]
    together = await embedder.embed(texts, "document")
    for number in (0, 29):
        (alone,) = await embedder.embed([texts[number]], "document")
        # 8-bit weights: a batch is scaled as a whole
        assert float(alone @ together[number]) > 0.98
    start = "The harbour froze in January. " * 60
    rows = await embedder.embed([start + "Cats.", start + "Engines."], "document")
    assert np.array_equal(rows[0], rows[1])


async def test_the_process_ends_when_it_is_idle_and_starts_again():
    embedder = OnnxEmbedder(real_weights(), idle_s=0.05)
    try:
        await embedder.start()
        for _ in range(100):
            if not processes(embedder):
                break
            await asyncio.sleep(0.05)
        assert not processes(embedder)
        assert (await embedder.embed(["again"], "query")).shape == (1, 384)
    finally:
        await embedder.aclose()


async def test_a_process_that_was_killed_is_replaced(embedder):
    await embedder.start()
    (process,) = processes(embedder)
    working = asyncio.create_task(embedder.embed(["word " * 300] * 8, "document"))
    await asyncio.sleep(0.1)
    os.kill(process, signal.SIGKILL)
    assert (await working).shape == (8, 384)
    assert process not in processes(embedder)


async def test_a_damaged_file_is_an_error_that_names_the_remedy(tmp_path):
    broken = tmp_path / "model.onnx"
    broken.write_bytes(b"no model")
    embedder = OnnxEmbedder(broken)
    try:
        with pytest.raises(ModelError, match="remove the search model and download it again"):
            await embedder.embed(["x"], "query")
    finally:
        await embedder.aclose()


async def test_documents_are_searched_by_meaning_as_soon_as_it_is_there(session, tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.txt").write_text("Construction of the Paris landmark ended in 1889.")
    (folder / "b.txt").write_text("Bananas contain a lot of potassium.")
    with model_hub(real_weights().read_bytes()):
        await session.knowledge.add([folder])
        assert "models pull search-model" in (await session.knowledge.wait()).note
        alone = await session.knowledge.search("When was the Eiffel Tower built?")
        assert (alone.hits, alone.note.count("keyword only")) == ((), 1)
        await pull(session)
        assert (await session.knowledge.wait()).embedded == 2
    found = await session.knowledge.search("When was the Eiffel Tower built?")
    assert found.hits[0].document.path.endswith("a.txt")
    assert found.note == ""


# --- in a run


def install(world: World, content: bytes) -> None:
    file = world.home / "data" / "search-model" / "all-minilm-l6-v2-int8.onnx"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)


async def embedding_twice(ctx: RunContext) -> Answer:
    """A strategy that tells what the run's embedder gives."""
    told = []
    for _ in range(2):
        try:
            rows = None if ctx.embedder is None else await ctx.embedder.embed(["a"], "query")
            told.append("none" if rows is None else f"{ctx.embedder.name} {rows.shape}")
        except AgentError:
            told.append("failed")
    return Answer(", ".join(told))


@pytest.mark.parametrize(
    ("file", "told", "notices"),
    [
        (None, "none, none", 0),
        ("real", "onnx/all-minilm-l6-v2 (1, 384), onnx/all-minilm-l6-v2 (1, 384)", 0),
        ("broken", "failed, failed", 1),
    ],
)
async def test_a_run_has_the_search_model_where_it_is_installed_and_never_fails_for_it(
    make_world, monkeypatch, file, told, notices
):
    monkeypatch.setattr("desktop_agent.agents.strategies.quick.answer", embedding_twice)
    world = make_world()
    if file is not None:
        install(world, real_weights().read_bytes() if file == "real" else b"no model")
    async with world.opened() as session:
        events = await play(session, Question("What is a?", strategy="quick"))
    assert of(events, AnswerGiven)[0].text == told
    assert of(events, RunFinished)[0].status == "answered"
    said = [each.text for each in of(events, Notice) if "ranked by keyword only" in each.text]
    assert len(said) == notices
    assert "onnxruntime" not in sys.modules
