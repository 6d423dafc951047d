"""Downloads: one after the other, stopped, resumed, failed in plain words."""

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
