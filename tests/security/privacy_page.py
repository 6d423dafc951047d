"""What the privacy page says is kept on the disk, held against what is there."""

import re
from pathlib import Path

from tests.end2end.world import ROOT

PAGE = ROOT / "resources" / "docs" / "privacy.md"


def unnamed(home: Path) -> set[str]:
    """Gives what lies in the folders of the program and has no line in the page's table of files."""
    rows = re.findall(r"^\| (settings|data|cache|logs) \| (.+?) \|", PAGE.read_text(), re.MULTILINE)
    named = {
        (folder, name.rstrip("/"))
        for folder, names in rows
        for name in re.findall(r"`(.+?)`", names)
    }
    folders = {"config": "settings", "data": "data", "cache": "cache", "logs": "logs"}
    left = {
        (folders[path.parent.name], re.sub(r"(-wal|-shm|\.lock|\.1)$", "", path.name.lstrip(".")))
        for path in home.glob("*/*")
    }
    return {"/".join(each) for each in left - named}
