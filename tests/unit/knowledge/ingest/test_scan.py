"""What is found in a folder, and what of it is left alone."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_agent.knowledge.ingest.sources import FolderScan

SUFFIXES = frozenset({".md", ".txt"})
posix = pytest.mark.skipif(os.name != "posix", reason="as POSIX has it")


def write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text")


def names(root: Path, **more) -> list[str]:
    scan = FolderScan(str(root), SUFFIXES, **more)
    return sorted(os.path.relpath(path, root) for path, _ in scan.files())


def test_files_of_known_kinds_are_found_but_what_is_hidden_or_not_a_persons_own(tmp_path: Path):
    kept = ("B.TXT", "kept.md", str(Path("x/y/z/c.md")))
    left = (
        ".hidden.md",
        ".git/a.md",
        "node_modules/a/b.md",
        "code/__pycache__/a.md",
        "~$report.md",
    )
    write(tmp_path, *kept, *left, "own/a.md", "picture.raw", "README")
    write(
        tmp_path, "code/env/pyvenv.cfg", "code/env/lib/a.md", "target/CACHEDIR.TAG", "target/a.md"
    )
    own = [str(tmp_path / "own")]
    assert names(tmp_path, leave_out=own) == sorted(kept)
    assert names(tmp_path, leave_out=own, stopped=lambda: True) == []


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder with 1,100 nested folders, and a file in the last."""
    here, top = Path.cwd(), tmp_path / "top"
    top.mkdir()
    try:
        os.chdir(top)
        for _ in range(1_100):
            Path("d").mkdir()
            os.chdir("d")
        Path("a.md").write_text("deep")
        yield top
    finally:
        os.chdir(here)
        subprocess.run(["rm", "-r", str(top)], check=True)  # what removes trees here is recursive


@posix
def test_a_folder_deeper_than_python_recurses_is_looked_through(deep: Path):
    write(deep, "b.md")
    scan = FolderScan(str(deep), SUFFIXES)
    assert [Path(path).name for path, _ in scan.files()] == ["b.md", "a.md"]
