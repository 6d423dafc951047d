"""Above an answer to a question that was asked before: what is new since then."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import AnswerGiven, TextDelta
from desktop_agent.frontends.ui.chat.answer_changes import ChangesFold, ChatChanges
from desktop_agent.frontends.ui.markdown.rich_text import DiffView
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.tasks import filled


def scene(text):
    text_delta = TextDelta(step_id="1", channel="final", text=text)
    return [scenes.started(filled.QUESTION, "quick"), text_delta, AnswerGiven(text=text)]


async def opened(window, *answers):
    store = window.stage.conversations
    place = await store.create(filled.QUESTION)
    for question, text in answers:
        await filled.answered(store, place.id, question, text)
    history = window.page.conversation.history
    ChatChanges(window.theme, window.chat, history)
    window.page.open(place.id)
    await until(lambda: len(window.page.conversation.history) == len(answers))
    await until(lambda: len(window.chat.pool) == len(answers))
    await until(lambda: not window.tasks._running)


def folds(window):
    return window.chat.findChildren(ChangesFold)


async def test_the_second_answer_says_what_is_new_and_lists_it_by_keys(open_window):
    window = open_window(scene("x"))
    await opened(window, (filled.QUESTION, filled.FIRST), (filled.QUESTION, filled.SECOND))
    await until(lambda: folds(window))
    (fold,) = folds(window)
    assert fold.button.text().startswith("Since ")
    assert fold.button.text().endswith(": 2 new, 2 changed, 1 gone")
    view = window.chat.pool.get(1)
    assert view.question.y() < fold.y() < view.answer.y()
    before = view.height()
    fold.button.setFocus()
    QTest.keyClick(fold.button, Qt.Key.Key_Space)
    await until(lambda: view.height() > before)
    text = fold.findChild(DiffView).toPlainText()
    assert "A field test over two winters" in text
    assert "Noise is what most complaints are about" in text
    assert nameless(fold) == []


async def test_the_same_answer_has_nothing_to_unfold_and_another_question_is_not_compared(
    open_window,
):
    window = open_window(scene("x"))
    asked = (filled.QUESTION, filled.FIRST)
    await opened(window, asked, asked, ("And in summer?", filled.FIRST), asked)
    await until(lambda: folds(window))
    (fold,) = folds(window)
    assert fold.button.text().endswith(": nothing new")
    assert not fold.button.isEnabled()


async def test_an_answer_that_comes_now_is_compared_when_it_is_kept(open_window):
    window = open_window(scene(filled.SECOND))
    await opened(window, (filled.QUESTION, filled.FIRST))
    window.composer.edit.setPlainText(filled.QUESTION)
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
    await until(lambda: len(window.page.conversation.history) == 2 and not window.runs.running)
    await until(lambda: folds(window))
    assert folds(window)[0].button.text().endswith("2 new, 2 changed, 1 gone")


async def test_text_of_strangers_stays_text(theme):
    evil = '<img src="https://example.org/x.png"> <b>bold</b>.'
    fold = ChangesFold(theme, "", "Old.", evil)
    fold.button.click()
    text = fold.findChild(DiffView)
    assert "<b>bold</b>" in text.toPlainText()
    fold.deleteLater()
