"""Other processes that use the folder of components."""

import os
import subprocess
import sys
from pathlib import Path

from tests.servers.component_place import FITTING, FolderPlace, fitting

ROOT = Path(__file__).parents[3]


def ignore(_done: int, _all: int) -> None:
    pass


def files_in(folder: Path, pattern: str = "*") -> list[Path]:
    return list(folder.glob(pattern))


def in_process(bare: Path, folder: Path, code: str) -> subprocess.Popen[str]:
    """Runs code in an interpreter of its own, where ``F`` is the folder of components."""
    begin = (
        "from pathlib import Path\n"
        "from desktop_agent.storage.components import activate, is_builtin\n"
        f"F = Path({str(folder)!r})\n"
    )
    return subprocess.Popen(
        [sys.executable, "-S", "-c", begin + code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=dict(os.environ) | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(bare)))},
    )


def said(process: subprocess.Popen[str], given: str = "") -> str:
    out, _ = process.communicate(given, timeout=60)
    assert process.returncode == 0
    return out.strip()


async def add_in_other_process(bare: Path, folder: Path, place: FolderPlace) -> None:
    """Adds the component without using it here."""
    archive = place.folder / f"components/{fitting().file_name}"
    code = (
        "import shutil\n"
        "from desktop_agent.storage.components import ComponentStore\n"
        "store = ComponentStore(F)\n"
        "with store.coming('lancedb', 0) as folder:\n"
        f"    archive = shutil.copy({str(archive)!r}, folder)\n"
        "    print(store.put('lancedb', Path(archive), 0, lambda done: None, bool).build.version)\n"
    )
    assert said(in_process(bare, folder, code)) == FITTING
