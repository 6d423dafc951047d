"""What an archive of a component must not do, though its signers have signed it."""

import hashlib
import io
import json
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.storage import components
from desktop_agent.storage.components import unpack
from tests.servers.component_place import PACKAGE, archive_of, fitting

MODULE = b"value = 1\n"


def listed(path: str, data: bytes) -> dict[str, tuple[int, str]]:
    return {path: (len(data), hashlib.sha256(data).hexdigest())}


def with_file(path: str, data: bytes = MODULE) -> bytes:
    return archive_of(fitting(), {**PACKAGE, path: data})


def link() -> bytes:
    info = zipfile.ZipInfo("lancedb/way_out")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return archive_of(
        fitting(), {"lancedb/way_out": b"/etc/passwd"}, infos={"lancedb/way_out": info}
    )


def device() -> bytes:
    info = zipfile.ZipInfo("lancedb/null")
    info.external_attr = (stat.S_IFCHR | 0o666) << 16
    return archive_of(fitting(), {"lancedb/null": b""}, infos={"lancedb/null": info})


def twice() -> bytes:
    whole = io.BytesIO(archive_of(fitting(), PACKAGE))
    with zipfile.ZipFile(whole, "a") as target, pytest.warns(UserWarning, match="Duplicate"):
        target.writestr("lancedb/greeting.py", b"print('other')\n")
    return whole.getvalue()


def not_listed() -> bytes:
    return archive_of(fitting(), {**PACKAGE, "sitecustomize.py": MODULE}, listed=PACKAGE_LISTED)


def listed_and_missing() -> bytes:
    return archive_of(fitting(), PACKAGE, listed=PACKAGE_LISTED | listed("lancedb/more.py", MODULE))


def other_hash() -> bytes:
    false = PACKAGE_LISTED | {
        "lancedb/greeting.py": (len(PACKAGE["lancedb/greeting.py"]), "0" * 64)
    }
    return archive_of(fitting(), PACKAGE, listed=false)


def without_list() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as target:
        target.writestr("lancedb/__init__.py", MODULE)
    return whole.getvalue()


def list_says(told: object) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as target:
        target.writestr("component.json", json.dumps(told))
    return whole.getvalue()


def encrypted() -> bytes:
    data = bytearray(archive_of(fitting(), PACKAGE))
    at = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)
    data[at + 8] |= 1
    return bytes(data)


def odd_compression() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_LZMA) as target:
        target.writestr("component.json", b"{}")
    return whole.getvalue()


def many() -> bytes:
    data = bytearray(archive_of(fitting(), {f"lancedb/m{n}.py": b"" for n in range(300)}))
    struct.pack_into("<HH", data, len(data) - 22 + 8, 20_001, 20_001)
    return bytes(data)


def claims_few() -> bytes:
    """A directory that is as long as that of many files, and says that it is of one."""
    data = bytearray(archive_of(fitting(), {f"lancedb/m{n}.py": b"" for n in range(300)}))
    struct.pack_into("<HH", data, len(data) - 22 + 8, 1, 1)
    return bytes(data)


def cut_off() -> bytes:
    return archive_of(fitting(), PACKAGE)[:-200]


def changed_byte() -> bytes:
    data = bytearray(with_file("lancedb/data.bin", os.urandom(4_096)))
    at = data.index(b"lancedb/data.bin") + 600
    data[at] ^= 0xFF
    return bytes(data)


def two_sizes() -> bytes:
    """The directory says that a file is smaller than what its data become."""
    data = bytearray(with_file("lancedb/big.py", b"x" * 100_000))
    whole = bytes(data)
    at = whole.rindex(b"lancedb/big.py") - 46
    struct.pack_into("<I", data, at + 24, 10)
    return bytes(data)


def smaller_than_it_becomes() -> bytes:
    """The list and the directory agree that a file is small; its data go on."""
    data = b"x" * 100_000
    false = listed("lancedb/big.py", data[:10])
    archive = bytearray(archive_of(fitting(), {"lancedb/big.py": data}, listed=false))
    struct.pack_into("<I", archive, bytes(archive).rindex(b"lancedb/big.py") - 46 + 24, 10)
    return bytes(archive)


