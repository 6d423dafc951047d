from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord
from desktop_agent.runs.manager import FairQueue


def waiting(run_id: str, who: str) -> tuple[RunRecord, Question]:
    known = RunRecord(run_id, "?", "queued", "model", "", parent_conversation_id=who)
    return known, Question("?")


def order(queue: FairQueue) -> list[str]:
    taken = []
    while queue:
        taken.append(queue.take()[0].run_id)
    return taken


def test_askers_take_turns_however_much_one_asks_and_what_was_taken_out_is_not_given():
    queue = FairQueue()
    for name in "abcde":
        queue.add(waiting(name, "much"))
    queue.add(waiting("x", "little"))
    assert "b" in queue
    removed = queue.remove("b")
    assert removed is not None
    assert removed[0].run_id == "b"
    assert queue.remove("b") is None
    assert order(queue) == ["a", "x", "c", "d", "e"]


def test_who_comes_late_is_not_owed_what_others_had_before():
    queue = FairQueue()
    for at in range(6):
        queue.add(waiting(f"a{at}", "early"))
    for _ in range(3):
        queue.take()
    for at in range(3):
        queue.add(waiting(f"b{at}", "late"))
    assert order(queue) == ["a3", "b0", "a4", "b1", "a5", "b2"]


@given(st.lists(st.sampled_from("pqr"), max_size=40))
def test_nothing_is_lost_and_nobody_waits_for_more_than_one_of_each_other(askers):
    queue = FairQueue()
    for at, who in enumerate(askers):
        queue.add(waiting(f"{at}", who))
    taken = order(queue)
    assert sorted(taken, key=int) == [f"{at}" for at in range(len(askers))]
    served = dict.fromkeys(askers, 0)
    for place, run_id in enumerate(taken):
        who = askers[int(run_id)]
        served[who] += 1
        waits = {askers[int(each)] for each in taken[place + 1 :]}
        assert all(served[who] - served[other] <= 1 for other in waits if other != who)
