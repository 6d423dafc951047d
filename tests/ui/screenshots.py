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
from tests.ui.knowledge import shelf
from tests.ui.knowledge.scripted import ScriptedKnowledge
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
    parts = [*deep_scenes.looking_up(), *deep_scenes.reasoning(), *deep_scenes.computing()]
    whole: list[Step] = [deep_scenes.started(), *deep_scenes.deep()]
    approval = [*acts.asking(), FOREVER]
    long = [*acts.asking(changed=True, long=True), FOREVER]
    follow_up = [evidence_scenes.evidence(), evidence_scenes.follow_up()]
    asked, read, tree = acts.ASKED, acts.READ, acts.TREE
    working = (acts.panel("reasoning"), acts.ask)
    plan = (acts.choose_deep, acts.review_plan, acts.ask_deep)
    backup = acts.settings("privacy/backup")
    pages = ("search", "documents", "tools", "privacy", "appearance")
    return [
        Shot("welcome"),
        Shot("welcome-missing", state=MISSING, empty=True),
        Shot("answering", [drafting], working),
        Shot("first-evidence", [[*evidence_scenes.first_quotes(), FOREVER]], working),
        Shot("answered", verified, read),
        Shot("rich-answer", [answers.rich()], read),
        Shot("from-memory", [scenes.from_memory()], working, LIGHT),
        Shot("insufficient", [evidence_scenes.insufficient()], working, LIGHT, MISSING),
        Shot("error", [scenes.failing()], asked),
        Shot("interrupted", [], [acts.interrupted]),
        Shot("branches", [scenes.approved()], acts.BRANCHES),
        Shot("find", verified, [*read, lambda window: window.page.finding.open("heat pump")]),
        Shot("marks", checked, read),
        Shot("answer-end", checked, [*asked, acts.review]),
        Shot("narrow-answer-end", verified, [*asked, acts.review], LIGHT, size=SMALL),
        Shot("citation-card", checked, [*read, acts.card]),
        Shot("struck", [evidence_scenes.struck()], asked),
        Shot("evidence", [evidence_scenes.evidence()], tree, state=MISSING),
        Shot("follow-up", follow_up, [*asked, acts.ask_follow_up, acts.idle]),
        Shot("team", [evidence_scenes.team()], tree, LIGHT),
        Shot("large-text", verified, [acts.enlarge, *read], LIGHT),
        Shot("composer-offline", verified, [acts.command("program.network")]),
        Shot("composer-attachments", [], [acts.attachments]),
        Shot("composer-queue", [drafting], [acts.ask, acts.queue]),
        Shot("composer-editing", verified, [*asked, acts.edit], LIGHT),
        Shot("reasoning", verified, tree),
        Shot("reasoning-detail", verified, [*tree, acts.detail]),
        Shot("sources", [answers.stored(checked[0], snapshot)], acts.SOURCES),
        Shot("snapshot", [answers.cited(snapshot)], [*acts.SOURCES, acts.snapshot]),
        Shot("discoveries", verified, [*asked, acts.discoveries]),
        Shot("sidebar-search", [], [acts.search]),
        Shot("sidebar-menu", [], [acts.row_menu]),
        Shot("deep-plan", [waiting], plan),
        Shot(
            "deep-working",
            [[*begun, *parts, FOREVER]],
            [acts.choose_deep, acts.panel("reasoning"), acts.ask_deep],
        ),
        Shot("deep-tree", [whole], tree),
        Shot("narrow-deep-plan", [waiting], plan, LIGHT, size=SMALL),
        Shot("template-keep", [whole], [*asked, acts.keep_template]),
        Shot("knowledge-empty", [], [acts.open_documents(ScriptedKnowledge)]),
        Shot("knowledge", [], [acts.open_documents(), acts.choose_folder]),
        Shot("knowledge-indexing", [], [acts.open_documents(progress=shelf.READING)]),
        Shot("knowledge-results", [], [acts.open_documents(), acts.results]),
        Shot("knowledge-problems", [], [acts.open_documents(), acts.problems]),
        Shot(
            "narrow-knowledge-results",
            [],
            [acts.open_documents(), acts.results],
            DARK,
            size=(700, 560),
        ),
        Shot("replay", [], [acts.replay]),
        Shot("narrow-replay", [], [acts.replay_end], DARK, size=SMALL),
        Shot("compare", [], [acts.compare]),
        Shot("tasks", [], [acts.tasks]),
        Shot("narrow-tasks", [], [acts.schedules], size=SMALL),
        Shot("tasks-empty", [], [acts.no_tasks]),
        Shot("tasks-menu", [], [acts.tasks, acts.task_menu], LIGHT),
        Shot("schedule-dialog", [], [acts.schedules, acts.schedule]),
        Shot("mcp-servers", [], [acts.servers("time")]),
        Shot("mcp-server-tools", [], [acts.servers("files"), acts.server_tools]),
        Shot("mcp-server-fault", [], [acts.servers("files", fault=True)]),
        Shot("mcp-server-unconfirmed", [], [acts.servers("time"), acts.unconfirmed]),
        Shot("mcp-server-add", [], [acts.servers("time"), acts.add_server]),
        Shot("mcp-approval", [approval], acts.APPROVAL),
        Shot("narrow-mcp-approval", [long], acts.APPROVAL, LIGHT, size=SMALL),
        Shot("approval-after-pages", [[*acts.asking_after_pages(), FOREVER]], acts.APPROVAL),
        Shot("mcp-choice", [], [acts.choose_servers]),
        Shot("settings-updates", [], [acts.release, lambda window: window.check_for_updates()]),
        Shot("settings-backup", [], [acts.crashed, backup]),
        Shot("restore-stranger", [], [backup, acts.restore]),
        Shot("key-notice", [], [acts.strange_server, acts.key, acts.look_for_crashes]),
        Shot("settings-keys-elsewhere", [], [acts.strange_server, acts.settings("models/servers")]),
        Shot("password-prompt", [[FOREVER]], [acts.ask_height, acts.password_prompt]),
        Shot("update-notice", [], [acts.release, acts.look_for_updates]),
        Shot("crash-notice", [], [acts.crashed, acts.look_for_crashes]),
        Shot("crash-report", [], [acts.crashed, acts.look_for_crashes, acts.crash_report], LIGHT),
        Shot("settings-model", [], [acts.settings("models")]),
        Shot("settings-advanced", [], [acts.settings("models/advanced")]),
        Shot("settings-shortcuts", [], [acts.settings("appearance/shortcuts")], LIGHT),
        Shot("network-log", verified, [acts.settings("privacy/log")]),
        *(Shot(f"settings-{page}", [], [acts.settings(page)], LIGHT) for page in pages),
        Shot("settings-servers", [], [acts.test_server], state=MISSING),
        Shot("settings-models", [], [acts.download]),
        Shot("palette", verified, [acts.palette]),
        Shot("shortcuts", [], [acts.command("program.shortcuts")]),
        Shot("narrow", verified, read, size=(800, 600)),
        Shot("small", verified, read, LIGHT, size=SMALL),
        Shot("small-palette", [], [acts.palette], LIGHT, size=SMALL),
        Shot("export-html", verified, [*asked, paper.html], LIGHT),
        Shot("export-pdf", checked, [*asked, paper.pdf], LIGHT),
    ]


CHINESE = (
    Shot("chinese-answer", [scenes.verified()], acts.SOURCES),
    Shot("chinese-settings", [], [acts.settings("models")], LIGHT),
    Shot("chinese-shortcuts", [], [acts.command("program.shortcuts")], LIGHT),
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
