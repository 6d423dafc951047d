"""Runs of all kinds, carried out by the program itself against a scripted world on loopback."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_agent.app.session import Session
from desktop_agent.core.codec import event_to_json
from desktop_agent.core.events import Event, PlanMade, SleepEnded, SleepStarted
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question
from tests.end2end.test_deep import by_role
from tests.end2end.world import World, build_world
from tests.recorded_cases import MUSEUM_PARTS as PARTED
from tests.servers.duckduckgo import CHALLENGED, Result
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Zero

ASKED = "How is the lieutenant governor of Ohio elected?"
PAGE = """<html><head><title>The lieutenant governor</title></head><body><main>
<h1>The lieutenant governor of Ohio</h1>
<p>Jim Tressel is the 67th lieutenant governor of Ohio. The lieutenant governor is elected together
with the governor for four years.</p></main></body></html>"""
SHORT = "Together with the governor, for **four years** [1]."
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
CHINESE = "副州长与州长**一起**选出,任期四年 [1]。\n\n- 一月宣誓就职\n- 可连任一次"
HOSTILE = (
    "<script>alert(1)</script> ![x](https://x.example/y.png) [a](javascript:b) &amp; **bold\n> q"
)
LONG = "".join(
    f"## Part {n}\n\nThe lieutenant governor is elected for four years [1]. {'word ' * 180}\n\n"
    for n in range(100)
)
"""A hundred thousand characters."""
NOTES = Attachment("notes.md", "text/markdown", "The term is four years.")
PICTURE = Attachment("seal.png", "image/png", data=b"\x89PNG\r\n\x1a\n" + bytes(range(64)))
OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})
REVISE = Reply(json={"missing": ["since when"], "faults": ["too short"], "verdict": "revise"})
Model = Callable[[dict[str, Any]], Reply | str]


def model(
    answer: Reply | str = SHORT,
    *,
    refined: Reply | str = "",
    verdicts: Sequence[str] = ("yes",),
    calls: Sequence[Reply] = (),
) -> Model:
    """A model that plays every part: calls tools first, then writes; ``refined`` after a critique."""
    left, said = list(calls), list(verdicts)
    judged = []

    def reply(request: dict[str, Any]) -> Reply | str:
        last = str(request["messages"][-1]["content"])
        if "format" in request:
            judged.append(1)
            return REVISE if refined else OK
        if "You are the verifier" in last or "<verify>" in last:
            word = said.pop(0) if len(said) > 1 else said[0]
            return f"<verify>{word}</verify>"
        if "You are the searcher" in last:
            return f"<search>lieutenant governor Ohio term {len(said)}</search>"
        if "<answer>" in last and isinstance(answer, str):
            return f"<answer>{answer}</answer>"
        if left and request.get("tools"):
            return left.pop(0)
        return refined if judged and refined else answer

    return reply


def call(tool: str, **arguments: object) -> Reply:
    return Reply(text="I look that up.", thinking="I must look.", tool_calls=[(tool, arguments)])


@dataclass(frozen=True)
class Kind:
    """A run: what is asked, what the model and the engines answer, when it is stopped or changed."""

    name: str
    question: Question
    model: Callable[[], Model] = model
    hits: tuple[Any, ...] | None = None
    stop_at: int = 0
    mended: Callable[[list[Event]], list[Event]] | None = None


FAILING = (CHALLENGED,)


def kinds() -> Iterator[Kind]:
    texts = {"short": SHORT, "table": TABLE, "chinese": CHINESE, "hostile": HOSTILE, "long": LONG}
    quick, verified = Question(ASKED, strategy="quick"), Question(ASKED, strategy="verified")
    deep = Question(PARTED, strategy="deep")
    for name, text in texts.items():
        yield Kind(f"quick-{name}", quick, lambda t=text: model(t))
        yield Kind(f"refined-{name}", verified, lambda t=text: model(SHORT + " Maybe.", refined=t))
        yield Kind(f"deep-{name}", deep, lambda t=text: by_role(synthesis=t))
    for strategy in ("quick", "verified", "team", "evidence", "deep"):
        usual = by_role if strategy == "deep" else model
        asked = Question(ASKED if strategy != "deep" else PARTED, strategy=strategy)
        yield Kind(f"{strategy}-nothing-found", asked, usual, (Zero(),))
        yield Kind(f"{strategy}-search-failed", asked, usual, FAILING)
        yield Kind(f"{strategy}-offline", replace(asked, offline=True), usual)
        yield Kind(f"{strategy}-stopped", asked, usual, stop_at=6)
        yield Kind(f"{strategy}-notes", replace(asked, attachments=(NOTES,)), usual)
    called = {
        "searches": call("web_search", query="Ohio governor term"),
        "reads": call("web_fetch", url="{pages}/governor"),
        "discovers": call("flag_discovery", title="Elected", description="For four years."),
        "bad-tool": call("no_such_tool", a=1),
    }
    for name, reply in called.items():
        yield Kind(name, quick, lambda r=reply: model(calls=[r]))
    replies = {
        "model-fails": Reply(status=500, error="out of memory"),
        "model-breaks-off": Reply(text=TABLE, drop_after=9),
        "empty-reply": Reply(text=""),
        "thinks-aloud": Reply(thinking="Well. " * 200, text=SHORT),
        "think-tags": "<think>Let me see.</think>" + SHORT,
        "crumbs": Reply(text=re.findall(r"(?s).{1,5}", TABLE * 6)),
    }
    for name, reply in replies.items():
        yield Kind(name, quick, lambda r=reply: model(r))
    yield Kind("draft-breaks-off", verified, lambda: model(Reply(text=TABLE, drop_after=9)))
    yield Kind("auto", Question("What is the latest stable version of Python?"))
    yield Kind("picture-refused", replace(quick, attachments=(PICTURE,)))
    yield Kind("no-such-model", replace(quick, model="absent"))
    yield Kind("stopped-late", verified, lambda: model(LONG), stop_at=900)
    yield Kind("reviewed", replace(deep, review_plan=True), by_role)
    yield Kind("slept", verified, lambda: model(refined=TABLE), mended=slept)
    yield Kind("torn", verified, lambda: model(TABLE), mended=lambda events: events[:-7])


def slept(events: list[Event]) -> list[Event]:
    place = len(events) // 2
    begun = events[place].t
    rest = [
        SleepStarted(mode="timer", seconds=600, reason="until the figures come", t=begun),
        SleepEnded(reason="the time was up", slept_s=600, t=begun + 600),
        *(replace(event, t=event.t + 600) for event in events[place:]),
    ]
    run_id = events[0].run_id
    return [replace(e, seq=n, run_id=run_id) for n, e in enumerate([*events[:place], *rest])]


class Studio:
    """Carries runs out, one after the other, in one world."""

    def __init__(self, world: World, pages: str, session: Session) -> None:
        self._world = world
        self._pages = pages
        self.session = session
        self._model: Model = model()

    def answer(self, request: dict[str, Any]) -> Reply | str:
        reply = self._model(request)
        if isinstance(reply, Reply) and reply.tool_calls:
            calls = [
                (tool, {k: _placed(v, self._pages) for k, v in arguments.items()})
                for tool, arguments in reply.tool_calls
            ]
            return replace(reply, tool_calls=calls)
        return reply

    async def run(self, kind: Kind, seen: Callable[[Event], object]) -> list[Event]:
        self._model = kind.model()
        hits = [
            Result("The lieutenant governor", f"{self._pages}/governor", "Elected for four years."),
            Result("Ohio", "https://www.ohio.example/", "The lieutenant governor of Ohio."),
        ]
        found = kind.hits if kind.hits is not None else (hits,)
        self._world.duckduckgo.play(*found)
        running = self.session.ask(kind.question)
        events: list[Event] = []
        async for event in running.events():
            events.append(event)
            seen(event)
            if len(events) == kind.stop_at:
                running.stop()
            if isinstance(event, PlanMade) and event.proposed:
                self.session.plans.answer(running.run_id, event.plan)
        return events

    def recording(self, kind: Kind, events: Sequence[Event]) -> Path:
        """Gives the file that the program has recorded a run in, changed as the kind wants it."""
        (path,) = self.session.paths.runs.glob(f"*-{events[0].run_id}.jsonl")
        if kind.mended is not None:
            lines = [event_to_json(event) + "\n" for event in kind.mended(list(events))]
            path.write_text("".join(lines), encoding="utf-8")
        return path


def _placed(value: object, pages: str) -> object:
    return value.replace("{pages}", pages) if isinstance(value, str) else value


@contextmanager
def studio(home: Path) -> Iterator[Studio]:
    """Opens a world with a page in it, and a session; the session is for the caller to close."""
    made: list[Studio] = []

    def answer(request: dict[str, Any]) -> Reply | str:
        return made[0].answer(request)

    server = PagesServer({"/governor": Document(PAGE.encode())})
    with (
        serve(server) as pages,  # type: ignore[arg-type]  # it is an ASGI application
        build_world(home, replies=answer) as world,
    ):
        made.append(Studio(world, pages, world.session()))
        yield made[0]
