"""The files of a component: out of wheels, without what nobody needs, compiled."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

_LEFT_OUT = (
    # what C++ programs and tests need
    "pyarrow/include/", "pyarrow/includes/", "pyarrow/src/", "pyarrow/tests/",
    # a protocol between servers that nothing here speaks: 34 MB
    "pyarrow/libarrow_flight", "pyarrow/libarrow_python_flight", "pyarrow/_flight",
    "pyarrow/flight", "pyarrow/arrow_flight", "pyarrow/arrow_python_flight",
)  # fmt: skip
_NOT_RUN = (".pxd", ".pyx", ".pxi", ".pyi", ".h", ".hpp", ".lib", ".cmake")


def unpack_wheels(wheels: Sequence[Path], folder: Path) -> None:
    """Puts the files of wheels into a folder, as an installer would; programs to run are left out.

    Raises:
        FileExistsError: two wheels have the same file.
    """
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                place = _place(name)
                if place is not None:
                    target = folder / place
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with target.open("xb") as file:
                        file.write(opened.read(name))


def compile_all(folder: Path) -> None:
    """Compiles all modules: the frozen program writes no bytecode, and would compile at each start.

    The bytecode is held against no source and names no folder of the builder's.
    """
    subprocess.run(
        [
            sys.executable, "-I", "-m", "compileall", "-q", "-j", "1",
            "--invalidation-mode", "unchecked-hash", "-s", str(folder), str(folder),
        ],
        check=True,
        env=dict(os.environ) | {"PYTHONHASHSEED": "0"},
    )  # fmt: skip


def files_of(folder: Path) -> list[str]:
    """Gives the paths of all files in a folder, with slashes, sorted."""
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def _place(name: str) -> str | None:
    if name.endswith(("/", *_NOT_RUN)) or name.startswith(_LEFT_OUT):
        return None
    parts = PurePosixPath(name).parts
    if not parts[0].endswith(".data"):
        return name
    return "/".join(parts[2:]) if parts[1] in {"purelib", "platlib"} else None
