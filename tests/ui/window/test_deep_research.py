"""A deep run in the window: the plan looked over, the parts followed, the run kept as a template."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QToolButton

from desktop_agent.frontends.ui.chat.answer_view import ProgressLine
from desktop_agent.frontends.ui.composer.decision_cards import PlanReview
from desktop_agent.frontends.ui.pages.tasks.schedules import ScheduleDialog
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from tests.ui import deep_scenes, scenes
from tests.ui.conftest import until
from tests.ui.window.person import ask, asked


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
    window.page.composer.options.review.setChecked(False)
    window.setting_changed.emit("agent.review_plan")
    assert not window.page.composer.options.review.isChecked()  # it is the person's now


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
