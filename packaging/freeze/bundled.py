"""Whose work a build contains: every collected file is traced to what it was installed by."""

import importlib.metadata
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

Entry = tuple[str, str, str]
"""What PyInstaller collects: the place in the program, the file it is taken from, its kind."""


# What the library itself is under: the package's own statement covers its sources, tools and tests too.
SYSTEM_LICENCES = {
    "libbz2-1.0": "bzip2-1.0.6",
    "libexpat1": "MIT",
    "libffi8": "MIT",
    "liblzma5": "LicenseRef-public-domain",
    "libsqlite3-0": "blessing",
    "libssl3": "Apache-2.0",
    "libuuid1": "BSD-3-Clause",
    "libxcb-cursor0": "X11",
    "libxcb-icccm4": "X11",
    "libxcb-image0": "X11",
    "libxcb-keysyms1": "X11",
    "libxcb-render-util0": "X11",
    "libxcb-util1": "X11",
}


@dataclass(frozen=True, slots=True)
class Part:
    """Somebody's work that is in the build."""

    name: str
    version: str
    purl: str
    licence: str
    """An SPDX expression, or the licence's name where its makers give no expression."""
    texts: tuple[tuple[str, str], ...] = field(repr=False)
    """Name and text of each licence file."""
    home: str = ""
    inside: tuple[Path, ...] = ()
    """Lists (CycloneDX) of what is compiled into it."""


