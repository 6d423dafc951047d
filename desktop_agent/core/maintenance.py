"""Files that are damaged or cannot be written while the program goes on, and who is told of it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class RepairedFile:
    """A damaged file in whose place another was put.

    ``kept`` is the name that the damaged one has now, beside it. ``saved`` counts the rows that were taken over, and
    is None where none were to be, because they are made anew. ``whole`` says that every table could
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
        """What became of what was in it."""
        if self.saved is None:
            return "What was in it is made anew by itself."
        if not self.saved:
            return "Nothing in it could be read; put a copy in its place if you have one."
        if self.whole:
            return "All that it held was saved, and is in use again."
        return "What could be read of it was saved, and is in use again; look whether anything is missing."


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A folder whose files can be read and not written; ``why`` is "read-only", "full" or empty."""

    folder: str
    why: str

    @property
    def message(self) -> str:
        """What can be done there and what cannot, in a sentence."""
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
        """What to do."""
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
    """What was met since the program was started; any thread may add to it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._all: list[RepairedFile | ReadOnly] = []
        self._listeners: list[Callable[[RepairedFile | ReadOnly], object]] = []

    def add(self, mended: RepairedFile | ReadOnly) -> None:
        """Add one and notify all who listen, in this thread; the same is told once."""
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
        """Gives all so far, and tells ``listener`` of those that come, in any thread."""
        with self._guard:
            self._listeners.append(listener)
            return tuple(self._all)

    @property
    def all(self) -> tuple[RepairedFile | ReadOnly, ...]:
        """All so far, the first one first."""
        with self._guard:
            return tuple(self._all)


# --- What is kept of a crash. It stays on this machine.


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A failure that nobody caught, or that ended the program.

    ``when`` is ISO 8601 (UTC), ``version`` the program's. ``what`` is one line (the kind of the
    failure and where it happened), ``text`` all that is kept: where in the code it was, and nothing
    of questions, answers, pages or the names of folders.
    """

    when: str
    version: str
    what: str
    text: str


# --- What one file that holds everything of a person says of itself.


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


# --- What a newer program, and what can be added to it, looks like; where both come from.
#
# Everything comes from one place whose contents are signed (The Update Framework, TUF 1.0): nothing of
# it is used before its signatures, its length and its hash have been checked.

Progress = Callable[[int, int], None]
"""Told of the bytes that are there, and of all."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file of the signed place: ``size`` in bytes; ``about`` is what its signers say of it (JSON)."""

    name: str
    size: int
    about: dict[str, object]


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the program for this system; ``released`` is an ISO 8601 day, ``notes`` markdown."""

    version: str
    released: str
    notes: str
    target: Target


class SignedTargets(Protocol):
    """The place where releases are; each call may ask it over the network."""

    async def find(self, name: str) -> Target | None:
        """Gives a file of that name by what is signed now, None when there is none.

        Raises:
            UpdateError: nobody answers, or what is there is not to be trusted.
            Offline: the network is switched off.
        """
        ...

    async def fetch(self, target: Target, folder: str, progress: Progress) -> str:
        """Brings a file into a folder, checked, under its own name; gives its path. Raises the same."""
        ...
