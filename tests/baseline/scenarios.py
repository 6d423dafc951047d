"""The questions that are asked, each in a world and a home of its own."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from desktop_agent.app.session import Session
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.core.research import Question
from tests.end2end.test_contradicted import LIES, Lie, liar
from tests.end2end.test_documents import COST, DAM, POWER, answering, look
from tests.end2end.world import World, play
from tests.recorded_cases import MUSEUM, PYTHON, Case, begins_and_waits, cases
from tests.servers.loopback import mortal
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.servers.search_replies import Result, Status, Zero

Act = Callable[[World, Session, Path], Awaitable[None]]
"""What is done: in a world, with its session; the folder is for files of the user."""

IN_MAY = 1_779_624_000
"""When the files of the user were last changed."""
_VERSION = "The latest stable version of Python is 3.14.1."
_DRAFT = f"{_VERSION[:-1]} [1]."
_PICTURE = Attachment("dam.png", "image/png", data=b"\x89PNG\r\n\x1a\n" + bytes(range(64)))
_NOTES = Attachment("notes.md", "text/markdown", "The dam is 60 m high.")
_BOOK = Attachment("book.txt", "text/plain", "The dam is high. " * 5_000)
_LANGUAGES = {
    "german": ("Wer leitet die Sternwarte Kallstadt?", "Leiterin der Sternwarte Kallstadt ist Ina Voss."),
    "french": ("Quelle est la hauteur du phare de Kallo ?", "Le phare de Kallo mesure 47 mètres."),
    "spanish": ("¿Cuántas salas tiene el museo de Brenta?", "El museo de Brenta tiene 38 salas."),
    "chinese": ("卡洛灯塔有多高？", "卡洛灯塔高47米。"),
    "japanese": ("カロ灯台の高さは？", "カロ灯台の高さは47メートルです。"),
    "arabic": ("كم يبلغ ارتفاع منارة كالو؟", "يبلغ ارتفاع منارة كالو 47 مترا."),
}  # fmt: skip
_NUMBERS = {
    "sum": ("What is 17 * 23 + 4?", "17 * 23 + 4 = **395**."),
    "share": ("What is 15 % of 840?", "It is 126."),
    "wrong": ("How many is 127 times 14 plus 9?", "**1700**"),
    "units": ("How many kilometres are 26.2 miles?", "26.2 miles are 42.16 km."),
}
_TEMPLATES = {
    "compare": "Compare wind power and solar power in cost, land use and storage.",
    "puzzle": "A bat and a ball cost 1.10 together. The bat costs 1.00 more. What does the ball cost?",
}

_NOTHING = (Zero(),)


@dataclass(frozen=True)
class Scenario:
    """One or several questions; ``together`` where steps work side by side, so that their order varies."""

    name: str
    act: Act
    replies: Any = ()
    found: Sequence[Any] = _NOTHING
    settings: dict[str, Any] = field(default_factory=dict)
    others: Any = _NOTHING[0]
    together: bool = False


def asks(*questions: Question | str) -> Act:
    """Return what asks these questions one after the other."""

    async def act(_world: World, session: Session, _folder: Path) -> None:
        for question in questions:
            await play(session, question)

    return act


def scenarios(base: str) -> Iterator[Scenario]:
    """Yield all of them; ``base`` is the address of the server of pages."""
    yield from map(_of_case, cases(base))
    yield from _contradicted()
    yield from _failing(base)
    yield from _out_of_time(base)
    yield from _dying(base)
    yield from _documents()
    yield from _in_words(base)
    yield from _reasoned()
    yield from _in_conversations()
    yield from _in_background()


def _of_case(case: Case) -> Scenario:
    async def act(_world: World, session: Session, _folder: Path) -> None:
        run = session.ask(case.question)
        async for event in run.events():
            case.meanwhile(session, run, event)

    together = case.name.startswith("deep")
    return Scenario(case.name, act, case.replies, [case.found], case.settings, together=together)


def _contradicted() -> Iterator[Scenario]:
    true = LIES["length"]._replace(said="The answer is 47 metres [1].")
    for told in (LIES, {"height": true}):
        for kind, lie in told.items():
            for strategy in ("quick", "verified", "team"):
                yield _on_notes(f"said of a page, {kind}, {strategy}", lie, strategy, liar(lie))
    lie = LIES["length"]
    for strategy in ("quick", "verified", "team"):
        model = liar(lie, corrected="The answer is 47 metres [1].")
        yield _on_notes(f"said of a page, corrected, {strategy}", lie, strategy, model)


def _on_notes(name: str, lie: Lie, strategy: str, model: Any) -> Scenario:
    hit = Result(f"Notes: {lie.question}", "https://notes.example/", lie.page)
    asked = asks(Question(lie.question, strategy=strategy))
    return Scenario(name, asked, model, [[hit]], {"agent.first_answer": False})


def _failing(base: str) -> Iterator[Scenario]:
    found = [Result("Python", f"{base}/downloads", _VERSION)]
    gone = [Result("Python", f"{base}/status/{code}", _VERSION) for code in (403, 404, 429, 503)]
    gone += [Result("Loop", f"{base}/hops/40", _VERSION), Result("Bomb", f"{base}/bomb", _VERSION)]
    for strategy in ("quick", "verified", "team", "deep", "auto", "evidence"):
        asked, deep = asks(Question(PYTHON, strategy=strategy)), strategy == "deep"
        failures = {"writes nothing": Reply(), "refuses": Reply(status=400, error="out of luck")}
        for what, reply in failures.items():
            model = lambda _request, reply=reply: reply  # noqa: E731
            name = f"failing, a model that {what}, {strategy}"
            yield Scenario(name, asked, model, [found], together=deep)
        engines = {"found": [Status(503)], "others": Status(500)}
        yield Scenario(
            f"failing, every engine, {strategy}", asked, writes(_DRAFT), together=deep, **engines
        )
        yield Scenario(
            f"failing, every page, {strategy}", asked, writes(_DRAFT), [gone], together=deep
        )


def writes(text: str) -> Callable[[dict[str, Any]], Reply | str]:
    """Return a model that writes ``text``, and what each part of a strategy has to write."""

    def reply(request: dict[str, Any]) -> Reply | str:
        last = request["messages"][-1]["content"]
        if "You are the verifier" in last:
            return Reply(json={"enough": "yes"})
        if "Part the question above" in last:
            one = {"id": "t1", "question": "What is it?", "kind": "look_up", "needs": []}
            return Reply(json={"subtasks": [one]})
        return Reply(json=_least(request["format"])) if request.get("format") else text

    return reply


def _least(schema: dict[str, Any]) -> Any:
    """Return the smallest value that a JSON schema allows: nothing is missing, nothing is wrong."""
    kinds = {"array": [], "string": "", "boolean": True, "number": 0, "integer": 0, "null": None}
    if "enum" in schema:
        return schema["enum"][0]
    if "properties" in schema:
        return {name: _least(schema["properties"][name]) for name in schema.get("required", ())}
    return kinds.get(schema.get("type", ""), "")


def _out_of_time(base: str) -> Iterator[Scenario]:
    found = [Result("Python", f"{base}/downloads", _VERSION)]
    for strategy in ("verified", "team"):  # what is done before a model is asked takes less
        asked = asks(Question(PYTHON, strategy=strategy, budget_s=6.0))
        slow = lambda _request: Reply(text=_DRAFT, delay_s=30, ignores_schema=True)  # noqa: E731
        yield Scenario(f"out of time, {strategy}", asked, slow, [found])


def _dying(base: str) -> Iterator[Scenario]:
    found = [Result("Python", f"{base}/downloads", _VERSION)]
    slow, text = Reply(text="{", delay_s=30, ignores_schema=True), Reply(text=_DRAFT, hang_after=4)
    for strategy in ("quick", "verified"):
        asked = Question(PYTHON, strategy=strategy)
        yield Scenario(f"dying, at once, {strategy}", _kills(asked, [], 0), found=[found])
        yield Scenario(f"dying, before a word, {strategy}", _kills(asked, [slow], 1), found=[found])
        yield Scenario(f"dying, in its text, {strategy}", _kills(asked, [text], 1), found=[found])
    asked = Question(PYTHON, strategy="verified")
    yield Scenario("dying, at the review", _kills(asked, [_DRAFT, slow], 2), found=[found])


def _kills(question: Question, replies: Sequence[Any], requests: int) -> Act:
    """Return what asks, and kills the model's server a moment after so many requests."""

    async def act(world: World, _session: Session, _folder: Path) -> None:
        model = FakeOllama(models=["m"], replies=replies)
        with mortal(model.app) as server:

            async def kill() -> None:
                while len(model.requests) < requests:  # noqa: ASYNC110 - another thread fills it
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.5 * bool(requests))
                await asyncio.to_thread(server.kill)

            killing = asyncio.create_task(kill())
            if not requests:
                await killing
            own = {"llm__ollama_url": server.url, "llm__max_retries": 0, "llm__model": "m"}
            async with world.opened(**own) as session:
                await play(session, question)
                await killing

    return act


