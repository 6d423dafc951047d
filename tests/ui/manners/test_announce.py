"""What a screen reader is told of an answer: once, in a sentence."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import AnswerGiven, RunFinished, TextDelta
from desktop_agent.core.research import Source
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.accessibility import AnswerAnnouncer

SOURCES = tuple(
    Source(number=n, url=f"https://{n}.example.org/", title=f"Page {n}") for n in (1, 2)
)


@pytest.fixture
def told(theme, monkeypatch):
    window = QWidget()
    history = History(window)
    announcer = AnswerAnnouncer(window)
    history.happened.connect(announcer.tell)
    heard = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda said: heard.append(said.message())
    )
    QAccessible.setActive(True)
    yield history, heard
    QAccessible.setActive(False)
    window.deleteLater()


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (RunFinished(status="insufficient"), "Not enough evidence."),
        (RunFinished(status="stopped"), "Stopped."),
        (
            RunFinished(status="failed", error="Ollama does not answer.", remedy="Start it."),
            "Couldn't answer the question: Ollama does not answer. Start it.",
        ),
    ],
)
def test_a_run_without_an_answer_says_how_it_ended(told, end, said):
    history, heard = told
    history.happened.emit(3, end)
    assert heard == [said]


def test_each_answer_is_told_once_at_its_end_by_its_first_sentence_and_its_sources(told):
    history, heard = told
    history.happened.emit(0, TextDelta(step_id="1", channel="final", text="They do."))
    for number, text in enumerate(("First.", "Second.", "They deliver **2.6** [1, 2]. Not less.")):
        history.happened.emit(number, AnswerGiven(text=text, sources=SOURCES[:number]))
    assert heard == []
    for number in range(3):
        history.happened.emit(number, RunFinished(status="answered"))
    assert heard == [
        "Answer ready: First. No sources.",
        "Answer ready: Second. 1 source.",
        "Answer ready: They deliver 2.6. 2 sources.",
    ]
