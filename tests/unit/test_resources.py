import shutil
import subprocess
import sys
from pathlib import Path

import desktop_agent
from desktop_agent.system.resources import resource_path

PACKAGE = Path(desktop_agent.__file__).parent
SCRIPT = """
import sys
if len(sys.argv) > 1:
    sys.frozen, sys._MEIPASS = True, sys.argv[1]
from desktop_agent.core.errors import StorageError
from desktop_agent.system.resources import resource_path
try:
    print(resource_path("icons", "x.svg").read_text())
except StorageError as error:
    print(error)
"""


def installed(folder: Path, *arguments: str) -> str:
    """Runs the part of the program that finds its files, copied to where an installer puts it."""
    for name in ("system", "core"):
        shutil.copytree(PACKAGE / name, folder / "desktop_agent" / name)
    shutil.copy(PACKAGE / "__init__.py", folder / "desktop_agent")
    command = [sys.executable, "-c", SCRIPT, *arguments]
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def put(folder: Path, text: str) -> None:
    file = folder / "icons" / "x.svg"
    file.parent.mkdir(parents=True)
    file.write_text(text)


def test_in_a_checkout_they_are_beside_the_package():
    assert resource_path() == PACKAGE.parent / "resources"
    assert resource_path("icons").is_dir()


def test_in_a_wheel_they_are_inside_the_package_and_frozen_where_it_was_unpacked(tmp_path: Path):
    put(tmp_path / "wheel" / "desktop_agent" / "_resources", "of the wheel")
    put(tmp_path / "wheel" / "resources", "of somebody else")
    assert installed(tmp_path / "wheel") == "of the wheel"
    put(tmp_path / "unpacked" / "resources", "frozen")
    put(tmp_path / "frozen" / "resources", "of somebody else")
    assert installed(tmp_path / "frozen", str(tmp_path / "unpacked")) == "frozen"


def test_a_program_without_its_files_says_to_install_it_again(tmp_path: Path):
    assert "Install Desktop Agent again" in installed(tmp_path)