PACKAGE_LISTED = {path: listed(path, data)[path] for path, data in PACKAGE.items()}
HERE = {key: getattr(fitting(), key) for key in ("name", "version", "system", "machine", "python")}

ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a path above": (lambda: with_file("../outside.py"), "it holds a file"),
    "a path above, further in": (lambda: with_file("lancedb/../../outside.py"), "it holds a file"),
    "a path above, as Windows writes it": (
        lambda: with_file("lancedb\\..\\..\\outside.py"),
        "it holds a file",
    ),
    "a whole path": (lambda: with_file("/tmp/outside.py"), "it holds a file"),
    "a drive": (lambda: with_file("C:/outside.py"), "it holds a file"),
    "a drive's other stream": (lambda: with_file("lancedb/a.py:stream"), "it holds a file"),
    "a device of Windows": (lambda: with_file("lancedb/nul.py"), "it holds a file"),
    "a name that Windows shortens": (lambda: with_file("lancedb/a.py."), "it holds a file"),
    "a name of two lines": (lambda: with_file("lancedb/a\nb.py"), "it holds a file"),
    "a name with a null": (lambda: with_file("lancedb/a\0.py"), "holds"),
    "an empty part": (lambda: with_file("lancedb//a.py"), "it holds a file"),
    "a folder alone": (lambda: with_file("lancedb/deep/", b""), "it holds a file"),
    "a name that turns writing around": (lambda: with_file("lancedb/\u202eyp.exe"), "holds a file"),
    "a very long path": (lambda: with_file("lancedb/" + "a/" * 200 + "b.py"), "it holds a file"),
    "a link": (link, "is no plain file"),
    "a device": (device, "is no plain file"),
    "a file twice": (twice, "a file is in it twice"),
    "a file twice but for its case": (
        lambda: with_file("lancedb/GREETING.py"),
        "two of its files have one name",
    ),
    "the list twice but for its case": (
        lambda: with_file("Component.JSON"),
        "two of its files have one name",
    ),
    "a file that is a folder too": (
        lambda: with_file("lancedb/greeting.py/inner.py"),
        "one of its files is a folder as well",
    ),
    "a file that is not listed": (not_listed, "other files than it lists"),
    "a file that is listed alone": (listed_and_missing, "other files than it lists"),
    "a file of another hash": (other_hash, "greeting.py is not what it lists"),
    "a bomb": (
        lambda: with_file("lancedb/zeros.bin", b"\0" * (8 << 20)),
        "it would become far larger than it is",
    ),
    "too many files": (many, "it holds too many files"),
    "more files than it says": (claims_few, "it holds too many files"),
    "two sizes": (two_sizes, "other files than it lists"),
    "data that go on": (smaller_than_it_becomes, "it is damaged"),
    "no list": (without_list, "its list of files is missing"),
    "an empty list": (lambda: list_says([]), "its list of files cannot be read"),
    "a list of nonsense": (lambda: list_says(HERE | {"files": {"a": 1}}), "cannot be read"),
    "a list with a negative size": (
        lambda: list_says(HERE | {"files": {"a.py": (-1, "")}}),
        "cannot be read",
    ),
    "a version that is a path": (
        lambda: list_says(HERE | {"version": "../../up", "files": {}}),
        "its name or version is none",
    ),
    "a version that hides": (
        lambda: list_says(HERE | {"version": ".new-x", "files": {}}),
        "its name or version is none",
    ),
    "encryption": (encrypted, "it is encrypted"),
    "a compression of its own": (odd_compression, "compressed in an unknown way"),
    "an archive that is cut off": (cut_off, "it is damaged"),
    "a changed byte": (changed_byte, "it is damaged"),
    "no archive": (lambda: b"<html>Sign in to the network</html>" * 10, "it is damaged"),
    "nothing": (lambda: b"", "it is damaged"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_archive_is_refused_and_writes_nothing_outside_of_its_folder(
    attack: str, tmp_path: Path
):
    make, told = ATTACKS[attack]
    archive = tmp_path / "lancedb.zip"
    archive.write_bytes(make())
    folder = tmp_path / "deep" / "folder" / "content"
    folder.mkdir(parents=True)
    with pytest.raises(StorageError, match=r"is not used: ") as caught:
        unpack(archive, folder, 0, lambda _done: None, bool)
    assert told in caught.value.message
    outside = [path for path in tmp_path.rglob("*") if path.is_file() and path != archive]
    assert all(path.is_relative_to(folder) for path in outside)
    assert not any(path.is_symlink() for path in tmp_path.rglob("*"))


def test_more_than_the_signers_say_is_refused_before_anything_is_written(tmp_path: Path):
    archive = tmp_path / "lancedb.zip"
    archive.write_bytes(with_file("lancedb/data.bin", os.urandom(3 << 20)))
    folder = tmp_path / "content"
    folder.mkdir()
    with pytest.raises(StorageError, match="it holds more than its signers say"):
        unpack(archive, folder, 1 << 20, lambda _done: None, bool)
    assert list(folder.iterdir()) == []
    assert unpack(archive, folder, 4 << 20, lambda _done: None, bool).unpacked > 3 << 20


def test_no_component_is_larger_than_the_program_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(components, "MOST_BYTES", 10_000)
    archive = tmp_path / "lancedb.zip"
    archive.write_bytes(with_file("lancedb/data.bin", os.urandom(20_000)))
    with pytest.raises(StorageError, match="it holds more than its signers say"):
        unpack(archive, tmp_path / "content", 0, lambda _done: None, bool)


def test_what_is_unpacked_is_exactly_what_is_listed_and_nobody_elses_to_read(tmp_path: Path):
    archive = tmp_path / "lancedb.zip"
    archive.write_bytes(archive_of(fitting(), PACKAGE))
    folder = tmp_path / "content"
    folder.mkdir(mode=0o700)
    told: list[int] = []
    manifest = unpack(archive, folder, 0, told.append, bool)
    written = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    assert written.pop("component.json").stat().st_size
    assert {name: path.read_bytes() for name, path in written.items()} == PACKAGE
    assert told[-1] == manifest.unpacked == sum(map(len, PACKAGE.values()))
    assert not any(stat.S_IMODE(path.stat().st_mode) & 0o111 for path in written.values())
