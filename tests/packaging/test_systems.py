"""What can be said here of the scripts for other systems: they agree with each other and the project."""

import plistlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from desktop_agent import __version__
from desktop_agent.storage.run_archive import SUFFIX
from tests.child_process import ended, output_of

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
SCRIPTS = sorted(PACKAGING.rglob("*.sh"))
WINDOWS = sorted((PACKAGING / "windows").glob("*.[pi]s*"))
SPEC = (ROOT / "installer.spec").read_text()
INSTALLER = (PACKAGING / "windows" / "installer.iss").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MATRIX = (ROOT / ".ci" / "matrix.yml").read_text()
INFO = plistlib.loads((PACKAGING / "macos" / "Info.plist").read_bytes())


def section(name: str) -> list[str]:
    """Lines of a section of the installer, without comments."""
    found = re.search(rf"^\[{name}\]\n(.*?)(?=^\[|\Z)", INSTALLER, re.MULTILINE | re.DOTALL)
    lines = found.group(1).splitlines() if found else []
    return [line for line in lines if line and not line.startswith((";", "#"))]


def jobs() -> dict[str, Any]:
    return yaml.safe_load(MATRIX)["jobs"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(PACKAGING)))
def test_a_script_is_one_that_sh_understands(path):
    done = ended(["sh", "-n", path])
    assert (done.returncode, done.stderr) == (0, "")


def test_each_build_has_the_version_of_the_program_and_no_script_one_of_its_own():
    assert PROJECT["version"] == __version__
    for path in ("linux/build.sh", "macos/build.sh"):
        (line,) = re.findall(r"^version=\$\((.+)\)$", (PACKAGING / path).read_text(), re.MULTILINE)
        assert output_of(["sh", "-c", line], cwd=ROOT).strip() == __version__
    text = (PACKAGING / "windows" / "build.ps1").read_text()
    (pattern,) = re.findall(r"^\$pattern = '(.+)'$", text, re.MULTILINE)
    module = (ROOT / "desktop_agent" / "__init__.py").read_text()
    assert re.findall(pattern, module, re.MULTILINE) == [__version__]
    assert '"/DAppVersion=$Version"' in text
    assert "AppVersion={#AppVersion}" in section("Setup")
    for path in (
        *WINDOWS,
        *(PACKAGING / "macos").glob("*.sh"),
        *(PACKAGING / "macos").glob("*.plist"),
    ):
        lines = path.read_text().splitlines()
        code = [line for line in lines if not line.lstrip().startswith((";", "#"))]
        assert __version__ not in "\n".join(code), path.name
    # whatever the code page of Windows is
    assert all(path.read_bytes().isascii() for path in WINDOWS)


def test_the_installer_packs_what_the_spec_makes():
    made = {f"{name}.exe" for name in re.findall(r'program\("(.+?)", console=', SPEC)}
    named = dict(re.findall(r'^#define (Window|Console) "(.+)"$', INSTALLER, re.MULTILINE))
    assert set(named.values()) == made
    (folder,) = re.findall(r'COLLECT\(.*?name="(.+?)"', SPEC, re.DOTALL)
    assert f"Join-Path $Dist '{folder}'" in (PACKAGING / "windows" / "build.ps1").read_text()
    sources = {re.findall(r'Source: "(.+?)"', line)[0] for line in section("Files")}
    assert sources == {r"{#Source}\{#Window}", r"{#Source}\{#Console}", r"{#Source}\_internal\*"}


def test_the_installer_uses_names_that_it_defines_asks_for_no_rights_and_finds_its_ancestor():
    defined = {"AppVersion", "Source", *re.findall(r"^\s*#define (\w+)", INSTALLER, re.MULTILINE)}
    assert set(re.findall(r"\{#(\w+)\}", INSTALLER)) <= defined
    tasks = {re.findall(r'Name: "(\w+)"', line)[0] for line in section("Tasks")}
    used = re.findall(r"(?:Tasks: |WizardIsTaskSelected\(')(\w+)", INSTALLER)
    assert set(used) == tasks
    setup = dict(line.split("=", 1) for line in section("Setup"))
    assert setup["PrivilegesRequired"] == "lowest"
    assert setup["AppId"] == "{{7E0C2B0E-6C6B-4C53-9D1B-2C3F5B7D8A41}"  # never another one
    assert setup["CloseApplications"] == "yes"


