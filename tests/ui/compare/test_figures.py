"""What an answer took and how it stands, in numbers."""

from desktop_agent.core.events import EvidenceFound, ModelCall
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.compare import labels
from desktop_agent.frontends.ui.pages.compare.labels import figures_of
from tests.ui import evidence_scenes, scenes
from tests.ui.replay.recorded import stamped


def turn(events, turn_id=1):
    turn = Turn(scenes.QUESTION, turn_id)
    for event in stamped(events):
        turn.apply(event)
    return turn


def test_the_figures_of_a_finished_answer_are_those_of_its_run():
    figures = figures_of(turn(evidence_scenes.checked()))
    assert (figures.strategy, figures.model) == ("verified", "qwen3:4b")
    assert (figures.calls, figures.tokens) == (4, 21_036)
    assert (figures.pages, figures.sources) == (1, 3)
    assert dict(figures.marks) == {"supported": 3, "partly": 1, "contradicted": 1}


def test_a_running_answer_counts_what_was_called_so_far():
    running = turn(scenes.gathering())
    calls = [event for event in running.events if isinstance(event, ModelCall)]
    assert calls
    figures = figures_of(running)
    assert figures.calls == len(calls)
    assert figures.tokens == sum(each.prompt_tokens + each.completion_tokens for each in calls)
    assert (figures.sources, figures.marks, figures.confidence) == (0, (), None)


def test_every_figure_has_a_title_and_words(app):
    found = turn([EvidenceFound(intent="event_date", confidence=0.83, question=scenes.QUESTION)])
    cells = dict(zip(labels.titles(), labels.cells(figures_of(found)), strict=True))
    assert cells["Confidence"] == "83%"
    assert cells["Citations"] == labels.NOTHING
    empty = dict(zip(labels.titles(), labels.cells(figures_of(Turn("q"))), strict=True))
    assert (empty["Strategy"], empty["Time"], empty["Calls"]) == (labels.NOTHING, "0 ms", "0")
