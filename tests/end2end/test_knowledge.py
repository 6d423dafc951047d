"""The person's own documents, from a folder on the disk to passages in the terminal."""

import asyncio
import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.end2end.conftest import RunCommand
from tests.end2end.world import World, wait_for
from tests.servers.ollama import Model

EMBEDDER = Model(name="nomic-embed-text", capabilities=("embedding",))


@pytest.fixture
def world(make_world) -> World:
    world = make_world(environ={"DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_PROVIDER": "ollama"})
    world.ollama.models["nomic-embed-text:latest"] = EMBEDDER
    return world


@pytest.fixture
def run(world, run) -> RunCommand:
    return partial(run, world, "knowledge")


@pytest.fixture
def papers(tmp_path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "boiler.md").write_text(
        "# The boiler house\n\n## History\n\nThe boiler of the school was built in 1904.\n"
    )
    (folder / "cake.txt").write_text("Beat the eggs with sugar, then fold in the lemon zest.\n")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nno more than this")
    return folder


def test_a_folder_is_added_searched_listed_and_removed(world, run, papers):
    status, out, err = run("add", str(papers), "--collection", "school")
    assert (status, out) == (0, "")
    assert f"added: {papers}\n" in err
    assert "Done: 2 files read, 1 file could not be read, 2 of 2 chunks embedded." in err
    assert f"Not read, or only in part:\n- {papers}/broken.pdf: " in err
    assert len(world.ollama.embeddings.texts) == 2

    status, out, err = run("search", "when was the boiler built")
    assert status == 0
    first = out.split("\n\n")[0].splitlines()
    assert "The boiler house" in first[0]
    assert first[1] == f"   {papers}/boiler.md"
    assert "built in 1904" in out
    assert err == ""
    found = json.loads(run("search", "school boiler", "--collection", "school", "--json")[1])
    assert found["hits"][0]["document"]["title"] == "The boiler house"
    assert (found["hits"][0]["word_rank"], found["hits"][0]["vector_rank"]) == (1, 1)

    status, out, _ = run("list")
    assert out.startswith("school: 2 documents, 2 chunks, ")
    assert f"  {papers} (2 documents, 1 problem)\n" in out

    status, out, _ = run("status", "--json")
    told = json.loads(out)
    assert told["embedding_model"] == "ollama/nomic-embed-text:latest"
    assert told["needs_rebuild"] is False
    assert [problem["path"] for problem in told["problems"]] == [f"{papers}/broken.pdf"]

    assert run("remove", str(papers))[0] == 0
    status, out, err = run("search", "boiler")
    assert (status, out) == (3, "")
    assert (papers / "boiler.md").exists()


def test_files_of_which_none_can_be_read_are_a_failure(run, papers):
    broken, cake = str(papers / "broken.pdf"), str(papers / "cake.txt")
    status, _, err = run("add", broken)
    assert (status, "broken.pdf is damaged or incomplete" in err) == (1, True)
    assert run("add", broken, cake)[0] == 0


def test_without_waiting_it_says_who_indexes(run, papers):
    status, out, err = run("add", str(papers), "--no-wait")
    assert (status, out) == (0, "")
    assert "desktop-agent knowledge update" in err
    assert "Done:" not in err


@pytest.mark.parametrize("name", ["papers", "./papers/", "link", "caf\udce9", "caf\\xe9"])
def test_a_path_is_removed_however_it_is_written(run, papers, monkeypatch, name):
    folder = papers.parent
    monkeypatch.chdir(folder)
    (folder / "link").symlink_to(papers)
    (folder / "caf\udce9").mkdir()
    added = folder / "caf\udce9" if name.startswith("caf") else papers
    run("add", str(added), "--no-wait")
    assert run("remove", str(folder / name) if "\\" in name else name)[0] == 0
    assert "(0 documents" not in run("list")[1]


def test_a_collection_is_removed_by_name_unless_a_path_is_called_so_too(run, papers, monkeypatch):
    monkeypatch.chdir(papers.parent)
    run("add", str(papers), "--collection", "papers", "--no-wait")
    status, _, err = run("remove", "papers")
    assert status == 1
    assert "is a collection, and a path that was added to one" in err
    assert f"Say {papers} for the path" in err
    monkeypatch.chdir(papers)
    assert "stay on the disk" in run("remove", "papers")[2]
    for words in (("search", "q", "--collection", "papers"), ("remove", "papers")):
        status, _, err = run(*words)
        assert (status, "no collection or added path named 'papers'" in err) == (1, True)
        assert "knowledge list" in err


def test_an_update_reads_what_has_changed_and_nothing_else(world, run, papers):
    run("add", str(papers))
    (papers / "broken.pdf").unlink()
    (papers / "new.txt").write_text("The bell of the school is of bronze.")
    world.ollama.embeddings.requests.clear()
    status, _, err = run("update")
    assert status == 0
    assert "Done: 1 file read, 1 of 1 chunk embedded." in err
    assert len(world.ollama.embeddings.texts) == 1
    status, _, err = run("update")
    assert (status, err.splitlines()[-1]) == (0, "Nothing has changed.")


