"""The questions that recordings and the baseline are made of: what is asked, what the world answers, what the person does."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop_agent.app.session import Session
from desktop_agent.core import events
from desktop_agent.core.events import Event
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import Question
from desktop_agent.runs.run import Run
from tests.servers.duckduckgo import CHALLENGED, DRIFTED, Result, Status, Zero
from tests.servers.model_reply import Reply
from tests.servers.pages import Document

Meanwhile = Callable[[Session, Run, Event], None]

MUSEUM = "What does the museum of computing in Paderborn show?"
PYTHON = "What is the latest stable version of Python?"
DOCUMENTS = {
    "/downloads": Document(b"""<html><head><title>Download Python | Python.org</title></head><body>
<main><h1>Download the latest version of Python</h1>
<p>The latest stable version of Python is Python 3.14.1, released on 2 December 2025.</p>
<p>Older versions such as Python 3.13.7 still get security fixes.</p></main></body></html>"""),
    "/tokyo": Document(
        "<html lang='ja'><head><title>東京の橋 — Brücken</title></head><body><main><h1>東京の橋</h1>"
        "<p>この橋は1904年に完成した。 Die Brücke ist 219 m lang 🌉.</p></main></body></html>".encode()
    ),
}
"""What the paths of the pages server answer."""

OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})
REVISE = Reply(json={"missing": ["since when"], "faults": [], "verdict": "revise"})
_DEAD = Reply(status=400, error="out of luck")
_SLOW = Reply(text="one two three four " * 30, between_s=0.02)
PLAN = {
    "subtasks": [
        {"id": "t1", "question": "Explain what it shows.", "kind": "look_up", "needs": []},
        {"id": "t2", "question": "Explain its layout.", "kind": "look_up", "needs": []},
        {"id": "t3", "question": "Put both together.", "kind": "reason", "needs": ["t1", "t2"]},
    ]
}
_COUNT = {"subtasks": [{"id": "t1", "question": "Count.", "kind": "compute", "needs": []}]}
CUES = {
    "node": "Your step now, as",
    "first": "Answer at once from what you know",
    "plan": "Part the question above",
    "critique": "Judge the results above",
    "synthesis": "Write the answer to this question now",
    "repair": "A reviewer found this",
}
MUSEUM_PARTS = "Explain what the museum of computing in Paderborn shows and how many rooms it has."
BULBS = (
    "There are 100 light bulbs in a room, all off. Person 1 flips every switch, person 2 flips every "
    "second switch, person 3 flips every third switch, and so on until person 100. How many lights "
    "are on?"
)
_SIGNS = "A\x1b[31mred\x1b[0m \u202eback \u2028 line \x85 \x9b \x7f \ufeff \U0010ffff."
_SCRIPTS = "Ünïcödé 東京 🌉 👩‍👩‍👧 שלום e\u0301 ﷽ ไทย."


@dataclass(frozen=True)
class Case:
    """A run to be made; ``name`` begins with its strategy."""

    name: str
    question: Question
    replies: Any = ()
    found: Any = field(default_factory=Zero)
    settings: dict[str, object] = field(default_factory=dict)
    meanwhile: Meanwhile = lambda *_: None

    @property
    def alone(self) -> bool:
        """Whether it wants a session of its own: what engines answered is remembered in one."""
        seldom = isinstance(self.found, Status)
        none = isinstance(self.found, Zero) and self.question.strategy != "quick"
        return bool(self.settings) or seldom or none


def cases(base: str) -> Iterator[Case]:
    """Gives all of them; ``base`` is the address of the pages server."""
    museum = [
        Result("Museum", f"{base}/article", "The museum in Paderborn shows computing."),
        Result("Visitors", "https://visit.example/", "Computing, from clay tablets to robots."),
    ]
    python = [
        Result("Download Python", f"{base}/downloads", "The latest stable version is 3.14.1."),
        Result("Versions", "https://versions.example/", "The latest stable release is 3.14.1."),
    ]
    yield from _quick(museum)
    yield from _quick_with_tools(base, museum)
    yield from _quick_that_fails(museum)
    yield from _verified(museum)
    yield from _team(museum)
    yield from _deep(museum)
    yield from _evidence(python)
    yield from _auto(python, museum)


def _call(tool: str, **arguments: object) -> Reply:
    return Reply(tool_calls=[(tool, arguments)])


def role_of(request: dict[str, Any]) -> str:
    """Gives the part of the strategy ``deep`` that a model is told to play."""
    said = [message["content"] for message in request["messages"]]
    return next((name for name, cue in CUES.items() if cue in said[0] or cue in said[-1]), "part")


def by_role(**replies: Any) -> Callable[[dict[str, Any]], Reply | str]:
    """A model of the strategy ``deep`` that answers by the part that it is told to play."""
    usual: dict[str, Any] = {
        "first": "It shows computers.",
        "plan": Reply(json=PLAN),
        "critique": OK,
        "synthesis": "## What it shows\n\nFive thousand years of computing [1].",
        "part": "It shows five thousand years of computing [1].",
    }

    def reply(request: dict[str, Any]) -> Reply | str:
        given: Reply | str = (usual | replies)[role_of(request)]
        # the verifier is read from its tags where a server ignores the schema
        return Reply(text=given, ignores_schema=True) if isinstance(given, str) else given

    return reply


def by_part(**replies: Any) -> Callable[[dict[str, Any]], Reply | str]:
    """A model of the strategy ``team``; several replies to a part are given in turn."""
    queues = {part: list(said) for part, said in replies.items()}

    def reply(request: dict[str, Any]) -> Reply | str:
        told = request["messages"][-1]["content"]
        named = (part for part in queues if f"You are the {part}" in told)
        queue = queues[next(named, "answerer")]
        given: Reply | str = queue.pop(0) if len(queue) > 1 else queue[0]
        # the verifier is read from its tags where a server ignores the schema
        return Reply(text=given, ignores_schema=True) if isinstance(given, str) else given

    return reply


def begins_and_waits(request: dict[str, Any]) -> Reply | str:
    """A model that begins a run in the background, waits for it, and answers then."""
    said = [message.get("content", "") for message in request["messages"]]
    if said[-1].startswith("How deep is it?"):
        return "Eleven kilometres."
    if any("Sleep ended" in each for each in said):
        return "It is eleven kilometres deep."
    begun = re.search(r'"task_id": ?"([^"]+)"', "\n".join(said))
    if begun:
        return _call("sleep", mode="event", task_id=begun[1])
    return _call("start_research", question="How deep is it?", strategy="quick")


def _stop_at(kind: type[Event], count: int = 1) -> Meanwhile:
    """The person stops the run at the ``count``-th event of a kind."""
    left = [count]

    def meanwhile(_session: Session, run: Run, event: Event) -> None:
        left[0] -= isinstance(event, kind)
        if left[0] == 0:
            run.stop()

    return meanwhile


def _change_plan(session: Session, run: Run, event: Event) -> None:
    if isinstance(event, events.PlanMade) and event.proposed:
        session.plans.answer(run.run_id, Plan((Subtask("only", "Explain its rooms.", "reason"),)))


def _ask(text: str = MUSEUM, **more: Any) -> Question:
    return Question(text, strategy="quick", **more)


def _quick(museum: Sequence[Result]) -> Iterator[Case]:
    notes = Attachment("notes.md", "text/markdown", "The dam is 60 m high. Höhe: 60 m")
    said = (Message("user", MUSEUM), Message("assistant", "Computers."))
    thinking = Reply(thinking="Let me think. " * 9, text="Computers.")
    yield Case("quick, from its own knowledge", _ask(), ["It shows computers."])
    yield Case("quick, thinking", _ask(), [thinking])
    yield Case("quick, an attachment", _ask("How high?", attachments=(notes,)), ["60 m."])
    yield Case("quick, a history", _ask("And where?", history=said), ["In Paderborn."])
    yield Case("quick, bare", _ask("6 times 7?", bare=True), ["**42**"])
    yield Case("quick, signs that move a cursor", _ask(), [_SIGNS])
    yield Case("quick, many scripts", _ask("¿Qué? 何？"), [_SCRIPTS])
    yield Case("quick, a long answer", _ask(), ["word " * 1500])
    yield Case("quick, offline", _ask(offline=True), ["Home."])
    yield Case("quick, little time", _ask(budget_s=0.5), [Reply(text="x", delay_s=9)] * 2)
    yield Case("quick, stopped in a text", _ask(), [_SLOW], meanwhile=_stop_at(events.TextDelta, 3))
    yield Case("quick, stopped at once", _ask(), [_SLOW], meanwhile=_stop_at(events.RunStarted))
    waits = _stop_at(events.ToolStarted)
    yield Case(
        "quick, stopped in a search", _ask(), [_call("web_search", query="x")], museum, {}, waits
    )


def _quick_with_tools(base: str, museum: Sequence[Result]) -> Iterator[Case]:
    search = _call("web_search", query="museum")
    kept = _call("flag_discovery", title="Robots", description="Seen: 🤖.")
    yield Case("quick, a search", _ask(), [search, "Computing [1].", "Computing [1]."], museum)
    page = _call("web_fetch", url=f"{base}/downloads")
    yield Case(
        "quick, a page", _ask(f"{base}/downloads: what?"), [page, "3.14.1 [1].", "3.14.1 [1]."]
    )
    page = _call("web_fetch", url=f"{base}/tokyo")
    answer = "この橋は219 mです [1]。"
    yield Case("quick, a Japanese page", _ask(f"{base}/tokyo 何？"), [page, answer, answer])
    page = _call("web_fetch", url=f"{base}/none")
    yield Case("quick, a page that is not there", _ask(f"{base}/none"), [page, "No.", "No."])
    page = _call("web_fetch", url="http://10.0.0.1/")
    yield Case("quick, an address refused", _ask("http://10.0.0.1/"), [page, "No.", "No."])
    code = _call("run_python", code="print(6 * 7)")
    yield Case("quick, code", _ask("6 times 7?"), [code, "It is 42.", "It is 42."])
    code = _call("run_python", code="1 / 0")
    yield Case("quick, code that fails", _ask("1 / 0?"), [code, "It cannot be.", "No."])
    asked = "What is worth keeping of the museum?"
    yield Case("quick, a discovery", _ask(asked), [search, kept, "Kept [1].", "Kept [1]."], museum)
    yield Case("quick, an unknown tool", _ask(), [_call("no_such_tool", x=1), "So.", "So."])
    yield Case("quick, wrong arguments", _ask(), [_call("web_search", nope=1), "So.", "So."])


def _quick_that_fails(museum: Sequence[Result]) -> Iterator[Case]:
    search = _call("web_search", query="x")
    broken = [Reply(text="a b c d e f", drop_after=3)] * 4
    never = {"llm.max_retries": 0}
    yield Case("quick, a model that refuses", _ask(), [_DEAD], settings=never)
    yield Case("quick, a reply that breaks off", _ask(), broken, settings=never)
    yield Case("quick, no such model", _ask(model="absent"), settings=never)
    yield Case("quick, no model chosen", _ask(provider="none"))
    yield Case(
        "quick, no server", _ask(), (), museum, never | {"llm.ollama_url": "http://127.0.0.1:9"}
    )
    yield Case("quick, a challenge", _ask(), [search, "No.", "No."], CHALLENGED)
    yield Case("quick, searches that fail", _ask(), [search, "No.", "No."], Status(500, "no"))
    yield Case("quick, nothing found", _ask(), [search, "Nothing.", "Nothing."])
    yield Case("quick, another search page", _ask(), [search, "?", "?"], DRIFTED)
    yield Case("no such strategy", Question(MUSEUM, strategy="wishful"))


def _verified(museum: Sequence[Result]) -> Iterator[Case]:
    asked = Question("How is the museum in Paderborn paid for?", strategy="verified")
    yield Case("verified, at once", asked, ["By the town.", OK, "By the town."], museum)
    replies = ["By the town.", REVISE, "By the town, since 1996.", "By the town, since 1996."]
    since = Question(f"{asked.text[:-1]}, and since when?", strategy="verified")
    yield Case("verified, revised", since, replies, museum)
    nonsense = Reply(text="Looks fine!", ignores_schema=True)
    yield Case("verified, a critic without JSON", asked, ["By the town.", *[nonsense] * 4], museum)
    yield Case("verified, a critic that fails", asked, ["By the town.", *[_DEAD] * 4], museum)
    stop = _stop_at(events.StepStarted, 3)
    yield Case("verified, stopped", asked, ["By the town.", _SLOW, _SLOW], museum, {}, stop)


def _team(museum: Sequence[Result]) -> Iterator[Case]:
    asked = Question(MUSEUM, strategy="team")
    yes, no = "<verify>yes</verify>", "<verify>no</verify>"
    answer, search = ["<answer>Computing [1].</answer>"], ["<search>museum rooms</search>"]
    agreed = by_part(verifier=[yes], answerer=answer)
    yield Case("team, at once", asked, agreed, museum)
    looks = by_part(verifier=[no, yes], searcher=search, answerer=answer)
    yield Case("team, a second search", asked, looks, museum)
    never = by_part(verifier=[no], searcher=search, answerer=answer)
    yield Case("team, never sure", asked, never, museum)
    yield Case("team, nothing found", asked, never)
    odd = by_part(verifier=["Well…"], searcher=["Hm."], answerer=["No tag at all."])
    yield Case("team, without tags", asked, odd, museum)


def _deep(museum: Sequence[Result]) -> Iterator[Case]:
    asked = Question(MUSEUM_PARTS, strategy="deep")
    program = "```python\nprint('RESULT =', 127 * 14 + 9)\n```"
    count = by_role(plan=Reply(json=_COUNT), part=program, first="**1700**")
    sum_of = Question("How many is 127 times 14 plus 9?", strategy="deep")
    review = Question(MUSEUM_PARTS, strategy="deep", review_plan=True)
    dead = by_role(**dict.fromkeys(("first", "plan", "part", "critique", "synthesis"), _DEAD))
    slow = by_role(part=Reply(text="x", delay_s=9))
    bulbs = by_role(node="**37** bulbs are on.", first="**37**")
    stop = _stop_at(events.PlanMade)
    yield Case("deep, in parts", asked, by_role(), museum)
    yield Case("deep, a sum", sum_of, count, museum)
    yield Case("deep, a plan changed", review, by_role(), museum, {}, _change_plan)
    yield Case("deep, nothing works", asked, dead, museum)
    yield Case("deep, by a template", Question(BULBS, strategy="deep"), bulbs, museum)
    yield Case("deep, stopped in its parts", asked, slow, museum, {}, stop)
    yield Case("deep, nothing found", asked, by_role())


def _evidence(python: Sequence[Result]) -> Iterator[Case]:
    asked = Question(PYTHON, strategy="evidence")
    yield Case("evidence, found", asked, found=python)
    yield Case("evidence, nothing found", asked)
    yield Case("evidence, searches that fail", asked, found=Status(503))
    yield Case("evidence, offline", Question(PYTHON, strategy="evidence", offline=True))
    yield Case("evidence, stopped", asked, (), python, {}, _stop_at(events.SearchAttempt))


def _auto(python: Sequence[Result], museum: Sequence[Result]) -> Iterator[Case]:
    yield Case("auto, a current fact", Question(PYTHON), ["3.14.1 [1].", OK, "3.14.1 [1]."], python)
    yield Case("auto, without a model", Question(PYTHON), (), python, {"llm.provider": "none"})
    yield Case("auto, a greeting", Question("Hello!"), ["Hello."], museum)
