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
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

from PySide6.QtCore import QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import TaskStarted
from desktop_agent.core.models import ProviderState
from desktop_agent.frontends.ui.conversation import background_turns
from desktop_agent.frontends.ui.window import status_bar
from desktop_agent.frontends.ui.window.event_loop import WindowLoop
from desktop_agent.storage.paths import find_paths
from tests.ui import deep_scenes, evidence_scenes, scenes
from tests.ui.gallery import acts, answers, home, paper
from tests.ui.gallery import compare_acts as again
from tests.ui.gallery import deep_acts as research
from tests.ui.gallery import knowledge_acts as documents
from tests.ui.gallery import panel_acts as panels
from tests.ui.gallery import runs_acts as background
from tests.ui.gallery import schedule_acts as scheduled
from tests.ui.gallery import server_acts as mcp
from tests.ui.gallery import upkeep_acts as upkeep
from tests.ui.gallery.studio import POINTS, Prepare, Studio
from tests.ui.stage import MISSING, READY, Step

FAMILIES = ("Noto Sans", "DejaVu Sans")
BOTH = ("light", "dark")
LIGHT = ("light",)
DARK = ("dark",)
FOREVER = float("inf")
SMALL = (640, 480)
NARROW = (800, 600)
NO_MODEL = ProviderState(
    ok=False,
    provider="ollama",
    problem="Ollama has no model yet.",
    remedy="Pull one with: ollama pull qwen3:4b",
    pullable="qwen3:4b",
)


@dataclass(frozen=True)
class Shot:
    """A picture: its name, what is played, what is done, in which shades, and where."""

    name: str
    played: Sequence[Sequence[Step]]
    prepare: Prepare
    shades: tuple[str, ...] = BOTH
    state: ProviderState = READY
    size: tuple[int, int] = (1280, 820)
    empty: bool = False
    resting: tuple[tuple[str, float], ...] = ()


def shots(snapshot: str) -> list[Shot]:
    """Gives all pictures at the usual size; ``snapshot`` names the one stored page."""
    drafting: list[Step] = [*scenes.gathering(), *scenes.drafting()[:14], FOREVER]
    return [
        *_welcomes(),
        Shot("thinking", [answers.thinking()], acts.begun, LIGHT),
        Shot("answering", [drafting], panels.reasoning, resting=(("duckduckgo", 572.0),)),
        Shot("answered", [scenes.verified()], acts.to_the_top),
        Shot("answered-changes", [scenes.verified()], acts.changes),
        Shot("long-answer", [answers.long()], acts.scrolled_up),
        Shot("rich-answer", [answers.rich()], acts.to_the_top),
        Shot("rich-answer-end", [answers.rich()], acts.asked),
        Shot("from-memory", [scenes.from_memory()], panels.reasoning, LIGHT),
        Shot("insufficient", [evidence_scenes.insufficient()], panels.reasoning, LIGHT, MISSING),
        Shot("error", [scenes.failing()], acts.asked),
        Shot("interrupted", [], acts.interrupted),
        Shot("branches", [scenes.approved()], acts.branches),
        Shot("find", [scenes.verified()], acts.find),
        Shot("marks", [evidence_scenes.checked()], acts.to_the_top),
        Shot("citation-card", [evidence_scenes.checked()], acts.card),
        Shot("claims", [evidence_scenes.checked("replaced")], acts.claims, LIGHT),
        Shot("claims-all", [evidence_scenes.checked()], acts.all_claims),
        Shot("struck", [evidence_scenes.struck()], acts.asked),
        Shot("source-quote", [evidence_scenes.checked()], acts.pointed, LIGHT),
        Shot("evidence", [evidence_scenes.evidence()], panels.whole_tree, state=MISSING),
        Shot("team", [evidence_scenes.team()], panels.whole_tree, LIGHT),
        Shot("large-text", [scenes.verified()], acts.large_text, LIGHT),
        *_composers(drafting),
        *_panels(snapshot),
        *_research(),
        *_knowledge(),
        *_again(),
        *_runs(),
        *_scheduled(),
        *_servers(),
        *_upkeep(),
        *_dialogs(),
        *_small(),
        Shot("export-html", [scenes.verified()], paper.html, LIGHT),
        Shot("export-pdf", [evidence_scenes.checked()], paper.pdf, LIGHT),
    ]


