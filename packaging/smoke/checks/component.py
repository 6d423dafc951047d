"""A component comes from a signed place of this machine, and is used."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from artefact import Artefact
from release import keys, publish

from checks.surroundings import NO_RING, servers
from tests.servers.update_repository import Served, UpdateRepository, serve_updates

_FILES = 40
"""Documents in the index that is moved."""


def adds_lancedb(build: Artefact, components: Path) -> str:
    """Brings LanceDB as those who publish sign it, and moves the index of documents into it.

    ``components`` is what `component.build` has made. The build is given the list of those who sign
    for as long as this takes, as a builder gives it (`packaging/release`).
    """
    folder = build.outside / "papers"
    folder.mkdir(mode=0o755)
    for number in range(_FILES):
        (folder / f"{number}.md").write_text(
            f"# Bird {number}\n\nThe heron-{number} stood still.\n"
        )
    with servers() as (environ, _model), _signed_place(build, components) as place:
        told = environ | NO_RING | {"DESKTOP_AGENT_UPDATES__URL": place.url}
        offered = json.loads(build.run("components", "list", "--json", environ=told))
        assert offered["state"] == "absent", offered
        build.run("knowledge", "add", str(build.home / "papers"), environ=told)
        build.run("components", "add", "lancedb", environ=told)
        added = json.loads(build.run("components", "list", "--json", environ=told))
        assert added["state"] == "added", added
        build.run("knowledge", "move", "lancedb", environ=told)
        moved = told | {"DESKTOP_AGENT_KNOWLEDGE__ENGINE": "lancedb"}
        said = build.run("knowledge", "search", "heron-7", environ=moved)
        assert "7.md" in said, said
        state = build.run("knowledge", "status", environ=moved)
        assert "lancedb" in state.lower(), state
        build.run("components", "remove", "lancedb", environ=told)
        gone = json.loads(build.run("components", "list", "--json", environ=told))
        assert gone["state"] == "absent", gone
    size = sum(path.stat().st_size for path in components.glob("*.zip")) / 1e6
    return f"{added['version']}, {size:,.0f} MB; the index moved into it is searched; removed"


@contextmanager
def _signed_place(build: Artefact, components: Path) -> Iterator[Served]:
    """Publishes what lies in a folder by the scripts, with new keys that the build trusts meanwhile."""
    home = build.outside / "publisher"
    home.mkdir(mode=0o700)
    place, held = home / "place", ["--keys", str(home / "keys")]
    os.environ["DESKTOP_AGENT_KEY_PASSPHRASE"] = "of this check alone"  # noqa: S105 - opens nothing else
    assert keys.main(["new", str(place), *held]) == 0
    assert publish.main(["components", str(place), str(components), *held]) == 0
    trusted = build.resources / "updates"
    if trusted.exists():
        raise RuntimeError(f"{trusted} is there: this build has a place for updates of its own")
    trusted.mkdir(mode=0o755)
    root = trusted / "root.json"
    try:
        root.write_bytes((place / "metadata" / "1.root.json").read_bytes())
        root.chmod(0o644)
        with serve_updates(UpdateRepository()) as served:
            served.repository.take_folder(place)
            yield served
    finally:
        root.unlink(missing_ok=True)
        trusted.rmdir()