def _documents() -> Iterator[Scenario]:
    asked = Question("How high is the Ostrau dam?")
    said = {
        "quick": answering,
        "verified": writes("It is 63 metres high [1]."),
        "evidence": (),
        "auto": writes("63 metres [1]."),
    }
    for strategy, replies in said.items():
        for offline in (False, True):
            question = replace(asked, strategy=strategy, offline=offline)
            name = f"documents, {strategy}{', offline' if offline else ''}"
            yield Scenario(name, _over_documents(question), replies)
    model = [look("capacity"), "It has a capacity of 12 megawatts [1]."]
    searched = _over_documents(replace(asked, strategy="quick"), vectors=True)
    yield Scenario("documents, with vectors", searched, model)
    unwanted = replace(asked, strategy="quick", documents=False)
    yield Scenario("documents, not wanted", _over_documents(unwanted), ["I do not know."])


def _over_documents(question: Question, *, vectors: bool = False) -> Act:
    async def act(world: World, session: Session, folder: Path) -> None:
        if vectors:
            session.change_setting("knowledge.embedding_provider", "ollama")
            name = "nomic-embed-text"
            world.ollama.models[f"{name}:latest"] = Model(name=name, capabilities=("embedding",))
        write_documents(folder)
        await session.knowledge.add([folder])
        session.knowledge.update()
        await session.knowledge.wait()
        await play(session, question)

    return act


