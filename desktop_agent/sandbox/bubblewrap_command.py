"""The command that starts Python behind bubblewrap's walls, and what it can see there.

It sees the interpreter with its standard library, the system's shared libraries and a few packages
for mathematics, all read-only. There is no home, no ``/etc``, no ``/proc``, no ``/sys``, no ``/tmp``,
no socket of any service, and of ``/dev`` only ``null``.
"""

import importlib.util
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("numpy", "scipy", "sympy", "mpmath", "networkx")
"""What code may import beside the standard library, where it is installed."""

JAIL_ARGUMENT = "--code-runner"
"""What a frozen program is started with to run code."""

_SYSTEM_LIBRARIES = ("/usr/lib", "/usr/lib64", "/usr/lib32", "/lib", "/lib64")
_SYSTEM_PACKAGES = Path("/usr/lib/python3/dist-packages")
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_WALLS = (
    "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
    "--uid", "65534", "--gid", "65534", "--hostname", "sandbox",
)  # fmt: skip
_START = (
    "import sys; sys.path[:0] = ['/sandbox', '/packages']; "
    "from desktop_agent.sandbox.inside.main import main; main()"
)


def find_bubblewrap() -> str | None:
    """Gives the path of bubblewrap, where this is Linux and it is installed."""
    return shutil.which("bwrap") if sys.platform == "linux" else None


def bubblewrap_command(bubblewrap: str) -> list[str]:
    """Gives the whole command; it reads its request from standard input."""
    command = [bubblewrap, *_WALLS]
    for name, value in _ENVIRONMENT.items():
        command += ["--setenv", name, value]
    for path in _SYSTEM_LIBRARIES:
        command += _system_library(Path(path))
    frozen = bool(getattr(sys, "frozen", False))
    command += _frozen_places() if frozen else _python_places()
    command += ["--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null"]
    command += ["--remount-ro", "/", "--chdir", "/", "--"]
    if frozen:
        return [*command, sys.executable, JAIL_ARGUMENT]
    return [*command, str(_python()), "-I", "-S", "-B", "-X", "utf8", "-c", _START]


def installed_packages() -> tuple[str, ...]:
    """Gives the packages for mathematics that are installed here; a frozen program knows its own."""
    return tuple(name for name in PACKAGES if importlib.util.find_spec(name) is not None)


def _python() -> Path:
    return Path(sys.executable).resolve()


def _system_library(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind-try", str(path), str(path)]


def _frozen_places() -> list[str]:
    folder = str(Path(sys.executable).resolve().parent)
    return ["--ro-bind", folder, folder]


def _python_places() -> list[str]:
    places = [_python()]
    base = Path(sys.base_prefix).resolve()
    if base != Path("/usr"):
        places.append(base / "lib")
    installed = {"platbase": sys.base_exec_prefix, "installed_platbase": sys.base_exec_prefix}
    names = ("stdlib", "platstdlib")
    places += [Path(sysconfig.get_path(name, vars=installed)).resolve() for name in names]
    command = list[str]()
    for place in dict.fromkeys(places):
        command += ["--ro-bind-try", str(place), str(place)]
    # what else is installed beside the standard library is nothing to the code
    beside = [place / "site-packages" for place in places]
    for hidden in dict.fromkeys((*beside, _SYSTEM_PACKAGES)):
        if hidden.is_dir():
            command += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    inside = Path(__file__).with_name("inside")
    command += ["--ro-bind", str(inside), "/sandbox/desktop_agent/sandbox/inside"]
    for folder in _package_folders():
        command += ["--ro-bind", str(folder), f"/packages/{folder.name}"]
    return command


def _package_folders() -> Iterator[Path]:
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        for place in (found.submodule_search_locations or ()) if found is not None else ():
            folder = Path(place)
            yield folder
            libraries = folder.with_name(
                f"{name}.libs"
            )  # where wheels keep the libraries they bring
            if libraries.is_dir():
                yield libraries
