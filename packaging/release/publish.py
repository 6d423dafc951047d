r"""Adds files to the repository, and signs.

PYTHONPATH=packaging python -m release.publish version --keys KEYS REPOSITORY \
    --version 0.2.0 --notes notes.md --system linux-x86_64 deb=dist/a.deb tar=dist/a.tar.gz
PYTHONPATH=packaging python -m release.publish withdraw --keys KEYS REPOSITORY NAME...
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version
from tuf.api.metadata import Targets

from release.key_files import KeyFiles
from release.repository import Repository

KINDS = ("deb", "tar", "exe", "dmg")
_SYSTEM = re.compile(r"(?:linux|windows|macos)-[a-z0-9_]+")
_BASE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+~-]*")


def main(arguments: Sequence[str]) -> int:
    """Does what the words say."""
    parser = argparse.ArgumentParser(prog="release.publish", description="Adds files, and signs.")
    parser.add_argument("action", choices=("version", "withdraw"))
    parser.add_argument("repository", type=Path, help="the folder that is uploaded")
    parser.add_argument("what", nargs="+", help="KIND=FILE..., or NAMES")
    parser.add_argument("--keys", type=Path, help="the folder of key files")
    parser.add_argument("--version", help="the version that is published")
    parser.add_argument("--notes", type=Path, help="what is new (Markdown)")
    parser.add_argument("--system", default="", help="such as linux-x86_64")
    parser.add_argument("--released", type=date.fromisoformat, help="the day (default: today)")
    options = parser.parse_args(arguments)
    repository = Repository(options.repository, KeyFiles(options.keys))
    files = repository.files()
    match options.action:
        case "version":
            add_version(repository, files, options)
        case _:
            for name in options.what:
                if files.targets.pop(name, None) is None:
                    raise SystemExit(f"{name} is not offered.")
    repository.publish(files)
    print(f"Signed list {files.version} of {len(files.targets)} files.")
    return 0


def add_version(repository: Repository, files: Targets, options: argparse.Namespace) -> None:
    """Adds the files of a version for one system, and announces them."""
    try:
        version = Version(options.version or "")
    except InvalidVersion:
        raise SystemExit(f"--version: {options.version!r} is no version.") from None
    if not _SYSTEM.fullmatch(options.system):
        raise SystemExit(f"--system: {options.system!r} is none; as in linux-x86_64.")
    released = options.released or datetime.now(UTC).date()
    notes = options.notes.read_text(encoding="utf-8") if options.notes else ""
    about = {"version": str(version), "released": released.isoformat(), "notes": notes}
    announced = {}
    for word in options.what:
        kind, _, path = word.partition("=")
        file = Path(path)
        if kind not in KINDS or not _BASE.fullmatch(file.name):
            raise SystemExit(f"{word!r} is not KIND=FILE with a kind of {', '.join(KINDS)}.")
        name = f"releases/{options.system}/{file.name}"
        repository.add(name, file, {**about, "system": options.system, "kind": kind}, files)
        announced[kind] = name
    # who runs a preview looks at both lists, everybody else at the first alone
    listed = "preview" if version.is_prerelease else "latest"
    _announce(repository, files, f"releases/{options.system}/{listed}.json", announced)


def _announce(repository: Repository, files: Targets, name: str, announced: dict[str, Any]) -> None:
    known = files.targets.get(name)
    before = known.unrecognized_fields.get("custom", {}).get("files", {}) if known else {}
    about = {"files": {**before, **announced}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list.json"
        file.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        repository.add(name, file, about, files)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