def write_documents(folder: Path) -> None:
    """Write three notes of a user into ``folder``, as they were on a day in May."""
    report = f"<title>A report</title><main><h1>Report</h1><p>{COST}</p></main>"
    notes = {
        "history.md": f"# The dams of the valley\n\nThree.\n\n## Ostrau\n\n{DAM}\n",
        "report.html": report,
        "power.txt": f"Notes of a visit.\n{POWER}\nIt rained.\n",
    }
    folder.mkdir(exist_ok=True)
    for name, text in notes.items():
        (folder / name).write_text(text)
        os.utime(folder / name, (IN_MAY, IN_MAY))


def _in_words(base: str) -> Iterator[Scenario]:
    for language, (question, said) in _LANGUAGES.items():
        hits = [Result(question, f"https://{language}.example/", said)]
        for strategy in ("verified", "evidence"):
            asked = asks(Question(question, strategy=strategy))
            yield Scenario(
                f"language, {language}, {strategy}", asked, writes(f"{said} [1]"), [hits]
            )
    hits = [Result("Tokyo", f"{base}/tokyo", "この橋は1904年に完成した。")]
    yield Scenario(
        "language, a page in two",
        asks(Question("東京の橋は何年に完成した？", strategy="evidence")),
        (),
        [hits],
    )


