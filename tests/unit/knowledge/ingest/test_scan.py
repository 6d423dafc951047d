"""What is found in a folder, and what of it is left alone."""

import os
import socket
import stat
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


def test_files_of_known_kinds_are_found_at_any_depth(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "B.TXT", "picture.raw", "README", "x/y/z/c.md")
    assert names(tmp_path) == ["B.TXT", "a.md", str(Path("x/y/z/c.md"))]


def test_what_is_hidden_or_not_a_persons_own_is_left_out(tmp_path: Path) -> None:
    write(
        tmp_path,
        ".hidden.md",
        ".git/a.md",
        "node_modules/a/b.md",
        "code/__pycache__/a.md",
        "code/env/pyvenv.cfg",
        "code/env/lib/a.md",
        "target/CACHEDIR.TAG",
        "target/a.md",
        "~$report.md",
        "own/a.md",
        "kept.md",
    )
    assert names(tmp_path, leave_out=[str(tmp_path / "own")]) == ["kept.md"]


@posix
def test_a_loop_of_links_ends_and_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(tmp_path, "root/a.md", "root/deep/b.md", "outside.md")
    (root / "deep" / "up").symlink_to(root)
    (root / "self").symlink_to("self")
    (root / "self.md").symlink_to("self.md")
    (root / "gone.md").symlink_to("nothing.md")
    (root / "outside.md").symlink_to(tmp_path / "outside.md")
    (root / "inside.md").symlink_to("deep/b.md")
    assert names(root) == ["a.md", "deep/b.md", "inside.md"]


@posix
def test_pipes_sockets_and_devices_are_not_touched(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "null.md").symlink_to(os.devnull)
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(tmp_path)  # the path of a socket may be no longer than 108 bytes
        try:
            listener.bind("socket.md")
        finally:
            os.chdir(here)
        assert stat.S_ISSOCK((tmp_path / "socket.md").stat().st_mode)
        assert names(tmp_path) == ["a.md"]


@posix
def test_names_with_line_breaks_and_of_no_encoding_are_found_exactly(tmp_path: Path) -> None:
    odd = [b"line\nbreak.md", b"caf\xe9.md", b"\xff\xfe/deep.md", "\u202e.md".encode()]
    write(tmp_path, *map(os.fsdecode, odd))
    assert [os.fsencode(name) for name in names(tmp_path)] == sorted(odd, key=os.fsdecode)


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder with 1,100 folders in each other, and a file in the last."""
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
def test_a_folder_deeper_than_python_recurses_is_looked_through(deep: Path) -> None:
    write(deep, "b.md")
    scan = FolderScan(str(deep), SUFFIXES)
    assert [Path(path).name for path, _ in scan.files()] == ["b.md", "a.md"]


@posix
def test_a_path_longer_than_the_system_takes_is_told_of(tmp_path: Path) -> None:
    here = Path.cwd()
    try:
        os.chdir(tmp_path)
        for _ in range(25):
            Path("d" * 200).mkdir()
            os.chdir("d" * 200)
    finally:
        os.chdir(here)
    write(tmp_path, "b.md")
    scan = FolderScan(str(tmp_path), SUFFIXES)
    assert [Path(path).name for path, _ in scan.files()] == ["b.md"]
    assert ["File name too long" in each.reason for each in scan.unseen] == [True]


def test_a_scan_can_be_stopped(tmp_path: Path) -> None:
    write(tmp_path, "a/a.md", "b/b.md")
    assert names(tmp_path, stopped=lambda: True) == []


@posix
def test_a_path_that_changed_is_looked_at_by_the_same_rules(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "x/b.md", ".git/c.md", "env/pyvenv.cfg", "env/d.md", "picture.raw")
    (tmp_path / "link").symlink_to("x")
    scan = FolderScan(str(tmp_path), SUFFIXES)

    def look(name: str) -> list[str]:
        found = scan.look_at(str(tmp_path / name))
        return [os.path.relpath(path, tmp_path) for path, _ in found]

    assert look("a.md") == ["a.md"]
    assert look("x") == ["x/b.md"]
    for name in (".git/c.md", ".git", "env/d.md", "link/b.md", "picture.raw"):
        assert look(name) == [], name
    with pytest.raises(FileNotFoundError):
        look("gone.md")
