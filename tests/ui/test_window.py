"""The window on a stage: what a person does and sees, and evidence with and without a model."""

import asyncio
from typing import get_args

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from desktop_agent.core.events import (
    AnswerGiven,
    EvidenceFound,
    RunFinished,
    RunStarted,
    SleepEnded,
    SleepStarted,
    Verdict,
)
from desktop_agent.core.models import ProviderState
from desktop_agent.core.settings import AgentSettings
from desktop_agent.frontends.ui.chat.answer_view import ProgressLine
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.markdown.rich_text import DiffView
from desktop_agent.frontends.ui.panels.reasoning_model import ReasoningModel
from desktop_agent.frontends.ui.widgets.labels import Banner
from tests.chaos.faulty_keyring import use_faulty_keyring
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.scenes import labels
from tests.ui.stage import MISSING
from tests.ui.window.person import ask, asked, send

FOREVER = float("inf")


async def answered(window):
    await until(lambda: not window.page.conversation.busy)
    await until(lambda: window.chat.last is None or window.chat.last.whole)


def rows(model, parent=None):
    parent = parent or QModelIndex()
    found = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        found.append(index.data())
        found += rows(model, index)
    return found


def pill(window):
    return window.chat.last.findChild(QLabel, "pill")


async def test_what_is_typed_while_an_answer_has_the_focus_goes_into_the_field(open_window):
    window = await asked(open_window, scenes.verified())
    await answered(window)
    window.chat.last.body.setFocus()
    QTest.keyClick(window.chat.last.body, "A")
    QTest.keyClicks(window.focusWidget(), "nd why?")
    assert window.composer.edit.toPlainText().lower() == "and why?"


class LayoutRequests(QObject):
    count = 0

    def eventFilter(self, _watched, event):  # noqa: N802 - an override of Qt's
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


async def test_a_window_at_rest_lays_nothing_out(open_window, app):
    window = await asked(open_window, scenes.verified())
    for width in (1180, 560):
        window.resize(width, 780)
        await asyncio.sleep(0.5)
        requests = LayoutRequests()
        app.installEventFilter(requests)
        await asyncio.sleep(0.3)
        app.removeEventFilter(requests)
        assert requests.count < 20  # without end there are thousands


async def test_enter_sends_the_question_and_its_draft_streams_in_without_what_was_said_before(
    open_window,
):
    drafting = scenes.drafting()
    window = open_window([*scenes.gathering(), 0.2, *drafting[:8], 0.2, *drafting[8:], FOREVER])
    QTest.keyClicks(window.composer.edit, "How do")
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert window.stage.asked == []
    send(window, "heat pumps do?")
    await until(lambda: window.chat.last.turn.pages)
    assert "look that up" not in window.chat.last.body.toPlainText()
    await until(lambda: "Heat pumps stay" in window.chat.last.body.toPlainText())
    assert "look that up" not in window.chat.last.body.toPlainText()
    assert window.stage.asked[0].text == "How do\nheat pumps do?"
    assert window.composer.edit.toPlainText() == ""
    assert pill(window).text() == "Draft"
    assert not pill(window).isHidden()
    await until(lambda: "every month" in window.chat.last.body.toPlainText())


async def test_a_refined_answer_comes_first_and_the_draft_is_folded_away(open_window):
    window = await asked(open_window, scenes.verified())
    message = window.chat.last
    assert "half the energy" in message.body.toPlainText()
    assert pill(window).isHidden()
    scenes.press(message, "Review")
    scenes.press(message, "Changes")
    changes = message.findChild(DiffView).toPlainText()
    assert "So the heat pump uses less energy" in changes
    assert "Look up both prices" in changes
    said = [label.text() for label in message.findChildren(QLabel)]
    assert any(text.startswith("Reviewed: needs changes") for text in said)


async def test_escape_stops_a_run_and_keeps_what_arrived_and_the_queue(open_window):
    window = open_window([*scenes.drafting()[:6], FOREVER], scenes.approved())
    send(window, "Why?")
    await until(lambda: bool(window.chat.last.body.toPlainText()))
    send(window, "second")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    await answered(window)
    assert window.stage.scenes_played[0].played[-1].status == "stopped"
    assert window.chat.last.findChild(ProgressLine).accessibleName().startswith("Stopped after")
    assert window.chat.last.body.toPlainText()
    assert window.composer.button.accessibleName() == "Send"
    await asyncio.sleep(0.1)
    assert len(window.stage.asked) == 1
    assert window.composer.queue.held
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
    await until(lambda: len(window.stage.asked) == 2)
    await answered(window)


