"""Maintenance records: damaged files, crashes, backups and updates."""

import threading
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepairedFile:
    """A damaged file that was replaced.

    ``kept`` is the damaged file's new name, in the same folder. ``saved`` counts the rows that were
    taken over; None if none were, because they are rebuilt. ``whole`` says that every table could
    be read to its end.
    """

    path: str
    kept: str
    saved: int | None
    whole: bool = False

    @property
    def message(self) -> str:
        """What happened, in a sentence."""
        return f"{self.path} was damaged; the damaged file is kept as {self.kept} beside it."

    @property
    def remedy(self) -> str:
        """What became of its contents."""
        if self.saved is None:
            return "What was in it is made anew by itself."
        if not self.saved:
            return "Nothing in it could be read; put a copy in its place if you have one."
        if self.whole:
            return "All that it held was saved, and is in use again."
        return "What could be read of it was saved, and is in use again; look whether anything is missing."


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A folder whose files can only be read; ``why`` is "read-only", "full" or empty."""

    folder: str
    why: str

    @property
    def message(self) -> str:
        """What still works there, in a sentence."""
        match self.why:
            case "full":
                return f"The disk is full: what is in {self.folder} can be read, and nothing new is kept."
            case "read-only":
                return (
                    f"The disk is read-only: what is in {self.folder} can be read, "
                    "and nothing new is kept."
                )
            case _:
                return f"{self.folder} may not be written: it can be read, and nothing new is kept."

    @property
    def remedy(self) -> str:
        match self.why:
            case "full":
                return "Make room on it."
            case "read-only":
                return (
                    "A system makes a disk read-only when it fails: make a backup on another disk, "
                    "then have this one checked."
                )
            case _:
                return "Check who may write there."


class FileProblems:
    """File problems since the program started; any thread may add one."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._all: list[RepairedFile | ReadOnly] = []
        self._listeners: list[Callable[[RepairedFile | ReadOnly], object]] = []

    def add(self, mended: RepairedFile | ReadOnly) -> None:
        """Add a problem and notify all listeners, in this thread; each problem is reported once."""
        with self._guard:
            if mended in self._all:
                return
            self._all.append(mended)
            listeners = tuple(self._listeners)
        for each in listeners:
            each(mended)

    def listen(
        self, listener: Callable[[RepairedFile | ReadOnly], object]
    ) -> tuple[RepairedFile | ReadOnly, ...]:
        """Return all problems so far, and call ``listener`` with later ones, in any thread."""
        with self._guard:
            self._listeners.append(listener)
            return tuple(self._all)

    @property
    def all(self) -> tuple[RepairedFile | ReadOnly, ...]:
        """Return all problems so far, the oldest first."""
        with self._guard:
            return tuple(self._all)


# --- Crash reports; they stay on this machine


@dataclass(frozen=True, slots=True)
class CrashReport:
    """An uncaught failure, or one that ended the program.

    ``when`` is ISO 8601 (UTC), ``version`` the program's. ``what`` is one line (the kind of the
    failure and where it happened), ``text`` all that is kept: the place in the code, and nothing of
    questions, answers, pages or the names of folders.
    """

    when: str
    version: str
    what: str
    text: str


# --- Backups


@dataclass(frozen=True, slots=True)
class BackupInfo:
    """The summary of a backup.

    ``made`` is when it was written (ISO 8601, UTC), ``version`` the version that wrote it. The
    numbers count conversations, recorded runs, stored pages, discoveries, the user's templates and
    schedules; ``folders`` are those with indexed documents, ``bytes`` is the unpacked size.
    ``index`` says whether the index of the documents is included, or rebuilt after restoring.
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

    ``known`` says that the same server is configured and confirmed here, so that it stays as it is;
    any other is off until it is confirmed. ``variables`` are its environment variables.
    """

    name: str
    target: str
    variables: tuple[str, ...] = ()
    known: bool = False


@dataclass(frozen=True, slots=True)
class RestoredSetting:
    """A setting that decides what is contacted or may be read, and differs in a backup.

    ``key`` is the name of the key that would go to the new address once that is allowed, or empty.
    """

    setting: str
    before: str
    after: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class RestoreEffects:
    """What a backup would start and contact; ``faults`` are parts that cannot be used."""

    servers: tuple[RestoredServer, ...] = ()
    settings: tuple[RestoredSetting, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """The outcome, at a start, of a backup that was to be restored.

    ``kept`` is the folder with the replaced data; ``why`` says why it has to wait, and is empty
    when it is done.
    """

    done: bool
    kept: str = ""
    why: str = ""


# --- Updates
#
# Everything comes from one signed repository (The Update Framework, TUF 1.0): nothing is used
# before its signatures, its length and its hash have been checked.

Progress = Callable[[int, int], None]
"""Called with the bytes done and the total."""


@dataclass(frozen=True, slots=True)
class Target:
    """A signed file: ``size`` in bytes; ``about`` is its signed metadata (JSON)."""

    name: str
    size: int
    about: dict[str, object]


@dataclass(frozen=True, slots=True)
class Release:
    """A release for this system; ``released`` is an ISO 8601 day, ``notes`` are Markdown."""

    version: str
    released: str
    notes: str
    target: Target