def test_removing_takes_all_that_was_installed_and_nothing_else():
    assert not section("UninstallDelete")
    deleted = {re.findall(r'Name: "(.+?)"', line)[0] for line in section("InstallDelete")}
    assert deleted == {r"{app}\_internal"}
    assert "DelTree" not in INSTALLER
    below = r"Software\Classes\{#RunType}" + "\\"
    for line in section("Registry"):
        assert line.startswith("Root: HKA; ")
        assert "uninsdelete" in line or below in line  # the key above it goes with all in it


def test_windows_and_macos_open_the_files_of_runs_with_it():
    keys = [re.findall(r'Subkey: "(.+?)"', line)[0] for line in section("Registry")]
    assert rf"Software\Classes\{SUFFIX}\OpenWithProgids" in keys
    (declared,) = INFO["UTExportedTypeDeclarations"]
    assert declared["UTTypeTagSpecification"]["public.filename-extension"] == [
        SUFFIX.removeprefix(".")
    ]
    (opened,) = INFO["CFBundleDocumentTypes"]
    assert opened["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]


def test_the_bundle_of_macos_is_a_program_with_windows_and_one_exception_at_run_time():
    assert re.fullmatch(r"[A-Za-z0-9.-]+", INFO["CFBundleIdentifier"])
    assert INFO["LSBackgroundOnly"] is False
    assert INFO["NSHighResolutionCapable"] is True
    assert INFO["CFBundleIdentifier"] in (PACKAGING / "macos" / "smoke.sh").read_text()
    written = (PACKAGING / "macos" / "entitlements.plist").read_bytes()
    assert plistlib.loads(written) == {"com.apple.security.cs.disable-library-validation": True}
    assert b"<!--" not in written  # codesign takes none


def test_the_matrix_tests_each_python_on_each_system():
    pythons = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if " :: 3." in line]
    matrix = jobs()["test"]["strategy"]["matrix"]
    systems = {system.split("-")[0] for system in matrix["system"]}
    assert systems == {"ubuntu", "windows", "macos"}
    assert matrix["python"] == pythons
    assert "make test" in (ROOT / "README.md").read_text()
    assert any(step.get("run") == "make test" for step in jobs()["test"]["steps"])


def test_the_matrix_builds_and_tries_each_system_with_scripts_and_actions_that_stay():
    commands = "\n".join(step.get("run", "") for job in jobs().values() for step in job["steps"])
    found = re.findall(r"packaging[\\/][\w\\/]+\.(?:sh|ps1)", commands)
    named = {path.replace("\\", "/") for path in found}
    assert {path for path in named if not (ROOT / path).exists()} == set()
    builds = ("linux/build.sh", "windows/build.ps1", "macos/build.sh")
    trials = ("smoke/debian.sh", "windows/smoke.ps1", "macos/smoke.sh")
    assert {f"packaging/{path}" for path in (*builds, *trials)} <= named
    actions = re.findall(r"uses: (.+)", MATRIX)
    assert actions
    for action in actions:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "true true"),
        ({"UV_NATIVE_TLS": "false"}, " false"),
        ({"UV_SYSTEM_CERTS": "false"}, "false "),
    ],
    ids=["unset", "old name", "new name"],
)
def test_the_installer_trusts_whom_the_system_trusts_unless_told_otherwise(given, told):
    script = (PACKAGING / "environment.sh").read_text()
    (block,) = re.findall(r"^if \[ -z .*UV_SYSTEM_CERTS.*?^fi$", script, re.MULTILINE | re.DOTALL)
    shown = f"{block}\nexec env sh -c 'echo \"$UV_SYSTEM_CERTS $UV_NATIVE_TLS\"'"
    assert output_of(["sh", "-euc", shown], env=given).rstrip("\n") == told
    assert "allow-insecure-host" not in script
