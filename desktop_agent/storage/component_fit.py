"""Which build of a component fits this program: by system, machine, Python and version."""

import platform
import sys
from dataclasses import dataclass
from typing import Final

NEEDED: Final = {"lancedb": ">=0.40,<0.41"}
"""What can be added, and the versions that this program works with; as in the extra of that name."""

_SYSTEMS = {"win32": "windows", "darwin": "macos"}


@dataclass(frozen=True, slots=True)
class Build:
    """A build of a component; ``python`` is as in the names of wheels, ``cp311``."""

    name: str
    version: str
    system: str
    machine: str
    python: str

    @property
    def file_name(self) -> str:
        """What its archive is called."""
        return f"{self.name}-{self.version}-{self.system}-{self.machine}-{self.python}.zip"


def build_for_here(name: str, version: str = "") -> Build:
    """Gives the build that would fit this program on this machine."""
    system = _SYSTEMS.get(sys.platform, sys.platform)
    return Build(
        name,
        version,
        system,
        platform.machine().lower(),
        f"cp{sys.version_info.major}{sys.version_info.minor}",
    )


def misfit(build: Build) -> str:
    """Tells why a build cannot be used here, as in "it is for Python 3.12"; "" where it can."""
    here = build_for_here(build.name)
    if build.name not in NEEDED:
        return "it is not known to this program"
    if (build.system, build.machine) != (here.system, here.machine):
        return f"it is for {build.system} on {build.machine}"
    if build.python != here.python:
        return f"it is for another Python ({build.python}; this is {here.python})"
    return _version_misfit(build)


def newness(version: str) -> tuple[bool, object]:
    """Gives what versions are sorted by; one that is no version comes before all others."""
    from packaging.version import InvalidVersion, Version

    try:
        return True, Version(version)
    except InvalidVersion:
        return False, version


def _version_misfit(build: Build) -> str:
    from packaging.specifiers import SpecifierSet
    from packaging.version import InvalidVersion, Version

    needed = NEEDED[build.name]
    try:
        fits = Version(build.version) in SpecifierSet(needed)
    except InvalidVersion:
        return "its version cannot be read"
    return "" if fits else f"this program needs {needed}"
