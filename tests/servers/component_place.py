"""A folder as the place where components are fetched, and archives to put there."""

import asyncio
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import UpdateError
from desktop_agent.core.maintenance import Progress, Target
from desktop_agent.storage.components import Build, build_for_here

FITTING = "0.40.7"
PACKAGE = {
    "lancedb/__init__.py": b"from lancedb.greeting import hello\n__version__ = '0.40.7'\n",
    "lancedb/greeting.py": b"def hello():\n    return 'hello from the component'\n",
    "lancedb-0.40.7.dist-info/METADATA": b"Metadata-Version: 2.1\nName: lancedb\nVersion: 0.40.7\n",
}


class FolderPlace:
    """Gives what lies in a folder; what was not `sign`ed is not there.

    ``asked`` and ``brought`` name the files. That of the name ``hold`` is never brought; ``held``
    is set when somebody waits for it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.brought: list[str] = []
        self.hold = ""
        self.held = asyncio.Event()
        self._signed: dict[str, tuple[Target, str]] = {}

    def sign(self, name: str, data: bytes, about: Mapping[str, object] | None = None) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        target = Target(name, len(data), dict(about or {}))
        self._signed[name] = target, hashlib.sha256(data).hexdigest()

    def offer(self, *builds: Build, archives: Mapping[str, bytes] | None = None) -> None:
        """Signs the archives of builds, and the list of them."""
        for build in builds:
            data = (archives or {}).get(build.version) or archive_of(build, PACKAGE)
            about = {"version": build.version, "unpacked": _unpacked(data)}
            self.sign(f"components/{build.file_name}", data, about)
        listed = [
            {key: getattr(build, key) for key in ("name", "version", "system", "machine", "python")}
            for build in builds
        ]
        told = json.dumps({"form": 1, "components": listed}).encode()
        self.sign("components/index.json", told)

    async def find(self, name: str) -> Target | None:
        self.asked.append(name)
        return self._signed[name][0] if name in self._signed else None

    async def fetch(self, target: Target, folder: str, progress: Progress) -> str:
        self.brought.append(target.name)
        if target.name == self.hold:
            self.held.set()
            await asyncio.sleep(60)
        source = self.folder / target.name
        data = source.read_bytes()
        if hashlib.sha256(data).hexdigest() != self._signed[target.name][1]:
            raise UpdateError(f"{target.name} is not what was signed.")
        progress(len(data), target.size)
        place = Path(folder, source.name)
        shutil.copyfile(source, place)
        return str(place)


def archive_of(
    build: Build,
    files: Mapping[str, bytes],
    *,
    listed: Mapping[str, Any] | None = None,
    infos: Mapping[str, zipfile.ZipInfo] | None = None,
) -> bytes:
    """Gives an archive; ``listed`` is its list of files where it lies, ``infos`` what a file's entry is."""
    told: dict[str, Any] = {
        key: getattr(build, key) for key in ("name", "version", "system", "machine", "python")
    }
    right = {path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items()}
    told |= {"form": 1, "files": right if listed is None else listed}
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("component.json", json.dumps(told))
        for path, data in files.items():
            target.writestr((infos or {}).get(path, path), data, zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def fitting(version: str = FITTING) -> Build:
    return build_for_here("lancedb", version)


def _unpacked(data: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return sum(info.file_size for info in opened.infolist())
