"""The build under test: where it lies, how it is started, and what of it still runs."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import psutil


class Artefact:
    """An executable with a home of its own, used as a context: the home goes with it."""

    def __init__(self, executable: str, root: Path | None, user: int | None) -> None:
        self.executable = executable
        self._root = root
        self.user = user
        self.errors = ""
        """What the last `run` wrote to standard error."""
        self.outside = Path()
        """The home, as seen from here."""
        self.home = Path()
        """The home, as the build sees it."""

    def __enter__(self) -> Self:
        place = (self._root or Path("/")) / "tmp"
        self.outside = Path(tempfile.mkdtemp(prefix="smoke-home-", dir=place))
        self.home = Path("/tmp") / self.outside.name  # noqa: S108 - in its root
        if self.user is not None:
            os.chown(self.outside, self.user, self.user)
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self._processes():
            process.kill()
        shutil.rmtree(self.outside, ignore_errors=True)

    @property
    def resources(self) -> Path:
        """The folder of the build's resources, as seen from here."""
        root = self._root or Path("/")
        place = root / self.executable.lstrip("/")
        while place.is_symlink():
            leads = place.readlink()
            place = root / leads.relative_to("/") if leads.is_absolute() else place.parent / leads
        return place.parent / "_internal" / "resources"

    def start(
        self, *arguments: str, environ: Mapping[str, str] | None = None, **how: Any
    ) -> subprocess.Popen[str]:
        """Starts it with no variable but these and the least that a login sets."""
        told = {
            "HOME": str(self.home),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "DESKTOP_AGENT_HOME": str(self.home / "agent"),
            **(environ or {}),
        }
        settings = [f"{name}={value}" for name, value in told.items()]
        inner = ["env", "-i", *settings, self.executable, *arguments]
        if self._root is not None:
            user = [f"--userspec={self.user}:{self.user}"] if self.user is not None else []
            inner = ["chroot", *user, str(self._root), *inner]
        return subprocess.Popen(inner, text=True, **how)

    def run(
        self,
        *arguments: str,
        environ: Mapping[str, str] | None = None,
        said: str = "",
        status: int = 0,
    ) -> str:
        """Runs it to its end and gives what it wrote; its exit status must be this one."""
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        process = self.start(*arguments, environ=environ, **pipes)
        try:
            out, errors = process.communicate(said, timeout=120)
        finally:
            process.kill()
        assert process.returncode == status, f"status {process.returncode}\n{out}\n{errors}"
        self.errors = errors
        return out

    def left_running(self) -> list[str]:
        """Names what of it runs five seconds from now at the latest."""
        until = time.monotonic() + 5
        while (found := self._processes()) and time.monotonic() < until:
            time.sleep(0.1)
        return [" ".join(process.info["cmdline"] or ()) for process in found]

    def _processes(self) -> list[psutil.Process]:
        """Every process that has this home in its environment: ours, and what ours has started."""
        mark = f"HOME={self.home}"
        found = []
        for process in psutil.process_iter(["cmdline"]):
            try:
                environ = Path(f"/proc/{process.pid}/environ").read_bytes().decode(errors="replace")
            except OSError:
                continue
            ours = str(self.executable) in " ".join(process.info["cmdline"] or ())
            if mark in environ.split("\0") or (ours and f"{self.home}" in environ):
                found.append(process)
        return found
