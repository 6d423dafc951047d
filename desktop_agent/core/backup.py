"""What one file that holds everything of a person says of itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BackupInfo:
    """What a backup holds.

    ``made`` is when it was written (ISO 8601, UTC), ``version`` the program's that wrote it. The
    numbers count conversations, recorded runs, stored texts of pages, findings that were kept,
    templates of one's own and questions that are asked at a time; ``folders`` are those with
    documents that were indexed, ``bytes`` all that is in it once it is unpacked.
    ``index`` says whether the index of the documents is in it, or is built anew after restoring.
    """

    made: str
    version: str
    conversations: int
    runs: int
    snapshots: int
    discoveries: int
    templates: int
    schedules: int
    folders: int
    bytes: int
    index: bool = False


@dataclass(frozen=True, slots=True)
class RestoredServer:
    """An MCP server of a backup: ``target`` is its command line or address.

    ``known`` says that the same one is configured and confirmed here, so that it goes on as it is;
    any other is off until it is confirmed. ``variables`` are those that it is given.
    """

    name: str
    target: str
    variables: tuple[str, ...] = ()
    known: bool = False


@dataclass(frozen=True, slots=True)
class RestoredSetting:
    """A setting that decides who is asked or may be read, and is another in a backup than here.

    ``key`` is the name of the key that would go to the new address once that is allowed, or empty.
    """

    setting: str
    before: str
    after: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class RestoreEffects:
    """What a backup would have the program start and ask; ``faults`` are parts that cannot be used."""

    servers: tuple[RestoredServer, ...] = ()
    settings: tuple[RestoredSetting, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """What became, at a start, of a backup that was to take everything's place.

    ``kept`` is the folder with what was there before; ``why`` says why it has to wait, and is empty
    when it is done.
    """

    done: bool
    kept: str = ""
    why: str = ""
