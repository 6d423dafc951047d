from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.frontends.ui.chat.virtual_scroll import Heights

HEIGHTS = st.lists(st.integers(1, 5_000), min_size=1, max_size=60)


@settings(max_examples=30)
@given(HEIGHTS, st.lists(st.integers(1, 900)), st.data())
def test_places_are_those_of_a_plain_sum_whatever_is_added_and_changed(begun, added, data):
    heights = Heights(begun)
    for each in added:
        heights.append(each)
    plain = begun + added
    for _ in range(5):
        index = data.draw(st.integers(0, len(plain) - 1))
        plain[index] = data.draw(st.integers(0, 3_000))
        heights.change(index, plain[index])
    assert [heights.top(index) for index in range(len(plain) + 1)] == [0, *accumulate(plain)]
    assert heights.total == sum(plain)
    assert [heights[index] for index in range(len(plain))] == plain


@settings(max_examples=30)
@given(HEIGHTS, st.integers(-50, 400_000))
def test_what_is_at_a_place_is_what_covers_it(heights, place):
    tree = Heights(heights)
    index = tree.at(place)
    if place < 0:
        assert index == 0
    elif place >= tree.total:
        assert index == len(heights) - 1
    else:
        assert tree.top(index) <= place < tree.top(index + 1)
