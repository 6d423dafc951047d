"""What differs between the sources and the index."""

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from desktop_agent import __version__
from desktop_agent.core.file_names import shown_name
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.catalogue import Failure
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.ingest.found import Found
from desktop_agent.knowledge.ingest.look import Look

_UNSEEN = "unseen"
"""The fingerprint of a folder that could not be looked into: that is tried every time."""

Problems = Mapping[tuple[int, str], str]
"""Fingerprints of what could not be read, by source and exact path."""


@dataclass(slots=True)
class Plan:
    """What is to be done.

    ``known`` holds, by key, the records of the files that are to be read again. ``remove`` are keys
    of documents, ``solved`` sources and paths of problems that are none any more. ``presence``
    tells of each source whether it is missing, and its device.
    """

    read: list[Found] = field(default_factory=list)
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
    _plan: Plan = field(default_factory=Plan)
    _seen: set[str] = field(default_factory=set)
    _still: set[tuple[int, str]] = field(default_factory=set)

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
        self._plan.read.sort(key=lambda found: found.modified_ns, reverse=True)  # newest first
        return self._plan

    def _compare(self, found: Found) -> None:
        if found.key in self._seen:  # of two sources of a collection, the first has it
            return
        self._seen.add(found.key)
        record = self.records.get(found.key)
        if record is not None and self._is_same(record, found):
            return
        mark = fingerprint(found, self.max_file_mb)
        if self.problems.get((found.source.id, found.path)) == mark and not self.again:
            self._still.add((found.source.id, found.path))
        elif found.text is None and found.size > self.max_file_mb << 20:
            name = shown_name(os.path.basename(found.path))  # noqa: PTH119 - quicker than a Path
            reason = f"{name} is larger than {self.max_file_mb} MiB."
            remedy = "Raise knowledge.max_file_mb to have it indexed."
            self._fail(found.source.id, found.path, reason, remedy, mark)
        else:
            self._plan.read.append(found)
            if record is not None:
                self._plan.known[found.key] = record
            return
        if record is not None:  # its text is not the one that the file holds now
            self._plan.remove.append(found.key)

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
        waiting = {(found.source.id, found.path) for found in self._plan.read}
        for source, path in self.problems.keys() - self._still - waiting:
            look = by_source.get(source)
            if look is None or not _may_be_there(look, readable(path)):
                self._plan.solved.append((source, path))


def fingerprint(found: Found, max_file_mb: int) -> str:
    """Gives what a failure to read a file depends on: while it is the same, so is the failure."""
    return f"{__version__}:{max_file_mb}:{found.size}:{found.modified_ns}"


def _may_be_there(look: Look, path: str) -> bool:
    """Tells whether a file may be there although it was not seen."""
    if look.missing:
        return True
    folders = (readable(unseen.path) for unseen in look.unseen)
    return any(path == folder or path.startswith(f"{folder}{os.sep}") for folder in folders)
