"""The house rules: style, types, layers, the map, the locks."""

import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from tests.child_process import ended, output_of

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "desktop_agent"
BIN = Path(sys.executable).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git knows what is ours")


def run(*command: str) -> None:
    output_of(command, cwd=ROOT, timeout=None)


def test_ruff_finds_nothing():
    run(str(BIN / "ruff"), "check", "desktop_agent", "tests")


def test_everything_is_formatted():
    run(str(BIN / "ruff"), "format", "--check", "desktop_agent", "tests")


@pytest.mark.timeout(300)
def test_strict_mypy_finds_nothing():
    run(str(BIN / "mypy"))


def test_imports_keep_the_contracts():
    run(str(BIN / "lint-imports"))


@needs_git
def test_the_readme_maps_every_folder_and_no_other():
    text = (ROOT / "README.md").read_text()
    drawn = re.search(r"```text map\n(.*?)```", text, re.DOTALL)
    assert drawn, "the README has no map"
    named: set[str] = set()
    above: list[str] = []
    for line in filter(str.strip, drawn.group(1).splitlines()):
        depth = (len(line) - len(line.lstrip())) // 2
        above[depth:] = [line.split()[0].rstrip("/")]
        named.add("/".join(above))
    tracked = output_of(["git", "ls-files"], cwd=ROOT).splitlines()
    there = {path.split("/")[0] for path in tracked} - {".gitignore", "LICENSE", "desktop_agent"}
    folders = {Path(path).parent for path in tracked if path.startswith("desktop_agent/")}
    there |= {each.as_posix() for each in folders if len(each.parts) in (2, 3)}
    there |= {each.as_posix() for each in folders if each.match("desktop_agent/frontends/ui/*")}
    assert named == there | {"desktop_agent/__main__.py"}


def test_no_file_has_a_name_that_says_nothing():
    empty = {"utils", "util", "misc", "helpers", "helper", "common"}
    assert not [module for module in MODULES if module.stem in empty]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_has_hashes_and_no_address(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert text.count("--hash=sha256:") > 100


def test_the_locks_hold_every_dependency_within_its_bounds():
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = dict(
        re.findall(
            r"^([a-zA-Z0-9._-]+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE
        )
    )
    for text in project["dependencies"]:
        wanted = Requirement(text)
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        assert wanted.specifier.contains(pinned[name]), f"{text}: the lock has {pinned[name]}"


@needs_git
def test_nothing_names_the_machine_it_was_built_on():
    homes = r"/[r]oot/|/home/[a-z]+/|/[t]mp/[a-z]"
    command = ["git", "grep", "-lE", homes, "--", "desktop_agent", "*.md", "*.toml"]
    assert not ended(command, cwd=ROOT).stdout
