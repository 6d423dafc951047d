"""What the packages for Linux put beside the program says the truth and can be read."""

import configparser
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from desktop_agent.storage.run_archive import SUFFIX
from tests.child_process import ended

ROOT = Path(__file__).parents[2]
SHARE = ROOT / "packaging" / "linux" / "share"
DESKTOP = SHARE / "desktop-agent.desktop"
METAINFO = SHARE / "io.github.desktop_agent.DesktopAgent.metainfo.xml.in"


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="needs desktop-file-utils")
def test_the_menu_entry_is_valid():
    command = ["desktop-file-validate", DESKTOP]
    done = ended(command)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="needs appstream")
def test_the_description_for_shops_is_valid(tmp_path):
    path = tmp_path / METAINFO.name.removesuffix(".in")
    text = METAINFO.read_text().replace("@VERSION@", "1.2.3").replace("@DATE@", "2026-01-31")
    path.write_text(text)
    command = ["appstreamcli", "validate", "--no-net", path]
    done = ended(command)
    assert not re.search(r"^[EW]:", done.stdout, re.MULTILINE), done.stdout


def test_the_menu_entry_opens_archives_of_runs_which_have_a_type_and_claims_nothing_else():
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str
    entry.read_string(DESKTOP.read_text())
    told = entry["Desktop Entry"]
    assert told["MimeType"] == "application/vnd.desktop-agent.run+zip;"
    assert told["Exec"] == "desktop-agent %f"
    assert told["Icon"] == "desktop-agent"
    root = ET.parse(SHARE / "desktop-agent.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    (kind,) = root.findall(f"{space}mime-type")
    (pattern,) = kind.findall(f"{space}glob")
    assert pattern.get("pattern") == f"*{SUFFIX}"
    (named,) = ET.parse(METAINFO).getroot().findall("provides/mediatype")
    assert named.text == kind.get("type")


def test_what_the_person_installs_without_rights_can_be_taken_away_again(tmp_path):
    unpacked = tmp_path / "unpacked"
    (unpacked / "desktop-agent").mkdir(parents=True)
    (unpacked / "desktop-agent" / "desktop-agent").write_text("#!/bin/sh\n")
    (unpacked / "share" / "applications").mkdir(parents=True)
    shutil.copy(DESKTOP, unpacked / "share" / "applications")
    shutil.copy(ROOT / "packaging" / "linux" / "install.sh", unpacked)
    home = tmp_path / "home"
    kept = home / ".local" / "share" / "desktop-agent" / "conversations.db"
    kept.parent.mkdir(parents=True)
    kept.write_text("mine")
    environ = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    install = ["sh", unpacked / "install.sh"]
    for _again in range(2):
        subprocess.run(install, env=environ, check=True, capture_output=True)
    link = home / ".local" / "bin" / "desktop-agent"
    assert link.resolve() == home / ".local" / "lib" / "desktop-agent" / "desktop-agent"
    entry = home / ".local" / "share" / "applications" / "desktop-agent.desktop"
    assert f'Exec="{link.resolve()}"' in entry.read_text()
    subprocess.run([*install, "--remove"], env=environ, check=True, capture_output=True)
    left = [path for path in home.rglob("*") if path.is_file() or path.is_symlink()]
    assert [path for path in left if "mime" not in path.parts and path.suffix != ".cache"] == [kept]
