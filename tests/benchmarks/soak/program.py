"""The real program in a process of its own, with a person at its window and a meter at its side.

``python -m tests.benchmarks.soak.program ORDER`` does what the JSON file says, and writes a line of JSON
for each sample, or for what went wrong, into the file that it names.
"""

import asyncio
import json
import os
import sys
import traceback
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui import start
from tests.benchmarks.soak import sample
from tests.benchmarks.soak.pastimes import until
from tests.benchmarks.soak.person import Person
from tests.end2end.window_program import shown_window

_LOOK_MS = 50
_FAMILIAR = 30
"""Questions after which the person has looked at everything: there is something to see by then."""


@dataclass(frozen=True)
class Order:
    """How many questions, how often it is measured, by what seed, and where all of it lies."""

    questions: int
    every: int
    seed: int
    home: str
    temporary: str
    files: str
    documents: str
    web: str
    out: str


class Attendant:
    """Waits for the window, lets the person ask, and closes it."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._task: asyncio.Task[None] | None = None
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(_LOOK_MS)

    def _look(self) -> None:
        window = shown_window()
        if window is not None and window.composer.model.name:
            self._timer.stop()
            self._task = asyncio.ensure_future(self._serve(window))

    async def _serve(self, window: Any) -> None:
        try:
            await self._attend(window)
        except Exception:  # noqa: BLE001 - whatever it is, the one who waits is to be told
            self._write({"fault": traceback.format_exc()})
        finally:
            window.window().close()

    async def _attend(self, window: Any) -> None:
        order = self._order
        await window.session.warm_up()
        window.background.start()
        await until(lambda: window.background.has_begun)
        window.middle.open("tasks")
        await until(lambda: window.middle.is_built("tasks"))
        window.middle.show_chat()
        await window.session.knowledge.add([Path(order.documents)])
        files = Path(order.files)
        person = Person(window, order.seed, order.web, files)
        await person.pastimes.try_all_settings()
        await self._measure(person)
        while person.asked < order.questions:
            await person.go_on()
            if person.asked == _FAMILIAR:
                await person.pastimes.try_all()
            if person.asked % order.every == 0:
                await self._measure(person)

    async def _measure(self, person: Person) -> None:
        await person.rest()
        for _ in range(3):  # what the collector lets go may let more go in the loop's next turn
            sample.tidy()
            await asyncio.sleep(0.1)
        self._write(asdict(sample.take(person.asked, Path(self._order.temporary))))

    def _write(self, told: object) -> None:
        with Path(self._order.out).open("a", encoding="utf-8") as out:
            out.write(json.dumps(told) + "\n")


def main(order_file: str) -> int:
    order = Order(**json.loads(Path(order_file).read_text(encoding="utf-8")))
    QApplication(["desktop-agent"])
    attendant = Attendant(order)
    status = start.run(Path(order.home) / "config")
    del attendant
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
