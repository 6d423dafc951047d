"""What takes the room in a build: sizes.py FOLDER. The target is at most 180 MiB unpacked."""

import sys
from collections import Counter
from pathlib import Path

MOST_MIB = 180
_SHOWN = 24


def total(folder: Path) -> int:
    """Bytes of all files; links count nothing."""
    return sum(path.stat().st_size for path in _files(folder))


def by_owner(folder: Path) -> Counter[str]:
    """Bytes by what stands first in the program's folder, packages with their own libraries."""
    found = Counter[str]()
    inside = folder / "_internal"
    for path in _files(folder):
        place = path.relative_to(inside if path.is_relative_to(inside) else folder)
        first = place.parts[0].split("-")[0].removesuffix(".libs")
        if first == "PySide6":
            first = "Qt: " + (
                place.name.split(".")[0] if "lib" in place.parts else "bindings, plugins"
            )
        elif first == "python3.11" or place.parts[0] == "lib-dynload":
            first = "standard library, compiled"
        found[first] += path.stat().st_size
    return found


def main(folder: Path) -> int:
    """Prints the table; exit status 1 when the build is larger than it may be."""
    for name, size in by_owner(folder).most_common(_SHOWN):
        print(f"{size / 2**20:8.1f} MiB  {name}")
    whole = total(folder) / 2**20
    print(f"{whole:8.1f} MiB  in all, unpacked (target: {MOST_MIB})")
    return int(whole > MOST_MIB)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
