"""What is made of a recorded run before it is played."""

from desktop_agent.core.events import SearchFailed, StepStarted, TextDelta, ThinkingDelta
from desktop_agent.frontends.ui.pages.replay.player import MergedEvents, marks, moments
from tests.ui import scenes
from tests.ui.replay.recorded import recording, stamped


def delta(text, step="s", channel="final"):
    return TextDelta(step_id=step, channel=channel, text=text)


def all_of(events, start=0):
    joined, taken = MergedEvents(events), []
    while start < len(events):
        start, event = joined.next(start, len(events))
        taken.append(event)
    return taken


def test_pieces_of_one_text_are_joined_and_no_others():
    thought = ThinkingDelta(step_id="s", channel="final", text="hm")
    events = stamped(
        [delta("a"), delta("b"), thought, delta("c"), delta("d", "t"), delta("e", "t", "draft")]
    )
    taken = all_of(events)
    assert [getattr(each, "text", "") for each in taken] == ["", "ab", "hm", "c", "d", "e"]
    assert (taken[1].seq, taken[1].t) == (events[2].seq, events[2].t)


def test_no_text_is_lost_wherever_one_stops():
    events = stamped(scenes.verified())
    joined = MergedEvents(events)
    for stop in range(len(events) + 1):
        at, text = 0, ""
        while at < stop:
            at, event = joined.next(at, stop)
            text += getattr(event, "text", "")
        assert at == stop
        assert text == "".join(getattr(each, "text", "") for each in events[:stop])


def test_the_moments_of_a_run_are_those_one_looks_for():
    events = stamped([*scenes.verified()[:-1], SearchFailed(attempts=())])
    found = list(moments(events))
    kinds = [each.kind for each in found]
    assert kinds == [
        "step", "draft", "page", "step", "draft", "step", "critique", "step", "answer", "fault",
    ]  # fmt: skip
    assert all(events[each.position - 1] is each.event for each in found)


def test_of_thousands_of_moments_as_many_are_marked_as_can_be_seen():
    steps = [StepStarted(step_id=f"{n}", agent="main", title="x") for n in range(9_000)]
    steps[4_500] = SearchFailed(attempts=())
    run = recording(stamped(steps))
    assert len(run.moments) == 9_000
    assert len(run.marks) <= 801
    assert [each.moment.kind for each in run.marks].count("fault") == 1
    assert marks((), ()) == ()
