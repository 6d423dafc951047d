"""Downloads: one after the other, stopped, resumed, failed in plain words."""

import pytest

from desktop_agent.frontends.ui.widgets.model_download import bytes_text, duration_text
from tests.ui.conftest import until


def states(downloads):
    return {each.name: each.state for each in downloads.all()}


async def test_the_second_waits_until_the_first_has_ended_or_is_stopped_and_each_is_asked_once(
    downloads, fake
):
    for name in ("a:1b", "b:1b", "", "c:1b"):
        downloads.start(name)
    assert states(downloads) == {"a:1b": "running", "b:1b": "queued", "c:1b": "queued"}
    downloads.remove("a:1b")
    downloads.stop("a:1b")
    downloads.start(" b:1b ")
    assert states(downloads) == {"a:1b": "stopped", "b:1b": "running", "c:1b": "queued"}
    downloads.remove("a:1b")  # only what has ended can be taken off the list
    await until(lambda: states(downloads) == {"b:1b": "done", "c:1b": "done"})
    assert fake.paths.count("POST /api/pull") == 2


async def test_a_model_that_nobody_has_is_told_as_such_and_the_queue_goes_on(downloads):
    downloads.start("nope:1b")
    downloads.start("b:1b")
    await until(lambda: downloads.get("nope:1b").state == "failed")
    assert "does not have the model 'nope:1b'" in str(downloads.get("nope:1b").error)
    await until(lambda: downloads.get("b:1b").state == "done")


async def test_nothing_is_downloaded_while_the_network_is_switched_off(downloads, session, fake):
    session.change_setting("network.offline", True)
    downloads.start("a:1b")
    await until(lambda: downloads.get("a:1b").state == "failed")
    assert "switched off" in str(downloads.get("a:1b").error)
    assert not any("pull" in path for path in fake.paths)


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
