"""Takes the symbols that only a debugger reads out of a build's libraries: stripping.py FOLDER.

Libraries that a wheel's maker has rewritten for it (in ``NAME.libs``) are left as they are: some do
not load any more after it. Qt's have none left.
"""

import shutil
import subprocess
import sys
from pathlib import Path

_ELF = b"\x7fELF"


def strip(folder: Path) -> int:
    """Gives the bytes that were won; nothing where there is no ``strip``."""
    program = shutil.which("strip")
    if program is None or not sys.platform.startswith("linux"):
        return 0
    won = 0
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or _left_alone(path.relative_to(folder)):
            continue
        with path.open("rb") as file:
            if file.read(4) != _ELF:
                continue
        before = path.stat()
        subprocess.run([program, "--strip-unneeded", "--preserve-dates", str(path)], check=True)
        won += before.st_size - path.stat().st_size
    return won


def _left_alone(place: Path) -> bool:
    # the program at the top carries its archive behind the ELF file, which strip would cut off
    return len(place.parts) == 1 or any(
        part == "PySide6" or part.endswith(".libs") for part in place.parts
    )


if __name__ == "__main__":
    print(f"stripped: {strip(Path(sys.argv[1])) / 2**20:.1f} MiB less")