def _welcomes() -> list[Shot]:
    return [
        Shot("welcome", [], acts.nothing),
        Shot("welcome-first", [], acts.nothing, LIGHT, empty=True),
        Shot("welcome-missing", [], acts.nothing, state=MISSING, empty=True),
        Shot("welcome-no-model", [], acts.nothing, LIGHT, NO_MODEL, empty=True),
        Shot("welcome-offline", [], acts.offline, state=MISSING, empty=True),
    ]


def _composers(drafting: list[Step]) -> list[Shot]:
    return [
        Shot("composer-offline", [scenes.verified()], acts.offline),
        Shot("composer-offline-chat", [scenes.verified()], acts.offline_by_itself, size=(640, 480)),
        Shot("composer-attachments", [], acts.attachments),
        Shot("composer-queue", [drafting], acts.queue),
        Shot("composer-commands", [], acts.slash),
        Shot("composer-editing", [scenes.verified()], acts.editing, LIGHT),
        Shot("composer-focus", [], acts.focused, LIGHT),
    ]


def _panels(snapshot: str) -> list[Shot]:
    return [
        Shot("reasoning", [scenes.verified()], panels.whole_tree),
        Shot("reasoning-detail", [scenes.verified()], panels.detail),
        Shot("sources", [answers.stored(evidence_scenes.checked(), snapshot)], panels.sources),
        Shot("snapshot", [answers.cited(snapshot)], panels.snapshot),
        Shot("discoveries", [scenes.verified()], panels.discoveries),
        Shot("discovery-saved", [scenes.verified()], panels.saved_discovery),
        Shot("drop-target", [], panels.dragged_in),
        Shot("ledger", [scenes.verified()], panels.ledger),
        Shot("sidebar-search", [], panels.search),
        Shot("sidebar-rename", [], panels.rename, LIGHT),
        Shot("sidebar-deleted", [], panels.deleted),
        Shot("sidebar-menu", [], panels.menu),
    ]


def _research() -> list[Shot]:
    begun = [deep_scenes.started(), *deep_scenes.beginning()]
    waiting: list[Step] = [*begun, deep_scenes.proposal(), FOREVER]
    working: list[Step] = [
        *begun,
        *deep_scenes.looking_up(),
        *deep_scenes.reasoning(),
        *deep_scenes.computing(),
        FOREVER,
    ]
    whole: list[Step] = [deep_scenes.started(), *deep_scenes.deep()]
    return [
        Shot("deep-plan", [waiting], research.waiting),
        Shot("deep-plan-fault", [waiting], research.changed, LIGHT),
        Shot("deep-working", [working], research.at_work),
        Shot("deep-tree", [whole], research.whole),
        Shot("deep-code", [whole], research.code),
        Shot("narrow-deep-plan", [waiting], research.waiting, LIGHT, size=SMALL),
        Shot("templates", [], research.templates),
        Shot("template-keep", [whole], research.keep),
    ]


def _knowledge() -> list[Shot]:
    return [
        Shot("knowledge-empty", [], documents.empty),
        Shot("knowledge", [], documents.collections),
        Shot("knowledge-indexing", [], documents.indexing),
        Shot("knowledge-results", [], documents.results),
        Shot("knowledge-rebuild", [], documents.rebuild, LIGHT),
        Shot("knowledge-no-model", [], documents.no_model, DARK),
        Shot("knowledge-remote", [], documents.remote, LIGHT),
        Shot("knowledge-problems", [], documents.problems),
        Shot("knowledge-document", [], documents.document),
        Shot("knowledge-menu", [], documents.menu, LIGHT),
        Shot("knowledge-added", [], documents.added, LIGHT),
        Shot("narrow-knowledge", [], documents.indexing, LIGHT, size=(700, 560)),
        Shot("narrow-knowledge-results", [], documents.results, DARK, size=(700, 560)),
        Shot("small-knowledge-empty", [], documents.empty, LIGHT, size=SMALL),
        Shot("large-text-knowledge", [], documents.large_text, LIGHT),
    ]


def _beginning_others() -> list[Step]:
    *played, end = scenes.verified()
    begun = [
        TaskStarted(task_id="working", question=background.QUESTIONS[0], strategy="deep"),
        TaskStarted(task_id="late", question=background.QUESTIONS[1], strategy="verified"),
    ]
    return [*played, *begun, end]


