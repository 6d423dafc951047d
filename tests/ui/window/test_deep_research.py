"""A deep run in the window, and the best quotes that stand there until there is a text."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QToolButton, QWidget

from desktop_agent.core.events import AnswerGiven, EvidenceFound, Notice, RunFinished, StepStarted
from desktop_agent.core.research import Passage, Source
from desktop_agent.frontends.ui.chat.answer_view import ProgressLine
from desktop_agent.frontends.ui.composer.decision_cards import PlanReview
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.tasks.schedules import ScheduleDialog
from desktop_agent.frontends.ui.panels.reasoning_model import ReasoningModel
from desktop_agent.frontends.ui.panels.sources import sources_of
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import deep_scenes, scenes
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.window.person import ask, asked, send


def reviewed():
    begun = [deep_scenes.started(), *deep_scenes.beginning()]
    done = [*deep_scenes.reasoning(), *deep_scenes.computing(), *deep_scenes.ending()]
    return [*begun, deep_scenes.proposal(), *deep_scenes.looking_up()[1:], *done]


def card_of(window) -> PlanReview:
    return window.page.findChild(PlanReview)


async def proposed(open_window, scene):
    window = open_window(scene)
    window.page.composer.mode.choose("deep")
    window.page.composer.options.review.setChecked(True)
    window.ask(deep_scenes.QUESTION, "deep")
    await until(lambda: card_of(window).isVisible() and card_of(window).run.isEnabled())
    return window


def doing(window):
    return window.chat.last.findChild(ProgressLine).accessibleName()


async def test_a_plan_is_looked_over_changed_and_run(open_window):
    window = await proposed(open_window, reviewed())
    assert window.stage.asked[0].review_plan
    await until(lambda: doing(window).startswith("Waiting for you to review the plan"))
    card = card_of(window)
    card.editor.setPlainText(card.editor.toPlainText().replace(". ", ". Now: ", 1))
    QTest.keyClick(card.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: not window.page.conversation.busy)
    assert not card.isVisible()
    turn = window.page.conversation.history.last
    plans = [event for event in turn.events if event.type == "plan"]
    assert [each.proposed for each in plans] == [True, False]
    assert plans[1].plan.origin == "person"
    assert plans[1].plan.subtasks[0].question.startswith("Now: ")
    assert turn.answer is not None


async def test_a_plan_waits_in_its_own_conversation_only_and_stop_ends_its_run(open_window):
    window = await proposed(open_window, reviewed())
    here = window.page.conversation.id
    window.page.begin_new()
    await until(lambda: not card_of(window).isVisible())
    window.page.open(here)
    await until(lambda: card_of(window).isVisible())
    QTest.mouseClick(card_of(window).stop, Qt.MouseButton.LeftButton)
    await until(lambda: not window.page.conversation.busy)
    assert not card_of(window).isVisible()
    assert window.page.conversation.history.last.finished.status == "stopped"
    assert window.stage.plans.waiting == {}


async def test_a_review_is_asked_for_as_the_settings_say(open_window):
    window = open_window([])
    window.stage.change_setting("agent.review_plan", True)
    window.setting_changed.emit("agent.review_plan")
    assert window.page.composer.options.review.isChecked()  # as the settings say
    for strategy in ("deep", "quick"):
        window.ask("Who?", strategy)
        await until(lambda: not window.page.conversation.busy)
    assert [each.review_plan for each in window.stage.asked] == [True, False]


def menu_of_answer(window):
    found = window.chat.last.findChildren(QToolButton)
    (more,) = [each for each in found if each.accessibleName() == "More"]
    return {each.text(): each for each in more.menu().actions()}


async def test_an_answer_is_asked_regularly_from_its_menu(open_window):
    window = await asked(open_window, scenes.approved(), question="Why?")
    menu = menu_of_answer(window)
    assert list(menu) == ["Ask again and compare…", "Schedule a question…", "Save as discovery"]
    menu["Schedule a question…"].trigger()
    await until(lambda: window.findChildren(ScheduleDialog))
    (dialog,) = window.findChildren(ScheduleDialog)
    assert dialog.question.toPlainText() == "Why?"
    dialog.reject()


def own_templates(window):
    return [each for each in window.stage.templates.load().templates if each.own]


async def test_an_answer_is_kept_as_a_template_or_it_is_said_why_not(open_window):
    window = open_window([deep_scenes.started(), *deep_scenes.deep()])
    await ask(window, deep_scenes.QUESTION)

    async def keep(suggested, title):
        (action,) = [each for text, each in menu_of_answer(window).items() if "template" in text]
        action.trigger()
        await until(lambda: window.findChild(LineDialog).isVisible())
        dialog = window.findChild(LineDialog)
        assert dialog.textValue() == suggested
        dialog.setTextValue(title)
        dialog.accept()
        await until(lambda: window.findChild(LineDialog) is None)

    title = deep_scenes.QUESTION[:60].strip()
    await keep(title, "Cost  of heat")
    await until(lambda: own_templates(window))
    (kept,) = own_templates(window)
    assert (kept.id, kept.title) == ("from-a-run", "Cost of heat")
    assert ("part-1", "part-4") in kept.edges
    built_in = next(each for each in window.stage.templates.load().templates if not each.own)
    window.stage.templates.of_run = lambda _question, _plan: built_in
    await keep(built_in.title, "Other")
    await until(lambda: window.findChild(QMessageBox))
    assert "built-in" in window.findChild(QMessageBox).text()


QUESTION = "How tall is the lighthouse of Ostra?"
SOURCE = Source(1, "Lighthouses of the coast", "https://coast.example.org/", "a", True)


def found(text: str, *, preliminary: bool = False, question: str = QUESTION) -> EvidenceFound:
    return EvidenceFound(
        intent="general_fact",
        question=question,
        text=f"> {text} [1]",
        sources=(SOURCE,),
        passages=(Passage(1, text),),
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
