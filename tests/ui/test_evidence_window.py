"""Evidence in the window: asked without a model, told in the panel, honest where it is too little."""

from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QPushButton

from desktop_agent.core.events import (
    AnswerGiven,
    EvidenceFound,
    RunFinished,
    RunStarted,
    Verdict,
)
from desktop_agent.core.models import ProviderState
from desktop_agent.core.settings import AgentSettings
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.panels.reasoning_model import ReasoningModel
from desktop_agent.frontends.ui.widgets.labels import Banner
from tests.ui import evidence_scenes
from tests.ui.conftest import until
from tests.ui.scenes import labels
from tests.ui.stage import MISSING
from tests.ui.window.person import ask, asked

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
        (reviewed(skipped="the evidence is sure"), ["Not reviewed: the evidence is sure"]),
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