def _runs() -> list[Shot]:
    return [
        Shot("runs", [], background.whole),
        Shot("runs-over", [], background.over),
        Shot("runs-empty", [], background.empty),
        Shot("runs-offer", [], background.offered, LIGHT),
        Shot("runs-menu", [], background.menu, LIGHT),
        Shot("task-lines", [_beginning_others()], background.lines),
        Shot("asked-in", [scenes.verified()], background.asked_elsewhere),
        Shot("run-ended", [scenes.verified()], background.told, LIGHT),
        Shot("narrow-runs", [], background.whole, size=(700, 560)),
        Shot("small-runs-empty", [], background.empty, LIGHT, size=SMALL),
    ]


def _scheduled() -> list[Shot]:
    return [
        Shot("schedules", [], scheduled.whole),
        Shot("schedules-empty", [], scheduled.empty, LIGHT),
        Shot("schedules-missed", [], scheduled.missed),
        Shot("schedule-dialog", [], scheduled.dialog),
        Shot("schedule-dialog-once", [], scheduled.dialog_once, LIGHT),
        Shot("schedule-dialog-words", [], scheduled.dialog_words, LIGHT),
        Shot("narrow-schedules", [], scheduled.missed, LIGHT, size=SMALL),
        Shot("answer-changes", [], scheduled.changes),
        Shot("answer-changes-listed", [], scheduled.changes_unfolded),
    ]


def _servers() -> list[Shot]:
    waiting, long = [*mcp.asking(), FOREVER], [*mcp.asking(changed=True, long=True), FOREVER]
    return [
        Shot("mcp-servers", [], mcp.servers),
        Shot("mcp-servers-empty", [], mcp.empty),
        Shot("mcp-server-tools", [], mcp.details),
        Shot("mcp-server-fault", [], mcp.fault),
        Shot("mcp-server-unconfirmed", [], mcp.unconfirmed),
        Shot("mcp-server-add", [], mcp.add(0)),
        Shot("mcp-server-form", [], mcp.add(1), LIGHT),
        Shot("mcp-approval", [waiting], mcp.asked),
        Shot("mcp-approval-changed", [long], mcp.whole_call),
        Shot("narrow-mcp-approval", [long], mcp.asked, LIGHT, size=SMALL),
        Shot("approval-after-pages", [[*mcp.asking_after_pages(), FOREVER]], mcp.asked),
        Shot("mcp-choice", [], mcp.picker),
    ]


def _upkeep() -> list[Shot]:
    return [
        Shot("settings-updates", [], upkeep.updates),
        Shot("settings-updates-none", [], upkeep.unconfigured, LIGHT),
        Shot("settings-updates-loading", [], upkeep.downloading, DARK),
        Shot("settings-backup", [], upkeep.backup),
        Shot("restore", [], upkeep.restore),
        Shot("restore-stranger", [], upkeep.restore_stranger),
        Shot("key-notice", [], upkeep.key_notice),
        Shot("settings-keys-elsewhere", [], upkeep.key_settings),
        Shot("password-prompt", [[FOREVER]], acts.password_prompt),
        Shot("update-notice", [], upkeep.notice),
        Shot("update-notice-loading", [], upkeep.notice_downloading, LIGHT),
        Shot("crash-notice", [], upkeep.crash),
        Shot("crash-report", [], upkeep.crash_report, LIGHT),
        Shot("narrow-update-notice", [], upkeep.notice, size=SMALL),
        Shot("narrow-settings-updates", [], upkeep.updates, LIGHT, size=SMALL),
    ]


def _again() -> list[Shot]:
    return [
        Shot("replay", [], again.replay),
        Shot("replay-end", [], again.replay_end, LIGHT),
        Shot("narrow-replay", [], again.replay_end, DARK, size=SMALL),
        Shot("compare", [], again.compare),
        Shot("compare-differences", [], again.compare_differences),
        Shot("compare-again", [], again.ask_again, LIGHT),
        Shot("narrow-compare", [], again.compare, LIGHT, size=NARROW),
    ]


