"""What differs between the sources and the index."""

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

from desktop_agent import __version__
from desktop_agent.core.file_names import shown_name
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.catalogue import Failure
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.ingest.found import Found, Text
from desktop_agent.knowledge.ingest.look import Look

_UNSEEN = "unseen"
"""The fingerprint of a folder that could not be looked into: that is tried every time."""

_LEAST_BYTES = 2_000

Problems = Mapping[tuple[int, str], str]
"""Fingerprints of what could not be read, by source and exact path."""


ToRead = tuple[int, str, int, int, Text | None]
"""What a `Found` holds, with the id of its source.

Python's garbage collector passes plain tuples of texts and numbers by. It would go through a hundred
thousand objects again and again, and hold the window up for a tenth of a second each time.
"""


@dataclass(slots=True)
class Plan:
    """What is to be done.

    ``weight`` is that of all that is to be read; see `weight_of`. ``known`` holds, by key, the records of the files that are to be read again. ``remove`` are keys
    of documents, ``solved`` sources and paths of problems that are none any more. ``presence``
    tells of each source whether it is missing, and its device.
    """

    read: list[ToRead] = field(default_factory=list)
    weight: int = 0
    known: dict[str, DocumentRecord] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    solved: list[tuple[int, str]] = field(default_factory=list)
    presence: dict[int, tuple[bool, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Comparison:
    """Compares what is in the sources with ``records`` (by key) and earlier ``problems``.

    A file whose size and time of change are those of its record is not read again, nor is one that
    could not be read and has not changed since, unless ``again``. ``sources`` are the ids of all
    there are: a record of another one is nobody's.
    """

    records: Mapping[str, DocumentRecord]
    problems: Problems
    sources: Collection[int]
    max_file_mb: int
    again: bool = False
    _by_path: dict[tuple[str, str], DocumentRecord] = field(init=False)
    _plan: Plan = field(default_factory=Plan)
    _seen: set[str] = field(default_factory=set)
    _still: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._by_path = {(each.collection, each.path): each for each in self.records.values()}

    def plan(self, looks: Iterable[Look]) -> Plan:
        """Gives what is to be done; for a thread, as it is long over many files.

        ``looks`` are at all sources that records or problems are of: what else there is goes.
        """
        looked = list(looks)
        for look in looked:
            for found in look.found:
                self._compare(found)
            look.missing = look.missing or not look.is_there()
            for unseen in look.unseen:
                self._fail(look.source.id, unseen.path, unseen.reason, unseen.remedy, _UNSEEN)
            self._plan.presence[look.source.id] = (look.missing, look.device)
        self._find_vanished(looked)
        self._plan.read.sort(key=itemgetter(3), reverse=True)  # newest first
        return self._plan

    def _compare(self, found: Found) -> None:
        record = self._record_of(found)
        key = record.key if record is not None else found.key
        if key in self._seen:  # of two sources of a collection, the first has it
            return
        self._seen.add(key)
        if record is not None and self._is_same(record, found):
            return
        if not self._is_refused(found):
            row = (found.source.id, found.path, found.size, found.modified_ns, found.text)
            self._plan.read.append(row)
            self._plan.weight += weight_of(found)
            if record is not None:
                self._plan.known[key] = record
        elif record is not None:  # its text is not the one that the file holds now
            self._plan.remove.append(key)

    def _is_refused(self, found: Found) -> bool:
        """Tells whether a file need not be read, because it cannot be; notes why, if that is new."""
        mark = fingerprint(found, self.max_file_mb)
        if self.problems.get((found.source.id, found.path)) == mark and not self.again:
            self._still.add((found.source.id, found.path))
            return True
        if found.text is not None or found.size <= self.max_file_mb << 20:
            return False
        name = shown_name(Path(found.path).name)
        reason = f"{name} is larger than {self.max_file_mb} MiB."
        remedy = "Raise knowledge.max_file_mb to have it indexed."
        self._fail(found.source.id, found.path, reason, remedy, mark)
        return True

    def _record_of(self, found: Found) -> DocumentRecord | None:
        """Gives the record of a file; by its path where that can be no other's, which is quicker."""
        if os.name == "nt" or "\\" not in found.path:
            record = self._by_path.get((found.source.collection, found.path))
            if record is not None:
                return record
        return self.records.get(found.key)

    def _is_same(self, record: DocumentRecord, found: Found) -> bool:
        return (
            record.modified_ns == found.modified_ns
            and record.size == found.size
            and record.source in self.sources
        )

    def _fail(self, source: int, path: str, reason: str, remedy: str, mark: str) -> None:
        self._still.add((source, path))
        if self.problems.get((source, path)) != mark or self.again:
            self._plan.failures.append(Failure(source, path, reason, remedy, mark))

    def _find_vanished(self, looks: Iterable[Look]) -> None:
        by_source = {look.source.id: look for look in looks}
        for key, record in self.records.items():
            if key in self._seen:
                continue
            look = by_source.get(record.source)
            if look is None or not _may_be_there(look, record.path):
                self._plan.remove.append(key)
        waiting = {row[:2] for row in self._plan.read} if self.problems else set()
        for source, path in self.problems.keys() - self._still - waiting:
            look = by_source.get(source)
            if look is None or not _may_be_there(look, readable(path)):
                self._plan.solved.append((source, path))


def fingerprint(found: Found, max_file_mb: int) -> str:
    """Gives what a failure to read a file depends on: while it is the same, so is the failure."""
    return f"{__version__}:{max_file_mb}:{found.size}:{found.modified_ns}"


def weight_of(found: Found) -> int:
    """Gives what a file counts for in the pace of reading: its bytes, and some for being a file."""
    return max(found.size, _LEAST_BYTES)


def _may_be_there(look: Look, path: str) -> bool:
    """Tells whether a file may be there although it was not seen."""
    if look.missing:
        return True
    folders = (readable(unseen.path) for unseen in look.unseen)
    return any(path == folder or path.startswith(f"{folder}{os.sep}") for folder in folders)
