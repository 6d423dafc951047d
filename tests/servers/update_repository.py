"""A place of signed updates on loopback: real keys, real lists, and every way to serve them wrongly."""

import asyncio
import copy
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import (
    Metadata,
    MetaFile,
    Root,
    Signed,
    Snapshot,
    TargetFile,
    Targets,
    Timestamp,
)

from tests.servers.exchange import Drop, Exchange, application
from tests.servers.loopback import serve

ROLES = ("root", "targets", "snapshot", "timestamp")
LINUX = "linux-x86_64"

Answer = Callable[[Exchange], Awaitable[None]]


@dataclass
class UpdateRepository:
    """What its keepers publish. ``files`` is what is served, by path; ``answers`` win over it.

    Two keys together sign the root and the targets. A copy (`copy`) is an earlier state that an attacker has kept.
    """

    signers: dict[str, list[CryptoSigner]] = field(default_factory=dict)
    root: Root = field(default_factory=lambda: Root(consistent_snapshot=True))
    targets: Targets = field(default_factory=Targets)
    snapshot: Snapshot = field(default_factory=Snapshot)
    timestamp: Timestamp = field(default_factory=Timestamp)
    files: dict[str, bytes] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.signers:
            return
        for role in ROLES:
            count = 2 if role in {"root", "targets"} else 1
            self.signers[role] = [CryptoSigner.generate_ed25519() for _ in range(count)]
            for signer in self.signers[role]:
                self.root.add_key(signer.public_key, role)
            self.root.roles[role].threshold = count
        for signed in (self.targets, self.snapshot, self.timestamp):
            signed.version = 0  # none is published yet
        self.publish_root()

    @property
    def first_root(self) -> bytes:
        return self.files["/metadata/1.root.json"]

    def copy(self) -> "UpdateRepository":
        """Gives the state of now, to be served later; the keys are the same."""
        held = copy.deepcopy({"files": self.files, "targets": self.targets, "root": self.root})
        return UpdateRepository(
            self.signers,
            held["root"],
            held["targets"],
            copy.deepcopy(self.snapshot),
            copy.deepcopy(self.timestamp),
            held["files"],
        )

    # --- what its keepers do

    def add(self, name: str, data: bytes, **custom: Any) -> None:
        """Adds a file; it is offered from the next `publish` on."""
        target = TargetFile.from_data(name, data, ["sha256"])
        target.unrecognized_fields["custom"] = custom
        self.targets.targets[name] = target
        folder, _, base = name.rpartition("/")
        self.files[f"/targets/{folder}/{target.hashes['sha256']}.{base}"] = data

    def release(
        self, version: str, data: bytes, *, kind: str = "tar", system: str = LINUX, said: str = ""
    ) -> str:
        """Adds a release and announces it; ``said`` is the system it says it is for. Gives its name."""
        name = f"releases/{system}/desktop-agent-{version}.{kind}"
        about = {"version": version, "released": "2026-03-01", "notes": f"What is new in {version}"}
        self.add(name, data, **about, system=said or system, kind=kind)
        self.announce({kind: name}, system=system)
        return name

    def announce(
        self, files: dict[str, str], system: str = LINUX, list_name: str = "latest"
    ) -> None:
        self.add(f"releases/{system}/{list_name}.json", repr(files).encode(), files=files)

    def publish(self, **days: float) -> None:
        """Signs targets, snapshot and timestamp anew; ``days`` is how long each role's list lasts."""
        self.targets.version += 1
        data = self.sign("targets", self.targets, days.get("targets", 90))
        self.files[f"/metadata/{self.targets.version}.targets.json"] = data
        self.snapshot.meta["targets.json"] = _meta(self.targets.version, data)
        self.snapshot.version += 1
        data = self.sign("snapshot", self.snapshot, days.get("snapshot", 30))
        self.files[f"/metadata/{self.snapshot.version}.snapshot.json"] = data
        self.timestamp.snapshot_meta = _meta(self.snapshot.version, data)
        self.refresh(days.get("timestamp", 7))

    def refresh(self, days: float = 7) -> None:
        self.timestamp.version += 1
        data = self.sign("timestamp", self.timestamp, days)
        self.files["/metadata/timestamp.json"] = data

    def publish_root(self, days: float = 365, also: tuple[CryptoSigner, ...] = ()) -> None:
        """Signs the list of signers; ``also`` are the keys of the one before."""
        data = self.sign("root", self.root, days, also)
        self.files[f"/metadata/{self.root.version}.root.json"] = data

    def rotate(self, role: str) -> None:
        """Gives a role new keys by a new list of signers; the old keys are worth nothing after it."""
        old = self.signers[role]
        also = tuple(old) if role == "root" else ()
        self.signers = {**self.signers, role: [CryptoSigner.generate_ed25519() for _ in old]}
        for signer in old:
            self.root.revoke_key(signer.public_key.keyid, role)
        for signer in self.signers[role]:
            self.root.add_key(signer.public_key, role)
        self.root.version += 1
        self.publish_root(also=also)

    def sign(
        self, role: str, signed: Signed, days: float, also: tuple[CryptoSigner, ...] = ()
    ) -> bytes:
        signed.expires = datetime.now(UTC).replace(microsecond=0) + timedelta(days=days)
        metadata: Metadata[Any] = Metadata(copy.deepcopy(signed))
        for signer in (*self.signers[role], *also):
            metadata.sign(signer, append=True)
        return metadata.to_bytes()

    # --- how it is served

    def take_folder(self, folder: Path) -> None:
        """Serves what lies in a folder, and nothing else."""
        self.files = {
            f"/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }

    async def answer(self, exchange: Exchange) -> None:
        self.asked.append(exchange.path)
        if exchange.path in self.answers:
            await self.answers[exchange.path](exchange)
        elif exchange.path in self.files:
            await exchange.answer(200, self.files[exchange.path], "application/octet-stream")
        else:
            await exchange.answer(404)


def _meta(version: int, data: bytes) -> MetaFile:
    return MetaFile.from_data(version, data, ["sha256"])


@dataclass
class Served:
    """A server that serves one repository after another."""

    url: str
    repository: UpdateRepository

    async def answer(self, exchange: Exchange) -> None:
        connection = exchange._send.__self__.transport.get_extra_info("socket")
        # else every answer on a kept connection waits 40 ms for the client's acknowledgement
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await self.repository.answer(exchange)


@contextmanager
def serve_updates(repository: UpdateRepository) -> Iterator[Served]:
    """Serves it; ``served.repository`` may be another at any time."""
    served = Served("", repository)
    with serve(application(served.answer)) as url:
        served.url = url
        yield served


# --- answers of those who mean ill


def endless(piece: bytes = b" " * 65536, pause_s: float = 0.0) -> Answer:
    async def pieces() -> AsyncIterator[bytes | Drop]:
        while True:
            yield piece
            await asyncio.sleep(pause_s)

    return lambda exchange: exchange.stream(pieces(), "application/octet-stream")


def broken(data: bytes) -> Answer:
    async def pieces() -> AsyncIterator[bytes | Drop]:
        yield data[: len(data) // 2]
        await asyncio.sleep(0.05)  # what was sent arrives before the end does
        yield Drop()

    return lambda exchange: exchange.stream(pieces(), "application/octet-stream")


def silent() -> Answer:
    async def answer(exchange: Exchange) -> None:
        await exchange._gone()

    return answer


def leading_to(url: str) -> Answer:
    return lambda exchange: exchange.answer(302, headers={"location": url})


def contents(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
