"""The real window offscreen in a process of its own, and what somebody does at it.

python -m tests.end2end.window_program ACT HOME [WORDS]
"""

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.frontends.ui import start
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.window.shell import Shell


def shown_window() -> Any:
    shells = (each for each in QApplication.topLevelWidgets() if isinstance(each, Shell))
    found = next((each.centralWidget() for each in shells if each.isVisible()), None)
    return found if hasattr(found, "page") else None


class Hands:
    """Does one thing once there is a window; ``words`` are what that wants to know."""

    def __init__(self, act: str, words: str = "") -> None:
        self._act = getattr(self, act)
        self._words = words
        self._asked = False
        self._app = QApplication(["desktop-agent"])
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(50)

    def _look(self) -> None:
        window = shown_window()
        if window is not None:
            self._act(window)

    def rest(self, window: Any) -> None:
        """Leaves the window alone for so many seconds, and closes it."""
        self._timer.stop()
        print("window", flush=True)
        QTimer.singleShot(int(float(self._words) * 1000), window.window().close)

    def stream(self, window: Any) -> None:
        """Asks, and tells the last word that is shown, again and again."""
        if not self._has_asked(window) or window.chat.last is None:
            return
        text = window.chat.last.body.toPlainText()
        if text:
            print(text.split()[-1], flush=True)

    def ask(self, window: Any) -> None:
        """Asks, tells all that is shown at the end, and closes the window."""
        last = window.chat.last if self._has_asked(window) else None
        if last is None or window.page.conversation.busy or not last.body.settled:
            return
        self._timer.stop()
        boxes = [each for each in self._app.topLevelWidgets() if isinstance(each, QMessageBox)]
        cards = [each for each in last.findChildren(ErrorCard) if each.isVisible()]
        told = {
            "answer": last.body.toPlainText(),
            "cards": [each.accessibleDescription() for each in cards],
            "boxes": [f"{each.text()} {each.informativeText()}" for each in boxes],
        }
        print(json.dumps(told), flush=True)
        for each in boxes:
            each.accept()
        window.window().close()

    def look(self, window: Any) -> None:
        """Tells of an answer that was cut off, and closes the window."""
        last = window.chat.last
        note = last.findChild(ErrorCard) if last is not None and last.body.settled else None
        if note is None:
            return
        self._timer.stop()
        titles = [each.title for each in window.sidebar.conversations]
        print(titles, note.isVisible(), note.accessibleName(), window.runs.running, sep="|")
        print(last.body.toPlainText(), flush=True)
        window.window().close()

    def _has_asked(self, window: Any) -> bool:
        if self._asked:
            return True
        if window.composer.model.name:
            self._asked = True
            window.composer.mode.choose("quick")
            QTest.keyClicks(window.composer.edit, self._words)
            QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
            print("asked", flush=True)
        return False


if __name__ == "__main__":
    hands = Hands(sys.argv[1], *sys.argv[3:])
    sys.exit(start.run(Path(sys.argv[2]) / "config"))
