"""What belongs in a backup, and where it lies.

Left out are keys (they are in the system's keyring), the cache, logs and reports of crashes, what was
added to the program, and what the signers of updates said last: a backup must not make an older
version trusted again. The index of the documents is made from them, and goes in only where that is
wanted; LanceDB's never does, because its files cannot be read as of one moment from outside.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from desktop_agent.storage.conversations.schema import FORM as CONVERSATIONS
from desktop_agent.storage.database_form import Form
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.run_list import FORM as RUN_LIST

Kind = Literal["file", "lines", "database", "folder", "servers"]


class Source(NamedTuple):
    """Something to be kept: ``name`` in the backup, ``path`` here.

    ``lines`` are cut after the last whole one; of ``servers`` secrets are left out. ``counted`` counts
    what a database holds: a field of `BackupInfo`, and the query.
    """

    name: str
    path: Path
    kind: Kind
    form: Form | None = None
    counted: tuple[str, str] | None = None


class Item(NamedTuple):
    """What takes another's place as one: a file or a folder.

    ``moves`` says that it lies among the data and is renamed; the others are small, may be links, and
    are written.
    """

    name: str
    path: Path
    moves: bool


def sources(paths: Paths, forms: Mapping[str, Form], *, index: bool = False) -> tuple[Source, ...]:
    """Gives all that goes into a backup; databases first, so that what they name is in it too.

    ``forms`` are those of the databases of the documents, by the names of their files.
    """
    paths = paths._replace(workspace=None)
    query = "SELECT count(*) FROM conversations WHERE deleted IS NULL"
    knowledge = paths.knowledge
    found = [
        _data(paths.conversations_file, "database", CONVERSATIONS, ("conversations", query)),
        _data(paths.run_list_file, "database", RUN_LIST),
        Source(
            "data/knowledge/catalogue.db",
            knowledge / "catalogue.db",
            "database",
            forms.get("catalogue.db"),
            ("folders", "SELECT count(*) FROM sources WHERE kind IN ('folder', 'file')"),
        ),
    ]
    if index:
        path = knowledge / "index.db"
        found.append(Source("data/knowledge/index.db", path, "database", forms.get("index.db")))
    found += [
        *(_config(each, "file") for each in _config_files(paths)),
        _config(paths.mcp_file, "servers"),
        _data(paths.schedules_file, "file"),
        *(_data(each, "lines") for each in _line_files(paths)),
        *(_data(each, "folder") for each in _folders(paths)),
    ]
    return tuple(found)


class Names(NamedTuple):
    """The names that members of a backup may have: files, and what is below folders."""

    files: frozenset[str]
    folders: tuple[str, ...]

    def hold(self, name: str) -> bool:
        """Tells whether a member may be called so."""
        return name in self.files or name.startswith(self.folders)


def names(found: Iterable[Source]) -> Names:
    """Gives the names of all that sources can give."""
    every = tuple(found)
    files = frozenset(each.name for each in every if each.kind != "folder")
    return Names(files, tuple(f"{each.name}/" for each in every if each.kind == "folder"))


def items(paths: Paths) -> tuple[Item, ...]:
    """Gives all that is replaced when a backup is restored, in the order in which that is done."""
    paths = paths._replace(workspace=None)
    databases = (paths.conversations_file, paths.run_list_file)
    journals = (_beside(each, end) for each in databases for end in ("-wal", "-shm", "-journal"))
    data = (
        *databases,
        *journals,
        paths.knowledge,
        *_folders(paths),
        paths.schedules_file,
        *_line_files(paths),
    )
    config = (*_config_files(paths), paths.mcp_file)
    return (
        *(Item(f"data/{each.name}", each, moves=True) for each in data),
        *(Item(f"config/{each.name}", each, moves=False) for each in config),
    )


def databases(found: Iterable[Source]) -> dict[str, Form]:
    """Gives the forms of databases by their names in the backup."""
    return {each.name: each.form for each in found if each.form is not None}


def _config_files(paths: Paths) -> tuple[Path, ...]:
    folder = paths.config
    return (paths.settings_file, folder / "mcp-decisions.json", folder / "window.ini")


def _line_files(paths: Paths) -> tuple[Path, ...]:
    return (paths.discoveries_file, paths.ledger_file, _beside(paths.ledger_file, ".1"))


def _folders(paths: Paths) -> tuple[Path, ...]:
    return (paths.runs, paths.unfinished, paths.snapshots, paths.templates)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _data(
    path: Path, kind: Kind, form: Form | None = None, counted: tuple[str, str] | None = None
) -> Source:
    return Source(f"data/{path.name}", path, kind, form, counted)


def _config(path: Path, kind: Kind) -> Source:
    return Source(f"config/{path.name}", path, kind)
