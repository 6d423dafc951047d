"""Sizes and times as a person reads them."""

import pytest

from desktop_agent.frontends.ui.widgets.model_download import bytes_text, duration_text


@pytest.mark.parametrize(
    ("count", "text"), [(2_600_000_000, "2.6 GB"), (274_000_000, "274 MB"), (4_000, "4 kB")]
)
def test_bytes_are_told_in_the_unit_that_fits(count, text):
    assert bytes_text(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 s left"),
        (59, "59 s left"),
        (61, "1 min left"),
        (3599, "1 h 0 min left"),
        (7500, "2 h 5 min left"),
    ],
)
def test_a_time_to_go_is_told_no_more_exactly_than_it_is_known(seconds, text):
    assert duration_text(seconds) == text
