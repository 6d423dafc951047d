"""Data types for maintenance: damaged files, crashes, backups and updates."""

import threading
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepairedFile:
    """A damaged file that was replaced.

    ``kept`` is the new name of the damaged file, in the same folder. ``saved`` is the number of
    recovered rows, or None if the contents are rebuilt instead. ``whole`` is True if every table
    could be read completely.
    """

    path: str
    kept: str
    saved: int | None
    whole: bool = False

    @property
    def message(self) -> str:
        return (
            f"{self.path} was damaged; the damaged file was kept as {self.kept} in the same folder."
        )

    @property
    def remedy(self) -> str:
        if self.saved is None:
            return "Its contents are recreated automatically."
        if not self.saved:
            return "Nothing in it could be read; replace it with a backup copy if you have one."
        if self.whole:
            return "Everything in it was recovered and is available again."
        return "Everything readable was recovered and is available again. Check whether anything is missing."


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A folder that cannot be written to.

    ``why`` is "read-only", "full", or "" if unknown.
    """

    folder: str
    why: str

    @property
    def message(self) -> str:
        if not self.why:
            return f"Desktop Agent can't write to {self.folder}. It can be read, but nothing new is saved."
        if self.why == "full":
            return f"The disk is full. You can read what is in {self.folder}, but nothing new is saved."
        return f"The disk is read-only. You can read what is in {self.folder}, but nothing new is saved."

    @property
    def remedy(self) -> str:
        match self.why:
            case "full":
                return "Free up space on the disk."
            case "read-only":
                return (
                    "A failing disk may become read-only. Make a backup on another disk, "
                    "then have this one checked."
                )
            case _:
                return "Check the write permissions there."


FileProblem = RepairedFile | ReadOnly


class FileProblems:
    """The file problems that have occurred since the program started. Thread-safe."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._all: list[FileProblem] = []
        self._listeners: list[Callable[[FileProblem], object]] = []

    def add(self, problem: FileProblem) -> None:
        """Add a problem unless it is already known; notify all listeners in the calling thread."""
        with self._guard:
            if problem in self._all:
                return
            self._all.append(problem)
            listeners = tuple(self._listeners)
        for each in listeners:
            each(problem)

    def listen(self, listener: Callable[[FileProblem], object]) -> tuple[FileProblem, ...]:
        """Register a listener for later problems, and return the earlier ones.

        The listener may be called in any thread.
        """
        with self._guard:
            self._listeners.append(listener)
            return tuple(self._all)

    @property
    def all(self) -> tuple[FileProblem, ...]:
        with self._guard:
            return tuple(self._all)


# --- Crash reports; they stay on this machine


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A report of a crash or an uncaught exception.

    ``when`` is ISO 8601 (UTC) and ``version`` is the program version. ``what`` is one line with the
    kind of failure and its location. ``text`` is the full report, with code locations but no
    questions, answers, pages or folder names.
    """

    when: str
    version: str
    what: str
    text: str


# --- Backups


@dataclass(frozen=True, slots=True)
class BackupInfo:
    """A summary of a backup.

    ``made`` is when the backup was written (ISO 8601, UTC), and ``version`` is the program version
    that wrote it. The fields from ``conversations`` to ``folders`` are counts; ``snapshots`` are
    stored pages, ``templates`` are the user's own, and ``folders`` are those with indexed
    documents. ``bytes`` is the unpacked size. ``index`` is True if the document index is included;
    otherwise it is rebuilt after the backup is restored.
    """

    made: str
    version: str
    conversations: int = 0
    runs: int = 0
    snapshots: int = 0
    discoveries: int = 0
    templates: int = 0
    schedules: int = 0
    folders: int = 0
    bytes: int = 0
    index: bool = False


@dataclass(frozen=True, slots=True)
class RestoredServer:
    """An MCP server in a backup; ``target`` is its command line or URL.

    ``known`` is True if the same server is already configured and confirmed here, so it keeps its
    current state. All other servers stay disabled until the user confirms them.
    """

    name: str
    target: str
    known: bool = False


@dataclass(frozen=True, slots=True)
class RestoredSetting:
    """A security-relevant setting changed by a restore.

    Such settings control access to servers or files. ``key`` is the name of the API key that would
    be sent to the new address once the user allows it, or "" if there is none.
    """

    setting: str
    before: str
    after: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class RestoreEffects:
    """The changes made by restoring a backup; ``faults`` describes its unusable parts."""

    servers: tuple[RestoredServer, ...] = ()
    settings: tuple[RestoredSetting, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """The outcome of restoring a backup when the program starts.

    ``kept`` is the folder that now contains the replaced data. If the backup was not restored,
    ``why`` gives the reason.
    """

    done: bool
    kept: str = ""
    why: str = ""


# --- Updates
#
# Everything comes from one signed repository (The Update Framework, TUF 1.0): nothing is used
# before its signatures, its length and its hash have been checked.

Progress = Callable[[int, int], None]
"""Called with the number of bytes done and the total."""


@dataclass(frozen=True, slots=True)
class Target:
    """A signed update file.

    ``size`` is in bytes, and ``about`` is the file's signed metadata (JSON).
    """

    name: str
    size: int
    about: dict[str, object]


@dataclass(frozen=True, slots=True)
class Release:
    """A release for this system; ``released`` is an ISO 8601 date and ``notes`` is Markdown."""

    version: str
    released: str
    notes: str
    target: Target
