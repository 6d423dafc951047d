"""What goes into a build: nothing forgotten, nothing that may not be handed on."""

import json
import re
import sys
from importlib.metadata import distribution
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def scripts(monkeypatch):
    """The scripts of a build, which are no package of the program."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "freeze"]:
        del sys.modules[name]


def test_every_module_of_qt_that_the_program_imports_is_taken():
    from freeze import contents

    program = "".join(path.read_text() for path in (ROOT / "desktop_agent").rglob("*.py"))
    used = set(re.findall(r"from PySide6\.(Qt\w+) import", program))
    assert used
    for name in used:
        assert contents.wanted_file(f"PySide6/{name}.abi3.so", "")
        assert contents.wanted_file(f"PySide6/Qt/lib/lib{name.replace('Qt', 'Qt6', 1)}.so.6", "")
    assert not contents.wanted_file("PySide6/Qt/lib/libQt6Quick.so.6", "")
    assert not contents.wanted_file("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", "")


def test_the_standard_library_is_taken_without_what_is_under_the_gpl():
    from freeze import contents

    names = set(contents.standard_library())
    assert {"sqlite3", "multiprocessing.spawn", "concurrent.futures.process", "zoneinfo"} <= names
    assert {"encodings.idna", "xml.etree.ElementTree", "ctypes.util", "_ssl"} <= names
    assert not names & {"readline", "_gdbm", "_dbm", "tkinter", "ensurepip", "idlelib"}


def test_what_the_project_needs_is_found_and_the_extras_are_not_part_of_it():
    from freeze import bundled

    needed = {name.lower() for name in bundled.needed_distributions(ROOT / "pyproject.toml")}
    assert {"pyside6_essentials", "keyring", "secretstorage", "tuf", "openai"} <= needed
    assert not needed & {"lancedb", "pyarrow", "dask", "distributed", "sympy"}


def test_every_part_stands_in_the_notices_with_its_text_and_in_the_list_of_parts(tmp_path):
    from freeze import bundled, notices, sbom

    entries = [
        (each.__name__, str(Path(each.__file__).resolve()), "PYMODULE")
        for each in (httpx, pytest, json)
    ]
    parts = bundled.parts_of(entries, ours=(ROOT,))
    assert [part.name for part in parts] == ["Python", "httpx", "pytest"]
    notices.write(tmp_path / "notices", parts)
    text = (tmp_path / "notices").read_text()
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in text
    assert "Encode OSS" in text
    assert "Lesser General Public License" in text
    sbom.write(tmp_path / "list", parts, version="1.2.3")
    told = json.loads((tmp_path / "list").read_text())
    assert told["bomFormat"] == "CycloneDX"
    assert [each["name"] for each in told["components"]] == ["Python", "httpx", "pytest"]
    purls = [each["purl"] for each in told["components"]]
    assert told["dependencies"][0]["dependsOn"] == purls
    assert any(purl.startswith("pkg:pypi/httpx@") for purl in purls)


@pytest.mark.parametrize(
    ("licence", "may"),
    [
        ("MIT", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-2.0-or-later", False),
        ("AGPL-3.0-or-later", False),
        ("GNU Affero General Public License v3", False),
        ("GNU General Public License v2 (GPLv2)", False),
    ],
)
def test_a_part_under_the_gpl_alone_stops_the_build(licence, may):
    from freeze import bundled, notices

    part = bundled.Part("x", "1", "pkg:pypi/x@1", licence, (("LICENSE", "text"),))
    if may:
        notices.check([part])
    else:
        with pytest.raises(LookupError, match="GPL"):
            notices.check([part])


def test_onnx_runtime_is_taken_once_with_the_licences_of_what_it_contains():
    from freeze import bundled, contents, notices

    files = [str(each.locate()) for each in distribution("onnxruntime").files or ()]
    (compiled,) = [each for each in files if "onnxruntime_pybind11_state" in each]
    (part,) = bundled.parts_of([("onnxruntime", compiled, "BINARY")], ours=(ROOT,))[1:]
    notices.check([part])
    assert {name for name, _text in part.texts} == {"LICENSE", "ThirdPartyNotices.txt"}
    assert contents.wanted_file(f"onnxruntime/capi/{Path(compiled).name}", "")
    assert not contents.wanted_file("onnxruntime/capi/libonnxruntime.so.1.32.0", "")
    assert not contents.wanted_module("onnxruntime.transformers.optimizer")


def test_a_part_without_a_licence_text_and_a_file_of_nobody_stop_the_build(tmp_path):
    from freeze import bundled, notices

    with pytest.raises(LookupError, match="no licence text for: x"):
        notices.check([bundled.Part("x", "1", "pkg:pypi/x@1", "MIT", ())])
    stray = tmp_path / "libstray.so"
    stray.write_bytes(b"")
    with pytest.raises(LookupError, match="libstray"):
        bundled.parts_of([("libstray.so", str(stray), "BINARY")], ours=(ROOT,))
