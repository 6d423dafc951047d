"""The archive of a component, as it is built for the signed place."""

import hashlib
import importlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from desktop_agent.storage.components import NEEDED, build_for_here, unpack
from tests.servers.component_place import fitting

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """``packaging/component``: scripts that are no part of the program."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    for name in ("build", "content", "locked"):
        importlib.import_module(f"component.{name}")
    return importlib.import_module("component")


@pytest.mark.parametrize("name", NEEDED)
def test_it_holds_what_the_lock_has_for_it_and_the_program_lacks(name: str, package: ModuleType):
    parts = package.locked.parts_of(
        name, ROOT / "requirements-dev.lock", ROOT / "requirements.lock"
    )
    names = {part.name for part in parts}
    assert {"lancedb", "pyarrow", "lance-namespace", "tqdm"} <= names
    assert not names & {"numpy", "pydantic", "urllib3", "packaging", "pytest", "pyside6-essentials"}
    assert all("--hash=sha256:" in part.text for part in parts)


def test_a_package_that_the_lock_does_not_have_is_told_of(package: ModuleType, tmp_path: Path):
    lock = tmp_path / "some.lock"
    lock.write_text("six==1.17.0 \\\n    --hash=sha256:aa\n    # via python-dateutil\n")
    with pytest.raises(LookupError, match="lancedb is not in"):
        package.locked.parts_of("lancedb", lock, lock)


def test_wheels_become_a_folder_to_import_from(package: ModuleType, tmp_path: Path):
    wheel = tmp_path / "pyarrow-26.0.1-cp311-cp311-linux_x86_64.whl"
    kept = ("pyarrow/__init__.py", "pyarrow/lib.so", "pyarrow-26.0.1.dist-info/METADATA")
    left_out = ("pyarrow/include/a.h", "pyarrow/tests/test_a.py", "pyarrow/libarrow_flight.so.2600")
    with zipfile.ZipFile(wheel, "w") as target:
        for name in (*kept, *left_out, "pyarrow-26.0.1.data/scripts/plasma"):
            target.writestr(name, b"")
        target.writestr("pyarrow-26.0.1.data/platlib/pyarrow/more.py", b"value = 1\n")
    content = tmp_path / "content"
    package.content.unpack_wheels([wheel], content)
    assert set(package.content.files_of(content)) == {*kept, "pyarrow/more.py"}
    package.content.compile_all(content)
    (compiled,) = content.glob("pyarrow/__pycache__/more.*.pyc")
    assert compiled.read_bytes()[4:8] == b"\x01\x00\x00\x00"  # held against no source
    assert str(tmp_path).encode() not in compiled.read_bytes()


def test_the_same_files_give_the_same_archive_which_the_program_takes(
    package: ModuleType, tmp_path: Path
):
    content = tmp_path / "content" / "lancedb"
    content.mkdir(parents=True)
    (content / "__init__.py").write_text("value = 1\n")
    (content / "a.bin").write_bytes(bytes(range(256)) * 100)
    digests = set()
    for folder in ("first", "second"):
        (content / "__init__.py").touch()
        archive = package.build.write_archive(content.parent, fitting(), tmp_path / folder)
        digests.add(hashlib.sha256(archive.read_bytes()).hexdigest())
    assert len(digests) == 1
    assert archive.name == build_for_here("lancedb", fitting().version).file_name
    manifest = unpack(archive, tmp_path / "unpacked", 0, lambda _done: None, bool)
    assert manifest.build == fitting()

    listed = json.loads(package.build.write_index(tmp_path / "first").read_text())
    (one,) = listed["components"]
    assert one["target"] == f"components/{archive.name}"
    assert one["custom"] == {"version": fitting().version, "unpacked": manifest.unpacked}
