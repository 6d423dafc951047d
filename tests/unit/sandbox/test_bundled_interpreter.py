"""The interpreter's program, which builds for Linux carry packed."""

import hashlib
import lzma
import os
import shutil
import sys
from pathlib import Path

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox import monty
from desktop_agent.tools.sandbox.monty import MontyLayer, bundled_interpreter, unpacked

CONTENT = b"\x7fELF and what follows it" * 5000


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


def packed_in(folder: Path, content: bytes = CONTENT, *, called: bytes = b"") -> Path:
    """Packs ``content`` as the build does; ``called`` is what its name says that it were."""
    folder.mkdir(exist_ok=True)
    digest = hashlib.sha256(called or content).hexdigest()
    packed = folder / f"monty-{digest}.xz"
    packed.write_bytes(
        lzma.compress(content, preset=0)
    )  # the best takes a minute of a busy machine
    return packed


@pytest.fixture
def installed() -> bytes:
    """The interpreter's own program."""
    program = shutil.which("monty", path=str(Path(sys.executable).parent))
    assert program is not None
    return Path(program).read_bytes()


def test_it_is_unpacked_once_for_its_owner_alone(tmp_path: Path) -> None:
    packed = packed_in(tmp_path / "build")
    program = unpacked(packed, tmp_path / "cache")
    assert program.read_bytes() == CONTENT
    assert program.stat().st_mode & 0o777 == 0o700
    before = program.stat().st_mtime_ns
    assert unpacked(packed, tmp_path / "cache") == program
    assert program.stat().st_mtime_ns == before
    assert names_in(tmp_path / "cache") == [program.name]


def test_another_program_in_its_place_is_never_run(tmp_path: Path) -> None:
    packed = packed_in(tmp_path / "build")
    program = unpacked(packed, tmp_path / "cache")
    program.write_bytes(CONTENT[:-1] + b"!")
    assert unpacked(packed, tmp_path / "cache").read_bytes() == CONTENT
    program.write_bytes(b"")  # as after a crash
    assert unpacked(packed, tmp_path / "cache").read_bytes() == CONTENT


def test_that_of_a_former_version_goes(tmp_path: Path) -> None:
    old = unpacked(packed_in(tmp_path / "old", CONTENT * 2), tmp_path / "cache")
    new = unpacked(packed_in(tmp_path / "new"), tmp_path / "cache")
    assert not old.exists()
    assert new.exists()


@pytest.mark.parametrize("damage", ["cut", "other", "no archive"])
def test_a_damaged_build_says_so_and_leaves_nothing(tmp_path: Path, damage: str) -> None:
    packed = packed_in(tmp_path / "build", called=CONTENT[1:] if damage == "other" else b"")
    if damage == "cut":
        packed.write_bytes(packed.read_bytes()[:-20])
    elif damage == "no archive":
        packed.write_bytes(CONTENT)
    with pytest.raises(AgentError, match="is damaged") as caught:
        unpacked(packed, tmp_path / "cache")
    assert caught.value.remedy == "Install Desktop Agent again."
    assert names_in(tmp_path / "cache") == []


@pytest.mark.skipif(os.name != "posix", reason="a file in the place of a folder")
def test_where_nothing_can_be_written_it_says_where(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    with pytest.raises(AgentError, match=r"unpacked into .*cache") as caught:
        unpacked(packed_in(tmp_path / "build"), tmp_path / "cache" / "sandbox")
    assert "disk" in caught.value.remedy


def test_a_checkout_has_none_and_a_build_may_have_it_plain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bundled_interpreter(tmp_path) is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    plain = bundled_interpreter(tmp_path / "cache")
    assert plain is not None
    assert plain.parent == tmp_path
    packed_in(tmp_path)
    found = bundled_interpreter(tmp_path / "cache")
    assert found is not None
    assert found.parent == tmp_path / "cache"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not packed")
async def test_code_runs_in_the_one_that_was_unpacked(
    tmp_path: Path, installed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = packed_in(tmp_path / "build", installed)
    monkeypatch.setattr(monty, "bundled_interpreter", lambda cache: unpacked(packed, cache))
    layer = MontyLayer(SandboxSettings(), tmp_path / "cache")
    try:
        tried = await layer.run("6 * 7", 60)  # a first start on a busy machine
        assert tried.ended is not None
        assert tried.ended.value == "42", tried
        assert names_in(tmp_path / "cache") == [packed.stem]
    finally:
        await layer.aclose()


async def test_a_damaged_one_is_told_of_where_code_would_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = packed_in(tmp_path / "build", called=b"another")
    monkeypatch.setattr(monty, "bundled_interpreter", lambda cache: unpacked(packed, cache))
    layer = MontyLayer(SandboxSettings(), tmp_path / "cache")
    try:
        assert "is damaged" in await layer.fault()
        tried = await layer.run("6 * 7", 10)
        assert tried.elsewhere
    finally:
        await layer.aclose()
