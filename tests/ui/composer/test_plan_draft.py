"""A plan while it is changed, without any window."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.frontends.ui.composer.plan_editor import PlanDraft

PLAN = Plan((Subtask("1", "A?"), Subtask("2", "B?"), Subtask("3", "C?", "compute", ("1", "2"))))


def test_what_was_changed_and_changed_back_is_no_change():
    draft = PlanDraft(PLAN)
    draft.ask(0, "Other?")
    assert draft.plan.origin == "person"
    draft.ask(0, "A?")
    assert draft.plan is PLAN


def test_a_part_that_goes_is_needed_by_none_any_more():
    draft = PlanDraft(PLAN)
    draft.remove(0)
    assert [(each.id, each.needs) for each in draft.parts] == [("2", ()), ("3", ("2",))]
    assert draft.fault == ""


def test_a_new_part_has_a_name_of_its_own_and_has_to_ask_something():
    draft = PlanDraft(Plan((Subtask("2", "A?"), Subtask("4", "B?"))))
    place = draft.add()
    assert draft.parts[place].id == "3"
    assert draft.fault == "part 3 asks nothing"
    draft.ask(place, "  Why\n so? ")
    assert draft.parts[place].question == "Why so?"
    assert draft.fault == ""


@pytest.mark.parametrize(("place", "step", "to"), [(0, -1, 0), (0, 1, 1), (1, 1, 2), (2, 5, 2)])
def test_a_part_moves_as_far_as_there_are_places(place, step, to):
    draft = PlanDraft(PLAN)
    moved = draft.parts[place]
    assert draft.move(place, step) == to
    assert draft.parts[to] == moved
    assert set(draft.parts) == set(PLAN.subtasks)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "remove", "up", "down", "need", "free"]), st.integers(0, 30)
        ),
        max_size=25,
    )
)
def test_whatever_is_done_names_stay_apart_and_nothing_is_needed_that_is_gone(steps):
    draft = PlanDraft(PLAN)
    for what, number in steps:
        count = len(draft.parts)
        if what == "add" and not draft.full:
            draft.add()
        elif count > 1:
            place, other = number % count, draft.parts[(number + 1) % count].id
            {
                "add": lambda: None,
                "remove": lambda place=place: draft.remove(place),
                "up": lambda place=place: draft.move(place, -1),
                "down": lambda place=place: draft.move(place, 1),
                "need": lambda place=place, other=other: draft.need(place, other, needed=True),
                "free": lambda place=place, other=other: draft.need(place, other, needed=False),
            }[what]()
    names = [each.id for each in draft.parts]
    assert len(set(names)) == len(names)
    assert all(set(each.needs) <= set(names) for each in draft.parts)
