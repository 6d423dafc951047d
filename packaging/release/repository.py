"""The folder that is uploaded: signed lists in ``metadata/``, files in ``targets/``.

Lists have their number in their name and files the hash of what is in them (consistent snapshots),
so that nothing that somebody may be reading is ever changed. The timestamp alone is replaced; it is
written last.
"""

import copy
import os
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp

from release.key_files import KeyFiles

ROLES = ("root", "targets", "snapshot", "timestamp")
DAYS = {"root": 365, "targets": 180, "snapshot": 30, "timestamp": 14}
"""How long a list of each role may be trusted: two weeks is how long news can be held back."""

_NEW = {"targets": Targets, "snapshot": Snapshot, "timestamp": Timestamp}


class Repository:
    """Reads and signs the lists of one folder. Raises `SystemExit` with what a person must know."""

    def __init__(self, folder: Path, keys: KeyFiles) -> None:
        self._metadata = folder / "metadata"
        self._targets = folder / "targets"
        self._staged = folder.with_name(f"{folder.name}-next-root.json")
        self._keys = keys

    # --- the list of signers

    @property
    def root(self) -> Root:
        """The list of signers that counts now."""
        version = self._newest("root")
        if version == 0:
            raise SystemExit("There is no repository here yet: release.keys new makes one.")
        root: Root = self._read(f"{version}.root").signed
        return root

    @property
    def root_file(self) -> Path:
        """The file of it, which builds are made with."""
        return self._metadata / f"{self._newest('root')}.root.json"

    def propose(self, root: Root) -> bool:
        """Signs a list of signers with the root keys at hand; tells whether it is published now.

        Where keys are missing it waits beside the folder for `sign`, on whichever machine has them.
        """
        root.version = self._newest("root") + 1
        root.expires = _in_days(DAYS["root"])
        return self._sign_root(Metadata(root))

    def sign_proposed(self) -> bool:
        """Adds the root keys at hand to the list of signers that waits; as `propose`."""
        if not self._staged.exists():
            raise SystemExit("No list of signers is waiting to be signed.")
        return self._sign_root(Metadata.from_file(str(self._staged)))

    def _sign_root(self, metadata: Metadata[Root]) -> bool:
        root = metadata.signed
        before = self.root if root.version > 1 else None
        wanted = set(root.roles["root"].keyids) | set(before.roles["root"].keyids if before else ())
        for signer in self._keys.signers("root"):
            if signer.public_key.keyid in wanted:
                metadata.sign(signer, append=True)
        result = root.get_root_verification_result(
            before, metadata.signed_bytes, metadata.signatures
        )
        if not result:
            _write(self._staged, metadata.to_bytes())
            return False
        self._write(f"{root.version}.root", metadata)
        self._staged.unlink(missing_ok=True)
        return True

    # --- files

    def add(self, name: str, file: Path, about: dict[str, Any], files: Targets) -> None:
        """Copies a file in and enters it; `publish` signs the list."""
        target = TargetFile.from_file(name, str(file), ["sha256"])
        if about:
            target.unrecognized_fields["custom"] = about
        folder, _, base = name.rpartition("/")
        place = self._targets / folder / f"{target.hashes['sha256']}.{base}"
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f".{place.name}.part")
        shutil.copyfile(file, part)
        part.replace(place)
        files.targets[name] = target

    def files(self) -> Targets:
        """Gives the list of files as it is now, to be changed and published."""
        version = self._newest("targets")
        if version == 0:
            return Targets(version=1)
        files: Targets = self._read(f"{version}.targets").signed
        files.version += 1
        return files

    def publish(self, files: Targets) -> None:
        """Signs the list of files, the snapshot that names it, and the timestamp."""
        data = self._sign("targets", files, f"{files.version}.targets")
        self.resign_snapshot(MetaFile.from_data(files.version, data, ["sha256"]))

    def resign_snapshot(self, listed: MetaFile | None = None) -> None:
        """Signs the snapshot anew, and the timestamp."""
        snapshot = self._next("snapshot")
        if listed is not None:
            snapshot.meta["targets.json"] = listed
        data = self._sign("snapshot", snapshot, f"{snapshot.version}.snapshot")
        self.resign_timestamp(MetaFile.from_data(snapshot.version, data, ["sha256"]))

    def resign_timestamp(self, snapshot: MetaFile | None = None) -> None:
        """Signs the timestamp anew: what is offered is still what is offered."""
        timestamp = self._next("timestamp")
        if snapshot is not None:
            timestamp.snapshot_meta = snapshot
        self._sign("timestamp", timestamp, "timestamp")

    def mend(self) -> None:
        """Signs anew what the keys of the present list of signers have not signed."""
        if self._newest("targets") == 0 or not self._holds("targets"):
            self.publish(self.files())
        elif not self._holds("snapshot"):
            self.resign_snapshot()
        elif not self._holds("timestamp"):
            self.resign_timestamp()

    def _holds(self, role: str) -> bool:
        version = self._newest(role)
        metadata = self._read("timestamp" if role == "timestamp" else f"{version}.{role}")
        return bool(
            self.root.get_verification_result(role, metadata.signed_bytes, metadata.signatures)
        )

    def _next(self, role: str) -> Any:
        version = self._newest(role)
        if version == 0:
            return _NEW[role](version=1)
        signed = self._read("timestamp" if role == "timestamp" else f"{version}.{role}").signed
        signed.version += 1
        return signed

    def _sign(self, role: str, signed: Any, name: str) -> bytes:
        signed.expires = _in_days(DAYS[role])
        metadata: Metadata[Any] = Metadata(copy.deepcopy(signed))
        root = self.root
        for signer in _of(self._keys.signers(role), root.roles[role].keyids):
            metadata.sign(signer, append=True)
        result = root.get_verification_result(role, metadata.signed_bytes, metadata.signatures)
        if not result:
            raise SystemExit(
                f"{role} needs {result.threshold} keys, and {len(result.signed)} are at hand."
            )
        return self._write(name, metadata)

    # --- reading and writing

    def _newest(self, role: str) -> int:
        if role == "timestamp":
            file = self._metadata / "timestamp.json"
            return int(self._read("timestamp").signed.version) if file.exists() else 0
        found = self._metadata.glob(f"*.{role}.json")
        return max((int(path.name.partition(".")[0]) for path in found), default=0)

    def _read(self, name: str) -> Metadata[Any]:
        return Metadata.from_file(str(self._metadata / f"{name}.json"))

    def _write(self, name: str, metadata: Metadata[Any]) -> bytes:
        data = metadata.to_bytes()
        _write(self._metadata / f"{name}.json", data)
        return data


def _of(signers: Iterable[CryptoSigner], keyids: Iterable[str]) -> Iterable[CryptoSigner]:
    wanted = set(keyids)
    return (signer for signer in signers if signer.public_key.keyid in wanted)


def _in_days(days: int) -> datetime:
    return datetime.now(UTC).replace(microsecond=0) + timedelta(days=days)


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.part")
    with part.open("wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(file)
