"""An index in the second engine: moved there, searched there, and searched from elsewhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end2end.world import World, build_world
from tests.servers.ollama import Model

pytestmark = pytest.mark.usefixtures("lancedb")

EMBEDDER = Model(name="nomic-embed-text", capabilities=("embedding",))


@pytest.fixture
def world(home: Path) -> Iterator[World]:
    with build_world(home) as world:
        world.ollama.models["nomic-embed-text:latest"] = EMBEDDER
        yield world


def run(world: World, *arguments: str, **environ: str) -> tuple[int, str, str]:
    """Runs a command in a process of its own: the engine's threads stay as long as the process."""
    done = world.run("knowledge", *arguments, **environ)
    return done.returncode, done.stdout, done.stderr


def test_an_index_moves_to_the_other_engine_and_can_be_searched_from_elsewhere(
    world: World, tmp_path: Path
):
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "boiler.md").write_text("# The boiler\n\nIt was built in 1904 by the school.\n")
    (papers / "cake.txt").write_text("Beat the eggs with sugar.\n")
    assert run(world, "add", str(papers))[0] == 0
    embedded = len(world.ollama.embeddings.texts)

    status, out, err = run(world, "move", "lancedb")
    assert status == 0, err
    assert out.startswith("Moved to lancedb: 2 documents, 2 passages, 2 vectors;")
    assert json.loads(run(world, "status", "--json")[1])["engine"] == "lancedb"
    found = json.loads(run(world, "search", "built boiler", "--json")[1])["hits"][0]
    assert found["document"]["title"] == "The boiler"
    assert found["word_rank"] == 1
    assert found["vector_rank"] > 0
    status, _, err = run(world, "move", "lancedb")
    assert (status, "The index is one of lancedb already." in err) == (1, True)
    documents = [t for t in world.ollama.embeddings.texts if "built boiler" not in t]
    assert len(documents) == embedded  # nothing was embedded a second time

    table = world.home / "data" / "knowledge" / "lance"
    elsewhere = {
        "DESKTOP_AGENT_HOME": str(tmp_path / "elsewhere"),
        "DESKTOP_AGENT_KNOWLEDGE__LANCEDB_URI": str(table),
    }
    status, out, err = run(world, "search", "built boiler", "--json", **elsewhere)
    assert status == 0, err
    (hit, *_) = json.loads(out)["hits"]
    assert hit["document"]["title"] == "The boiler"
    assert run(world, "list", **elsewhere)[1].startswith("lance: ")