def needed_distributions(pyproject: Path) -> list[str]:
    """Names what the program needs on this system, itself left out, from the project's file."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(line) for line in project["dependencies"]]
    found = dict[str, str]()
    done = set[tuple[str, frozenset[str]]]()
    while waiting:
        asked = waiting.pop()
        name = canonicalize_name(asked.name)
        if (name, frozenset(asked.extras)) in done or not _applies(asked, {""}):
            continue
        done.add((name, frozenset(asked.extras)))
        distribution = importlib.metadata.distribution(asked.name)
        found[name] = distribution.name
        further = map(Requirement, distribution.requires or ())
        waiting += [each for each in further if _applies(each, {"", *asked.extras})]
    return sorted(found.values(), key=str.lower)


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in extras)


def parts_of(entries: Iterable[Entry], ours: Sequence[Path]) -> list[Part]:
    """Gives whose files these are: packages, Python, and the system's libraries.

    What lies in the folders ``ours``, other than in an environment, is our own.

    Raises:
        LookupError: nobody can be named for a file, so it must not be handed on.
    """
    owners = _owners()
    distributions, libraries = set[str](), set[Path]()
    for place, source, kind in entries:
        if not source or source == "-" or kind == "SYMLINK":
            continue
        path = Path(source)
        owner = owners.get(_key(source)) or owners.get(_key(str(path.resolve())))
        if owner is not None:
            distributions.add(owner)
        elif not _is_ours(path, ours) and not _of_python(path):
            libraries.add(path)
            if not path.exists():
                raise LookupError(f"{place}: where does {source} come from?")
    parts = [_python()]
    parts += [_distribution(name) for name in sorted(distributions, key=str.lower)]
    return [*parts, *_system_parts(sorted(libraries))]


@cache
def _owners() -> dict[str, str]:
    owners = dict[str, str]()
    for distribution in importlib.metadata.distributions():
        root = os.path.realpath(str(distribution.locate_file("")))
        owner = distribution.name  # which is parsed anew each time
        for line in (distribution.read_text("RECORD") or "").splitlines():
            name = line.rsplit(",", 2)[0].strip('"')
            place = f"{root}{os.sep}{name}"
            owners[_key(os.path.normpath(place) if ".." in name else place)] = owner
    return owners


def _key(path: str) -> str:
    return os.path.normcase(path)  # Windows writes one path in several ways


def _is_ours(path: Path, ours: Sequence[Path]) -> bool:
    return any(
        path.is_relative_to(folder) and not path.relative_to(folder).parts[0].startswith(".venv")
        for folder in ours
    )


def _of_python(path: Path) -> bool:
    if sys.platform != "linux":  # where it has a folder of its own
        return path.resolve().is_relative_to(Path(sys.base_prefix).resolve())
    paths = sysconfig.get_paths(vars={"installed_base": sysconfig.get_config_var("installed_base")})
    places = {Path(paths["stdlib"]), Path(paths["platstdlib"])}
    library = sysconfig.get_config_var("LIBDIR")
    return (
        any(path.is_relative_to(place) for place in places)
        or path.name.startswith(("libpython", "python3"))
        or (library is not None and path.parent == Path(library))
    )


def _python() -> Part:
    stdlib = Path(sysconfig.get_path("stdlib"))
    beside = (
        stdlib / "LICENSE.txt",
        Path(sys.base_prefix, "LICENSE.txt"),  # Windows
        Path("/usr/share/doc/python3.11/copyright"),
    )
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in beside if path.exists()]
    version = platform.python_version()
    return Part(
        "Python",
        version,
        f"pkg:generic/python@{version}",
        "PSF-2.0",
        tuple(texts[:1]),
        "https://www.python.org",
    )


def _distribution(name: str) -> Part:
    found = importlib.metadata.distribution(name)
    files = [file for file in found.files or () if ".dist-info" in str(file)]
    licences = [
        file
        for file in files
        if re.match(r"(?i)(licen[cs]e|copying|notice|authors)", file.name)
        or "licenses" in file.parts
    ]
    # some lie in the package itself
    licences = licences or [
        file
        for file in found.files or ()
        if len(file.parts) == 2 and file.name in {"LICENSE", "ThirdPartyNotices.txt"}
    ]
    texts = tuple(
        (file.name, Path(str(file.locate())).read_text(encoding="utf-8", errors="replace"))
        for file in licences
    )
    lists = [Path(str(file.locate())) for file in files if "sboms" in file.parts]
    version = found.version
    return Part(
        found.name,
        version,
        f"pkg:pypi/{canonicalize_name(name)}@{version}",
        _licence(found.metadata),
        texts,
        found.metadata.get("Home-page") or _address(found.metadata.get_all("Project-URL") or ()),
        tuple(path for path in lists if path.suffix == ".json"),
    )


def _licence(metadata: importlib.metadata.PackageMetadata) -> str:
    said = metadata.get("License-Expression") or metadata.get("License") or ""
    classified = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    first = said.strip().partition("\n")[0]
    if metadata.get("License-Expression") or (first and first == said.strip()):
        return first
    return " OR ".join(classified) or first


def _address(urls: Sequence[str]) -> str:
    named = {line.partition(", ")[0].lower(): line.partition(", ")[2] for line in urls}
    for name in ("homepage", "home", "source", "repository", "source code"):
        if name in named:
            return named[name]
    return next(iter(named.values()), "")


def _system_parts(libraries: Sequence[Path]) -> list[Part]:
    packages = dict.fromkeys(_debian_package(path) for path in libraries)
    return [_system_part(name) for name in sorted(packages)]


def _debian_package(path: Path) -> str:
    if sys.platform != "linux":
        raise LookupError(f"whose is {path}?")
    if not str(path).startswith(("/lib", "/usr/lib")):
        raise LookupError(f"nobody can be named for {path}")
    for each in (path, path.resolve(), Path("/usr") / path.resolve().relative_to("/")):
        done = _run("dpkg-query", "--search", str(each))
        if done:
            return done.partition(": ")[0].partition(":")[0]
    raise LookupError(f"{path} belongs to no package of this system")


def _system_part(name: str) -> Part:
    version = _run("dpkg-query", "--show", "--showformat=${source:Version}", name)
    source = _run("dpkg-query", "--show", "--showformat=${source:Package}", name)
    copyright_ = Path("/usr/share/doc", name, "copyright").read_text(encoding="utf-8")
    if name not in SYSTEM_LICENCES:
        raise LookupError(f"{name} is to be bundled; look up what its library is under")
    return Part(
        source,
        version,
        f"pkg:deb/debian/{name}@{version}",
        SYSTEM_LICENCES[name],
        (("copyright", copyright_),),
        f"https://tracker.debian.org/pkg/{source}",
    )


def _run(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