async def test_a_key_pauses_and_resumes_the_run_and_the_line_of_a_paused_run_names_it(open_window):
    window = open_window([scenes.started("Why?"), FOREVER])
    send(window, "Why?")
    line = window.page.sleep
    await until(lambda: window.runs.run_id)
    QTest.keyClick(window.composer.edit, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert line.text == "Pausing before the next step…"
    turn = window.page.conversation.history.last

    def tell(event):
        turn.apply(event)
        window.runs.told.emit(turn, event)

    tell(SleepStarted(mode="manual", by_person=True))
    assert line.text == "Paused"
    assert line.button.toolTip() == "Resume now (Ctrl+J)"
    window.commands.rebind("chat.pause", "F9")
    assert line.button.toolTip() == "Resume now (F9)"
    QTest.keyClick(window.composer.edit, Qt.Key.Key_F9)
    tell(SleepEnded(reason="resumed", slept_s=1.0))
    assert line.text == ""


async def test_the_chat_says_that_a_password_is_waited_for(open_window, tmp_path, monkeypatch):
    fault = use_faulty_keyring(monkeypatch, tmp_path / "fault")
    fault.write_text("hangs")
    window = open_window([FOREVER])
    keys = window.stage.keys
    keys.record.add(["tavily"])
    send(window, "Why?")
    await until(lambda: window.chat.last is not None)
    assert window.chat.last.findChild(ProgressLine).accessibleName() == "Starting…"
    reading = asyncio.create_task(asyncio.to_thread(keys.get, "tavily"))
    line = window.chat.last.findChild(ProgressLine)
    said = "Waiting for your system's password prompt…"
    await until(lambda: line.accessibleName() == said)
    fault.unlink()
    await reading
    await until(lambda: line.accessibleName() == "Starting…")


TIP = Qt.ItemDataRole.ToolTipRole
NAMES = get_args(AgentSettings.model_fields["strategy"].annotation)


def tree_of(*events):
    tree = ReasoningModel()
    for event in events:
        tree.apply(event)
    return tree.root


def told(node, depth=0):
    lines = []
    for child in node.children:
        lines.append((depth, child.title, child.detail))
        lines += told(child, depth + 1)
    return lines


# --- choosing


async def test_composer_and_settings_offer_each_strategy_with_what_it_does_and_costs(open_window):
    window = open_window([])
    composer = window.composer.mode
    shown = [composer.itemData(row) for row in range(composer.count())]
    assert shown[:4] == ["auto", "quick", "verified", "deep"]
    assert sorted(shown) == sorted(NAMES)
    tips = {composer.itemData(row): composer.itemData(row, TIP) for row in range(composer.count())}
    assert "without a model" in tips["evidence"]
    assert "1 to 4 model calls" in tips["quick"]
    assert "2 to 6 calls" in tips["verified"]
    assert "2 to 10 model calls" in tips["team"]
    composer.choose("evidence")
    assert composer.toolTip() == tips["evidence"]
    dialog = window.open_settings("models/answers")
    boxes = dialog.findChildren
    await until(lambda: any(box.toolTip() == "agent.strategy" for box in boxes(QComboBox)))
    (box,) = [each for each in boxes(QComboBox) if each.toolTip() == "agent.strategy"]
    assert sorted(box.itemData(row) for row in range(box.count())) == sorted(NAMES)
    for row in range(box.count()):
        place = composer.findData(box.itemData(row))
        assert box.itemData(row, TIP) == composer.itemData(place, TIP)
        assert box.itemText(row) == composer.itemText(place)
    dialog.close()


# --- without a model


async def test_without_a_model_the_welcome_page_lets_one_ask_at_once(open_window):
    window = open_window(evidence_scenes.evidence(), state=MISSING)
    window.look_for_models()
    await until(lambda: "Install Ollama" in labels(window.page.welcome))
    assert "you get quotes from the web" in labels(window.page.welcome)
    foot = window.sidebar.foot.model
    assert foot.accessibleName() == "Model: Ollama is not ready"
    assert MISSING.problem in foot.accessibleDescription()
    examples = window.page.welcome.examples
    first = examples.item(0)
    place = examples.visualItemRect(first).center()
    QTest.mouseClick(examples.viewport(), Qt.MouseButton.LeftButton, pos=place)
    await until(lambda: not window.page.conversation.busy and window.chat.last.whole)
    assert [question.text for question in window.stage.asked] == [first.text()]
    assert "3.14.2" in window.chat.last.body.toPlainText()


async def test_a_person_who_wants_no_model_is_not_told_that_one_is_missing(open_window):
    window = open_window([], state=ProviderState(ok=True, provider="none"), models=())
    window.look_for_models()
    await until(lambda: "Choose a model provider" in labels(window.page.welcome))
    assert window.sidebar.foot.model.accessibleName() == "Model: No model yet"


async def test_evidence_mode_neither_offers_itself_nor_claims_knowledge(open_window):
    started = RunStarted(question="q", strategy="evidence", provider="none", model="", budget_s=1)
    window = await asked(
        open_window,
        [started, RunFinished(status="failed", error="Nothing works.")],
        [started, AnswerGiven(text="t", from_internal_knowledge=True)],
    )
    card = window.chat.last.findChild(ErrorCard)
    offered = [b.text() for b in card.findChildren(QPushButton) if not b.isHidden()]
    assert offered == ["Try again"]
    await ask(window, "q")
    assert window.chat.last.turn.answer
    assert window.chat.last.findChild(Banner) is None


# --- the panel


def test_the_reasoning_tree_tells_the_evidence_and_why_it_is_believed():
    lines = told(tree_of(*evidence_scenes.gathered()))
    assert (1, "Evidence: 3.14.2", "91%") in lines
    assert (2, "Looking for: the latest version of a program · Python", "") in lines
    assert (3, "3.14.2", "91%") in lines
    assert (4, "According to python.org, endoflife.date", "") in lines
    assert (4, "2 domains agree, one of them the project's own; the newest release", "") in lines
    assert (2, evidence_scenes.EVIDENCE.notes[0], "") in lines


def grounded(*, ok, **details):
    return Verdict(by="grounding", ok=ok, details=details)


def reviewed(**details):
    return Verdict(by="consulter", ok=True, details=details)


def verified(*, ok, **details):
    return Verdict(by="verifier", ok=ok, details=details)


def recalculated(**details):
    return Verdict(by="numeric", ok=True, details={"candidate": "12", **details})


SWARM = {
    "answers": [
        {"model": "qwen3:4b", "value": "42", "seconds": 1.2},
        {"model": "gemma3", "value": "41", "seconds": 2.0},
        {"model": "phi4", "value": "", "seconds": 30.0, "error": "gave no answer in 30 s"},
    ],
    "value": "42",
    "votes": 1,
    "asked": 3,
    "answered": 2,
    "note": "1 of 2 answers agree. A tie, decided by qwen3:4b: 42 (1); 41 (1).",
}


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (
            EvidenceFound(intent="general_fact", sufficient=False),
            ["Not enough evidence"],
        ),
        (
            Verdict(by="claims", ok=False, details={"supported": 4, "partly": 1, "unconfirmed": 0}),
            ["Citations: 4 supported · 1 partly supported"],
        ),
        (
            grounded(ok=False, value="42", reason="it says 41", action="replaced"),
            [
                "Replaced with the answer from the sources",
                "The model contradicted the evidence.",
                "Extracted from the sources: 42",
                "it says 41",
            ],
        ),
        (
            verified(ok=False, round=1, said="", note="no date", query="release date"),
            [
                "Verifier, round 1: more is needed",
                "No verdict; counted as “no”.",
                "no date",
                "Next search: “release date”",
            ],
        ),
        (grounded(ok=True, value=[1], action={"a": 1}), ["Agrees with the evidence"]),
        (
            reviewed(verdict="ok", missing=["since when"]),
            ["Reviewed with comments, no changes", "Missing: since when"],
        ),
        (reviewed(skipped="the evidence is sure"), ["Not reviewed", "the evidence is sure"]),
        (
            Verdict(by="swarm", ok=True, details=SWARM),
            [
                "Panel of models: 42",
                "qwen3:4b: 42",
                "gemma3: 41",
                "phi4: gave no answer in 30 s",
                "1 of 2 answers agree",
                "A tie, decided by qwen3:4b: 42 (1); 41 (1).",
            ],
        ),
        (
            recalculated(recomputed="12.0", agreed=True, code_ran=True),
            ["Recalculation: same result", "Before: 12", "Recalculated: 12.0"],
        ),
        (
            recalculated(agreed=None, note="the code failed"),
            ["Recalculation: not possible", "Before: 12", "the code failed"],
        ),
    ],
)
def test_evidence_without_a_value_and_verdicts_are_told_in_words(event, lines):
    titles = [title for _, title, _ in told(tree_of(event))]
    assert (titles if isinstance(event, Verdict) else titles[:1]) == lines