def test_without_an_embedding_model_words_alone_are_searched_and_that_is_said(world, run, papers):
    del world.ollama.models["nomic-embed-text:latest"]
    status, _, err = run("add", str(papers))
    assert status == 0
    assert "desktop-agent models pull nomic-embed-text" in err
    status, out, err = run("search", "boiler")
    assert status == 0
    assert "built in 1904" in out
    assert "keyword only" in err
    world.ollama.models["nomic-embed-text:latest"] = EMBEDDER
    status, _, err = run("update")
    assert status == 0
    assert run("search", "boiler")[2] == ""


def test_another_model_asks_for_a_rebuild_which_embeds_anew(world, run, papers):
    run("add", str(papers))
    world.ollama.models["mxbai-embed-large:latest"] = Model(
        name="mxbai-embed-large", capabilities=("embedding",), dimensions=32
    )
    other = {"DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_MODEL": "mxbai-embed-large"}
    assert "desktop-agent knowledge rebuild" in run("status", **other)[1]
    status, _, err = run("rebuild", **other)
    assert status == 0, err
    told = json.loads(run("status", "--json", **other)[1])
    assert told["embedding_model"] == "ollama/mxbai-embed-large:latest"
    assert told["dimensions"] == 32
    assert told["collections"][0]["embedded"] == 2


def test_what_is_not_there_is_refused(run, tmp_path):
    status, out, err = run("add", str(tmp_path / "nowhere"))
    assert (status, out) == (1, "")
    assert "nowhere" in err
    assert run("list")[0] == 0


def test_offline_a_model_on_this_machine_still_embeds(world, run, papers):
    status, _, err = run("add", str(papers), DESKTOP_AGENT_NETWORK__OFFLINE="true")
    assert status == 0
    assert "2 of 2 chunks embedded" in err


def test_what_was_paused_in_the_window_waits_for_an_update(world, run, papers):
    async def pause() -> None:
        async with world.opened() as session:
            session.knowledge.pause()

    asyncio.run(pause())
    status, _, err = run("add", str(papers))
    assert status == 0
    assert "Indexing is paused. Go on with: desktop-agent knowledge update" in err
    assert not world.ollama.embeddings.requests
    assert "2 of 2 chunks embedded" in run("update")[2]


def notes(folder: Path) -> Path:
    many = folder / "many"
    many.mkdir()
    for number in range(120):
        (many / f"{number}.txt").write_text(f"Note number {number} is about the weather.")
    return many


@contextmanager
def slowly_adding(world: World, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process of its own that adds a folder, and that embeds it now."""
    world.ollama.embeddings.delay_s = 0.5
    with world.start("knowledge", "add", str(folder)) as process:
        wait_for(lambda: len(world.ollama.embeddings.requests) > 1)
        yield process


def test_of_two_processes_one_waits_and_says_so(world, run, tmp_path):
    with slowly_adding(world, notes(tmp_path)) as process:
        second = threading.Timer(1.5, lambda: setattr(world.ollama.embeddings, "delay_s", 0.0))
        second.start()
        status, _, err = run("update")
        second.join()
        process.communicate(timeout=30)
    assert (status, process.returncode) == (0, 0)
    assert "waiting for another Desktop Agent that is indexing\n" in err
    assert len(world.ollama.embeddings.texts) == 120


def test_ctrl_c_stops_an_indexing_which_then_goes_on(world, run, tmp_path):
    with slowly_adding(world, notes(tmp_path)) as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "go on with: desktop-agent knowledge update" in err
    world.ollama.embeddings.delay_s = 0.0
    assert run("update")[0] == 0
    told = json.loads(run("status", "--json")[1])
    collection = told["collections"][0]
    assert (collection["documents"], collection["embedded"]) == (120, 120)


@pytest.mark.usefixtures("lancedb")
def test_an_index_of_the_other_engine_can_be_searched_from_elsewhere(world, run, papers, tmp_path):
    (papers / "broken.pdf").unlink()
    lancedb = {"DESKTOP_AGENT_KNOWLEDGE__ENGINE": "lancedb"}
    assert run("add", str(papers), **lancedb)[0] == 0
    assert json.loads(run("status", "--json", **lancedb)[1])["engine"] == "lancedb"
    found = json.loads(run("search", "built boiler", "--json", **lancedb)[1])["hits"][0]
    assert found["document"]["title"] == "The boiler house"
    assert found["word_rank"] == 1
    assert found["vector_rank"] > 0

    table = world.home / "data" / "knowledge" / "lance"
    elsewhere = {
        "DESKTOP_AGENT_HOME": str(tmp_path / "elsewhere"),
        "DESKTOP_AGENT_KNOWLEDGE__LANCEDB_URI": str(table),
    }
    status, out, err = run("search", "built boiler", "--json", **elsewhere)
    assert status == 0, err
    (hit, *_) = json.loads(out)["hits"]
    assert hit["document"]["title"] == "The boiler house"
    assert run("list", **elsewhere)[1].startswith("lance: ")
