"""The best quotes stand in the answer's place until there is a text."""

from typing import Any

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QWidget

from desktop_agent.core.events import (
    AnswerGiven,
    EvidenceFound,
    Notice,
    RunFinished,
    StepStarted,
)
from desktop_agent.core.research import QuotedPassage, Source
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.panels.reasoning_model import ReasoningModel
from desktop_agent.frontends.ui.panels.sources import sources_of
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.window.person import ask, send

QUESTION = "How tall is the lighthouse of Ostra?"
SOURCE = Source(1, "Lighthouses of the coast", "https://coast.example.org/", "a", True)


def found(text: str, *, preliminary: bool = False, question: str = QUESTION) -> EvidenceFound:
    return EvidenceFound(
        intent="general_fact",
        question=question,
        text=f"> {text} [1]",
        sources=(SOURCE,),
        passages=(QuotedPassage(1, text),),
        preliminary=preliminary,
        step_id="e1",
    )


def begun(strategy: str = "verified") -> list[Any]:
    gather = StepStarted(step_id="e1", agent="evidence", title="Gather evidence")
    return [scenes.started(QUESTION, strategy), gather]


def pill(window: MainWindow) -> str:
    label = window.chat.last._label
    return "" if label.isHidden() else label.text()


def body(window: MainWindow) -> str:
    view = window.chat.last.body
    return "" if view.isHidden() else view.toPlainText()


async def test_better_quotes_replace_the_first_ones_and_a_draft_and_the_answer_both(open_window):
    first, last = found("One.", preliminary=True), found("Two.")
    draft = [StepStarted(step_id="s", agent="main", title="Write"), delta("Half", channel="draft")]
    answer = AnswerGiven(text="> Three. [1]", sources=(SOURCE,))
    scene = [*begun(), first, 0.2, last, 0.2, *draft, 0.2, answer, Notice(text="Late")]
    window = open_window([*scene, RunFinished(status="answered", t=1)])
    send(window, QUESTION)
    await until(lambda: window.chat.last is not None and "One." in body(window))
    read_out = QAccessible.queryAccessibleInterface(window.chat.last.body)
    assert read_out.text(QAccessible.Text.Name) == "Quotes from the sources"
    await until(lambda: "Two." in body(window))
    assert "One." not in body(window)
    assert window.chat.last.turn.running
    await until(lambda: body(window) == "Half")
    assert pill(window) == "Draft"
    await until(lambda: not window.page.conversation.busy and window.chat.last.whole)
    assert "Three." in body(window)
    assert "Two." not in body(window)
    assert pill(window) == ""


async def test_quotes_stay_where_the_model_fails(open_window):
    failed = RunFinished(status="failed", error="The model is gone.", cause="model")
    window = open_window([*begun(), found("One."), failed])
    await ask(window, QUESTION)
    assert "One." in body(window)
    assert pill(window) == "Quotes from the sources"


async def test_a_reopened_conversation_shows_the_answer_and_not_the_quotes(open_window, reopen):
    answer = AnswerGiven(text="It is 47 metres.", sources=(SOURCE,))
    scene = [*begun(), found("One.", preliminary=True), found("Two."), answer]
    window = open_window([*scene, RunFinished(status="answered", t=1)])
    await ask(window, QUESTION)
    again = await reopen(window)
    await until(lambda: again.chat.last is not None and "47 metres" in body(again))
    await until(lambda: again.chat.last.whole)
    assert body(again) == "It is 47 metres."
    assert pill(again) == ""


def test_the_panels_show_the_last_evidence_alone():
    tree, turn = ReasoningModel(), Turn(QUESTION)
    for event in (*begun(), found("One.", preliminary=True), found("Two.")):
        tree.apply(event)
        turn.apply(event)
    (step,) = [each for each in tree.root.children if each.children]
    assert [each.title for each in step.children if "Evidence" in each.title] == [
        "Evidence: quotes only"
    ]
    (used,) = sources_of(turn)
    assert [quote.text for quote in used.quotes] == ["Two."]


async def test_how_a_follow_up_was_understood_stands_above_its_answer(open_window, reopen):
    standing = "How tall is the lighthouse of Ostra?"
    told = Notice(text=f"Understood as: {standing}", question=standing)
    answer = AnswerGiven(text="It is 47 metres tall.", sources=(SOURCE,))
    window = open_window([*begun(), told, 0.3, answer, RunFinished(status="answered", t=1)])
    send(window, "and how tall is it?")
    await until(lambda: window.chat.last is not None and window.chat.last.turn.understood)
    await until(lambda: f"Understood as: {standing}" in words(window.chat.last))
    await until(lambda: not window.page.conversation.busy and window.chat.last.whole)
    assert words(window.chat.last).count(standing) == 1
    again = await reopen(window)
    await until(lambda: again.chat.last is not None and again.chat.last.whole)
    assert f"Understood as: {standing}" in words(again.chat.last)


def words(message: QWidget) -> str:
    shown = [each for each in message.findChildren(QLabel) if each.isVisibleTo(message)]
    return "\n".join(each.text() for each in shown)
