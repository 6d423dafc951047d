"""The two commands: record, and compare."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import tests.baseline
from tests.baseline.clock import clock_environ

_PARTS = ("events", "worlds", "cli", "forms", "pictures")


def main() -> int:
    """Carry out a command; return its exit status."""
    match sys.argv[1:]:
        case ["record", folder, *parts] if set(parts) <= set(_PARTS):
            return max(_apart(Path(folder), part) for part in parts or _PARTS)
        case ["part", folder, part]:  # what `record` starts
            _record(Path(folder), part)
            return 0
        case ["compare", before, after]:
            return _compare(Path(before), Path(after))
        case _:
            print(tests.baseline.__doc__, file=sys.stderr)
            return 2


def _apart(folder: Path, part: str) -> int:
    """Record a part in a process of its own, at the time of the recording."""
    folder.mkdir(parents=True, exist_ok=True)
    print(part, file=sys.stderr, flush=True)
    environ = os.environ | clock_environ()
    kept = {name: value for name, value in environ.items() if not name.startswith("DESKTOP_AGENT_")}
    kept["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    command = [sys.executable, "-W", "ignore", "-m", "tests.baseline", "part", str(folder), part]
    return subprocess.run(command, env=kept, check=False).returncode


def _record(folder: Path, part: str) -> None:
    # imported here, for what is compared is then looked at without the program
    from tests import loopback_only
    from tests.baseline import pictures, questions, surfaces

    loopback_only.enforce()
    recorders: dict[str, Callable[[Path], object]] = {
        "events": questions.record_questions,
        "worlds": questions.record_worlds,
        "cli": surfaces.record_commands,
        "forms": surfaces.record_forms,
        "pictures": pictures.record_pictures,
    }
    recorders[part](folder)


def _compare(before: Path, after: Path) -> int:
    from tests.baseline.comparison import differences

    found = list(differences(before, after))
    print(*found, sep="\n")
    print(f"{len(found)} files differ" if found else "no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
