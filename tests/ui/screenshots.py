"""Pictures of the window in its states, light and dark, into ``screenshots/``.

``make screenshots``, or ``python -m tests.ui.screenshots [FOLDER] [NAME…]`` under any Qt platform;
names are those of pictures, for some of them alone. Those at twice the size are taken in a process
of their own, for Qt takes its scale at the start.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.conversation import known_runs
from desktop_agent.frontends.ui.widgets.translation import install
from desktop_agent.frontends.ui.window.event_loop import WindowLoop
from desktop_agent.storage.paths import find_paths
from tests.ui import deep_scenes, evidence_scenes, scenes
from tests.ui.gallery import acts, answers, home, paper
from tests.ui.gallery.studio import POINTS, Shot, Studio
from tests.ui.stage import MISSING, Step

FAMILIES = ("Noto Sans", "DejaVu Sans")
LIGHT = ("light",)
DARK = ("dark",)
FOREVER = float("inf")
SMALL = (640, 480)


def shots(snapshot: str) -> list[Shot]:
    drafting: list[Step] = [*scenes.gathering(), *scenes.drafting()[:14], FOREVER]
    verified, checked = [scenes.verified()], [evidence_scenes.checked()]
    begun = [deep_scenes.started(), *deep_scenes.beginning()]
    waiting: list[Step] = [*begun, deep_scenes.proposal(), FOREVER]
    whole: list[Step] = [deep_scenes.started(), *deep_scenes.deep()]
    approval = [*acts.asking(), FOREVER]
    asked, read, tree = acts.ASKED, acts.READ, acts.TREE
    working = (acts.panel("reasoning"), acts.ask)
    plan = (acts.choose_deep, acts.review_plan, acts.ask_deep)
    backup = acts.settings("privacy/backup")
    pages = ("search", "documents", "tools", "privacy", "appearance")
    return [
        Shot("welcome"),
        Shot("welcome-missing", state=MISSING, empty=True),
        Shot("answering", [drafting], working),
        Shot("answered", verified, read),
        Shot("rich-answer", [answers.rich()], read),
        Shot("error", [scenes.failing()], asked),
        Shot("marks", checked, read),
        Shot("answer-end", checked, [*asked, acts.review]),
        Shot("struck", [evidence_scenes.struck()], asked),
        Shot("evidence", [evidence_scenes.evidence()], tree, state=MISSING),
        Shot("composer-attachments", [], [acts.attachments]),
        Shot("reasoning", verified, tree),
        Shot("sources", [answers.stored(checked[0], snapshot)], acts.SOURCES),
        Shot("snapshot", [answers.cited(snapshot)], [*acts.SOURCES, acts.snapshot]),
        Shot("discoveries", verified, [*asked, acts.discoveries]),
        Shot("sidebar-search", [], [acts.search]),
        Shot("deep-plan", [waiting], plan),
        Shot("deep-tree", [whole], tree),
        Shot("knowledge", [], [acts.open_documents(), acts.choose_folder]),
        Shot("knowledge-results", [], [acts.open_documents(), acts.results]),
        Shot("replay", [], [acts.replay]),
        Shot("compare", [], [acts.compare]),
        Shot("tasks", [], [acts.tasks]),
        Shot("schedule-dialog", [], [acts.schedules, acts.schedule]),
        Shot("mcp-servers", [], [acts.servers]),
        Shot("mcp-approval", [approval], acts.APPROVAL),
        Shot("settings-updates", [], [acts.release, lambda window: window.check_for_updates()]),
        Shot("settings-backup", [], [acts.crashed, backup]),
        Shot("settings-model", [], [acts.settings("models")]),
        Shot("network-log", verified, [acts.settings("privacy/log")]),
        *(Shot(f"settings-{page}", [], [acts.settings(page)], LIGHT) for page in pages),
        Shot("settings-models", [], [acts.download]),
        Shot("palette", verified, [acts.palette]),
        Shot("narrow", verified, read, size=(800, 600)),
        Shot("small", verified, read, LIGHT, size=SMALL),
        Shot("export-html", verified, [*asked, paper.html], LIGHT),
    ]


CHINESE = (
    Shot("chinese-answer", [scenes.verified()], acts.SOURCES),
    Shot("chinese-settings", [], [acts.settings("models")], LIGHT),
)


async def take_all(app: QApplication, folder: Path, only: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as furnished:
        snapshot = await home.furnish(find_paths({"DESKTOP_AGENT_HOME": furnished}))
        studio = Studio(app, folder, Path(furnished))
        if "QT_SCALE_FACTOR" in os.environ:
            twice = Shot("scale-200-answer", [evidence_scenes.checked()], acts.SOURCES)
            return await _take(studio, [twice], only)
        faults = await _take(studio, shots(snapshot), only)
        install(app, "zh")
        return faults + await _take(studio, CHINESE, only)


async def _take(studio: Studio, wanted: Sequence[Shot], only: Sequence[str]) -> int:
    faults = 0
    for each in wanted:
        for shade in each.shades if not only or each.name in only else ():
            try:
                await studio.show(each, shade)
            except Exception:  # noqa: BLE001 - the other pictures are worth having
                traceback.print_exc()
                faults += 1
    return faults


def _quiet(kind: QtMsgType, _context: Any, text: str) -> None:
    if kind != QtMsgType.QtDebugMsg and "plugin does not support" not in text:
        print(text, file=sys.stderr)


def _stand_still() -> None:
    vars(known_runs)["time"] = SimpleNamespace(monotonic=lambda: 0.0)


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    larger = None
    if "QT_SCALE_FACTOR" not in os.environ:
        environment = os.environ | {"QT_SCALE_FACTOR": "2"}
        again = [sys.executable, "-m", "tests.ui.screenshots", str(folder), *sys.argv[2:]]
        larger = subprocess.Popen(again, env=environment)
    qInstallMessageHandler(_quiet)
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    app.setCursorFlashTime(0)
    _stand_still()
    family = next(name for name in FAMILIES if name in QFontDatabase.families())
    app.setFont(QFont(family, POINTS))
    loop = WindowLoop(app)
    loop.set_default_executor(ThreadPoolExecutor(2))
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        faults = runner.run(take_all(app, folder, sys.argv[2:]))
    if larger is not None:
        faults += larger.wait()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