def _reasoned() -> Iterator[Scenario]:
    for name, (question, said) in _NUMBERS.items():
        for strategy in ("auto", "verified", "deep"):
            asked = asks(Question(question, strategy=strategy))
            yield Scenario(
                f"number, {name}, {strategy}", asked, writes(said), together=strategy != "verified"
            )
    for name, question in _TEMPLATES.items():
        asked = asks(Question(question, strategy="deep"))
        yield Scenario(f"template, {name}", asked, writes("**0.05**"), together=True)


def _in_conversations() -> Iterator[Scenario]:
    async def follow_up(_world: World, session: Session, _folder: Path) -> None:
        chat = await session.conversations.create("Towns")
        for text in ("What does the museum show?", "And since when?"):
            await play(session, Question(text, strategy="verified", conversation_id=chat.id))

    async def offline_by_itself(_world: World, session: Session, _folder: Path) -> None:
        chat = await session.conversations.create("private", offline=True)
        for strategy in ("evidence", "quick"):
            await play(session, Question(MUSEUM, strategy=strategy, conversation_id=chat.id))

    said = (Message("user", "Tell me about Python."), Message("assistant", "A language."))
    asked = Question("And who made it?", strategy="verified", history=said)
    files = asks(
        *(
            Question("How high?", strategy=s, attachments=(_NOTES, _PICTURE))
            for s in ("evidence", "quick")
        )
    )
    long = asks(Question("How high?", strategy="quick", attachments=(_BOOK,)))
    yield Scenario("conversation, a follow-up", follow_up, writes("Computers."))
    yield Scenario("conversation, offline by itself", offline_by_itself, ["Computers."])
    yield Scenario("conversation, a history", asks(asked), writes("Guido [1]."))
    yield Scenario("attachments, a file and an image", files, ["60 m"])
    yield Scenario("attachments, too long", long, ["60 m"], settings={"llm.num_ctx": 2_048})
    yield Scenario(
        "offline, by the setting",
        asks(Question(MUSEUM, strategy="quick")),
        ["Home."],
        settings={"network.offline": True},
    )


def _in_background() -> Iterator[Scenario]:
    async def at_the_desk(_world: World, session: Session, _folder: Path) -> None:
        await session.runs.open()
        live = session.ask(Question("What of the deepest trench?", strategy="quick"), can_wait=True)
        async for _event in live.events():
            pass
        for known in await session.runs.list():
            await session.runs.results.wait(known.run_id)

    async def queued(_world: World, session: Session, _folder: Path) -> None:
        await session.runs.open()
        for text in ("What is six times seven?", "And seven times seven?"):
            known = await session.runs.enqueue(Question(text, strategy="quick"), "person")
            await session.runs.results.wait(known.run_id)

    nap = Reply(tool_calls=[("sleep", {"mode": "timer", "seconds": 0.05})])
    search = Reply(tool_calls=[("web_search", {"query": "Ohio"})])
    begin = Reply(tool_calls=[("start_research", {"question": "And Iowa?", "strategy": "quick"})])
    found = [[Result("Ohio", "https://ohio.example/", "A state of the United States.")]]
    more = {"agent.max_tool_iterations": 5}
    yield Scenario("background, a run begun and awaited", at_the_desk, begins_and_waits)
    yield Scenario("background, a nap", at_the_desk, [nap, "Awake."])
    yield Scenario(
        "background, text from outside",
        at_the_desk,
        [search, begin, "A state [1].", "A state [1]."],
        found,
        more,
    )
    yield Scenario(
        "background, queued",
        queued,
        ["Forty-two.", "Forty-nine."],
        settings={"background.parallel": 1},
    )
