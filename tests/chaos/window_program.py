"""The real window offscreen, which asks one question, and tells all that it shows at its end.

python -m tests.chaos.window_program HOME QUESTION
"""

import json
import sys
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.frontends.ui import start
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.window.shell import Shell

home, question = Path(sys.argv[1]), sys.argv[2]
app = QApplication(["desktop-agent"])
asked: list[bool] = []


def tick() -> None:
    shell = next((each for each in app.topLevelWidgets() if isinstance(each, Shell)), None)
    window = shell.centralWidget() if shell is not None else None
    if shell is None or not hasattr(window, "page"):
        return
    if not asked:
        if " · m" in window.status._provider.text():
            asked.append(True)
            window.composer.strategy.choose("quick")
            QTest.keyClicks(window.composer.edit, question)
            QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
            print("asked", flush=True)
        return
    last = window.chat.last
    if last is None or window.page.conversation.busy or not last.body.settled:
        return
    timer.stop()
    boxes = [each for each in app.topLevelWidgets() if isinstance(each, QMessageBox)]
    cards = [each for each in last.findChildren(ErrorCard) if each.isVisible()]
    told = {
        "answer": last.body.toPlainText(),
        "cards": [each.accessibleDescription() for each in cards],
        "boxes": [f"{each.text()} {each.informativeText()}" for each in boxes],
    }
    print(json.dumps(told), flush=True)
    for each in boxes:
        each.accept()
    shell.close()


timer = QTimer()
timer.timeout.connect(tick)
timer.start(50)
sys.exit(start.run(home / "config"))
