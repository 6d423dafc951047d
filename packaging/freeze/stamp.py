"""Which build this is: the version, the commit and its time, never the time of building."""

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path


def write_stamp(path: Path, root: Path, version: str) -> None:
    """Write what a build says of itself, as `desktop_agent.system.resources.build_stamp` reads it.

    ``SOURCE_DATE_EPOCH`` overrides the time of the commit. Outside a checkout commit and day are
    empty.
    """
    commit = _git(root, "rev-parse", "--short=12", "HEAD")
    if commit and _git(root, "status", "--porcelain", "--untracked-files=no"):
        commit += "-changed"
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or _git(root, "log", "-1", "--format=%ct")
    date = datetime.fromtimestamp(int(seconds), UTC).date().isoformat() if seconds else ""
    told = {"version": version, "commit": commit, "date": date}
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments],  # noqa: S607 - whichever git the person has
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