def _dialogs() -> list[Shot]:
    pages = (
        "keys",
        "search",
        "fetch",
        "agent",
        "swarm",
        "sandbox",
        "network",
        "appearance",
        "shortcuts",
    )
    return [
        Shot("settings-model", [], panels.settings("llm")),
        *(
            Shot(
                f"settings-{page}",
                [],
                panels.settings(page),
                BOTH if page in ("keys", "appearance") else LIGHT,
            )
            for page in pages
        ),
        Shot("settings-servers", [], panels.failed_test, state=MISSING),
        Shot("settings-models", [], panels.downloading),
        Shot("settings-found", [], panels.settings_search, LIGHT),
        Shot("palette", [scenes.verified()], panels.whole_palette),
        Shot("palette-typed", [], panels.palette, LIGHT),
        Shot("shortcuts", [], panels.cheat_sheet),
    ]


def _small() -> list[Shot]:
    verified = [scenes.verified()]
    return [
        Shot("narrow", verified, acts.to_the_top, size=NARROW),
        Shot("narrow-reasoning", verified, panels.whole_tree, LIGHT, size=NARROW),
        Shot("narrow-welcome", [], acts.nothing, LIGHT, size=NARROW),
        Shot("narrow-missing", [], acts.nothing, LIGHT, MISSING, NARROW, empty=True),
        Shot("small", verified, acts.to_the_top, LIGHT, size=SMALL),
        Shot("small-missing", [], acts.nothing, LIGHT, MISSING, SMALL, empty=True),
        Shot("small-palette", [], panels.whole_palette, LIGHT, size=SMALL),
    ]


def twice() -> list[Shot]:
    """Gives the pictures that are taken at twice the size."""
    marks = [evidence_scenes.checked()]
    return [
        Shot("scale-200-answer", marks, panels.sources),
        Shot("scale-200-welcome", [], acts.nothing, LIGHT),
    ]


def in_chinese() -> list[Shot]:
    """Gives the pictures that are taken with the window in Chinese."""
    return [
        Shot("chinese-welcome", [], acts.nothing, LIGHT),
        Shot("chinese-answer", [answers.chinese()], panels.sources),
        Shot("chinese-reasoning", [scenes.verified()], panels.whole_tree, LIGHT),
        Shot("chinese-settings", [], panels.settings("llm"), LIGHT),
        Shot("chinese-shortcuts", [], panels.cheat_sheet, LIGHT),
    ]


async def take_all(app: QApplication, folder: Path, only: Sequence[str]) -> int:
    """Takes every picture, or those whose names are given; gives how many could not be taken."""
    with tempfile.TemporaryDirectory() as furnished:
        snapshot = await home.furnish(find_paths({"DESKTOP_AGENT_HOME": furnished}))
        studio = Studio(app, folder, Path(furnished))
        if "QT_SCALE_FACTOR" in os.environ:
            return await _take(studio, twice(), only)
        faults = await _take(studio, shots(snapshot), only)
        if _speak_chinese(app):
            faults += await _take(studio, in_chinese(), only)
        return faults


async def _take(studio: Studio, wanted: Sequence[Shot], only: Sequence[str]) -> int:
    faults = 0
    for each in wanted:
        for shade in each.shades if not only or each.name in only else ():
            try:
                await studio.show(
                    each.name,
                    shade,
                    each.played,
                    each.prepare,
                    state=each.state,
                    size=each.size,
                    resting=dict(each.resting),
                    empty=each.empty,
                )
            except Exception:  # noqa: BLE001 - the other pictures are worth having
                traceback.print_exc()
                faults += 1
    return faults


def _speak_chinese(app: QApplication) -> bool:
    try:
        from desktop_agent.frontends.ui.widgets.translation import install
    except ImportError:
        return False
    install(app, "zh")
    return True


def _quiet(kind: QtMsgType, _context: Any, text: str) -> None:
    if kind != QtMsgType.QtDebugMsg and "plugin does not support" not in text:
        print(text, file=sys.stderr)


def _stand_still() -> None:
    """Lets no time pass in what shows seconds, so that a picture is the same each time."""
    for module in (status_bar, background_turns):
        vars(module)["time"] = SimpleNamespace(monotonic=lambda: 0.0)


def main() -> int:
    """Takes the pictures into the folder that is named, or ``screenshots``."""
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
