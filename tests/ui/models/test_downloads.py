"""Downloads: side by side, stopped, resumed, failed in plain words."""

from tests.ui.conftest import until


def states(downloads):
    return {each.name: each.state for each in downloads.all()}


async def test_downloads_run_beside_one_another_until_they_end_or_are_stopped(downloads, fake):
    for name in ("a:1b", "b:1b", "", "c:1b", " b:1b "):
        downloads.start(name)
    assert states(downloads) == dict.fromkeys(("a:1b", "b:1b", "c:1b"), "running")
    downloads.remove("b:1b")  # only what has ended can be taken off the list
    downloads.get("a:1b").stop()
    await until(lambda: downloads.get("a:1b").state == "stopped")
    downloads.remove("a:1b")
    await until(lambda: states(downloads) == {"b:1b": "done", "c:1b": "done"})
    assert fake.paths.count("POST /api/pull") == 2


async def test_a_model_that_nobody_has_is_told_as_such(downloads):
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
