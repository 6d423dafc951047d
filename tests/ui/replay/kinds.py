"""Runs of all kinds: those that are recorded, and some whose answers are hard to show."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_agent.app.session import Session
from desktop_agent.core.codec import event_to_json
from desktop_agent.core.events import Event, SleepEnded, SleepStarted
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question
from desktop_agent.runs.run import Run
from desktop_agent.storage.runs import read_run
from tests.end2end.test_recordings import record_run
from tests.end2end.world import World, build_world
from tests.recorded_cases import DOCUMENTS, MUSEUM, OK, REVISE, Case, cases
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import PagesServer

TABLE = """## In short

| office | years |
|---|--:|
| governor | 4 |
| lieutenant governor | 4 |

1. Elected together [1].
2. Sworn in in January [2].

```python
print("four years")
```
"""
ANSWERS = {
    "a table": TABLE,
    "Chinese": "副州长与州长**一起**选出,任期四年 [1]。\n\n- 一月宣誓就职\n- 可连任一次",
    "hostile": "<script>alert(1)</script> ![x](https://x.example/y.png) [a](javascript:b) &amp; **b\n> q",
    "100,000 characters": "".join(
        f"## Part {n}\n\nThe museum shows computing [1]. {'word ' * 180}\n\n" for n in range(100)
    ),
    "crumbs": Reply(text=re.findall(r"(?s).{1,5}", TABLE * 6)),
    "thoughts": Reply(thinking="Well. " * 200, text="<think>Let me see.</think>Computers."),
}
PICTURE = Attachment("seal.png", "image/png", data=b"\x89PNG\r\n\x1a\n" + bytes(range(64)))


def kinds(base: str) -> Iterator[Case]:
    yield from cases(base)
    verified, quick = (Question(MUSEUM, strategy=name) for name in ("verified", "quick"))
    for name, answer in ANSWERS.items():
        yield Case(f"quick, {name}", quick, [answer])
        yield Case(f"verified, {name}", verified, ["Computers.", REVISE, answer, answer])
    yield Case("quick, a picture", replace(quick, attachments=(PICTURE,)))
    yield Case("quick, breaks off", quick, [Reply(text=TABLE, drop_after=9)])
    for name in MENDED:
        yield Case(name, verified, [TABLE, OK, TABLE])


def slept(events: Sequence[Event]) -> list[Event]:
    place = len(events) // 2
    begun = events[place].t
    rest = [
        SleepStarted(mode="timer", seconds=600, reason="until the figures come", t=begun),
        SleepEnded(reason="the time was up", slept_s=600, t=begun + 600),
        *(replace(event, t=event.t + 600) for event in events[place:]),
    ]
    run_id = events[0].run_id
    return [replace(e, seq=n, run_id=run_id) for n, e in enumerate([*events[:place], *rest])]


MENDED: Mapping[str, Callable[[Sequence[Event]], Sequence[Event]]] = {
    "slept": slept,
    "torn": lambda events: events[:-7],
}
"""What is made of the recording of a run, by the name of its case."""


@dataclass(frozen=True)
class Studio:
    """Carries runs out, one after the other, in one world."""

    world: World
    session: Session
    cases: Sequence[Case]

    async def run(self, case: Case, seen: Callable[[Event], object]) -> Path:
        """Tells of each event, and gives the file that the program has recorded the run in."""

        def meanwhile(session: Session, run: Run, event: Event) -> None:
            case.meanwhile(session, run, event)
            seen(event)

        recorded = await record_run(self.world, replace(case, meanwhile=meanwhile), self.session)
        if case.name in MENDED:
            events = MENDED[case.name](list(read_run(recorded.path)))
            lines = [event_to_json(event) + "\n" for event in events]
            recorded.path.write_text("".join(lines), encoding="utf-8")
        return recorded.path


@contextmanager
def studio(home: Path) -> Iterator[Studio]:
    """Opens a world with pages in it, and a session; the session is for the caller to close."""
    with serve(PagesServer(dict(DOCUMENTS)).app) as base, build_world(home) as world:
        yield Studio(world, world.session(), list(kinds(base)))
