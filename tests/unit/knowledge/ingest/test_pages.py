"""Read pages and discoveries as documents."""

from dataclasses import replace

from desktop_agent.core.research import Discovery, Page
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.snapshots import SnapshotStore
from tests.unit.knowledge.world import World, found, updated

PAGE = Page(
    url="https://example.org/otters",
    final_url="https://example.org/otters",
    title="Otters",
    text="# Otters\n\nThey hold hands while they sleep.",
    media_type="text/html",
    fetched_at="2026-03-01T10:00:00+00:00",
    total_chars=44,
    published="2025-12-24",
)


async def test_a_read_page_is_found_under_its_address_and_date(world: World):
    store = SnapshotStore(world.pages.snapshots)
    store.save(replace(PAGE, final_url="https://example.net/otters"))  # the same text
    name = store.save(PAGE)
    file = "file:///notes/otters.md"  # one that was cited, which is no page
    store.save(replace(PAGE, text="A file.", url=file, final_url=file))
    async with world.open() as base:
        await base.add([world.root], "Files")  # in which the folder of pages is left out
        await base.wait()
        (record,) = await base.documents("pages")
        assert record.path == f"snapshot:{name}"
        assert (record.url, record.title) == ("https://example.org/otters", "Otters")
        assert record.date == "2025-12-24"
        assert await base.text(record.key) == PAGE.text
        assert [each.kind for each in (await base.collections())[-1].sources] == [
            "snapshots",
            "discoveries",
        ]
        hit = (await base.search("who sleeps holding hands")).hits[0]
        assert (await base.excerpt(hit)).snapshot == name


async def test_of_a_page_that_was_read_twice_the_newest_is_indexed(world: World):
    store = SnapshotStore(world.pages.snapshots)
    later = replace(PAGE, text="Now they swim.", fetched_at="2026-04-01T10:00:00+00:00")
    store.save(later)
    store.save(PAGE)
    async with world.open() as base:
        await updated(base)
        (record,) = await base.documents()
        assert await base.text(record.key) == "Now they swim."
        store.save(replace(PAGE, fetched_at="2026-05-01T10:00:00+00:00"))
        await updated(base)
        (record,) = await base.documents()
        assert await base.text(record.key) == PAGE.text


async def test_a_damaged_snapshot_is_reported_and_the_others_are_indexed(world: World):
    store = SnapshotStore(world.pages.snapshots)
    name = store.save(PAGE)
    store.save(replace(PAGE, text="Seals bark.", final_url="https://example.org/seals"))
    (world.pages.snapshots / name[:2] / f"{name}.txt").write_text("something else")
    async with world.open() as base:
        await updated(base)
        assert len(await base.documents()) == 1
        (problem,) = await base.problems()
        assert "changed or damaged" in problem.reason


async def test_a_discovery_is_found_and_leaves_with_its_line(world: World):
    log = DiscoveryLog(world.pages.discoveries)
    finding = Discovery(
        "2026-02-03T04:05:06+00:00",
        "Otters hold hands",
        "They do so asleep.",
        "https://example.org",
    )
    log.append(finding)
    async with world.open() as base:
        await updated(base)
        (record,) = await base.documents()
        assert (record.title, record.url) == ("Otters hold hands", "https://example.org")
        assert record.date == "2026-02-03"
        assert len(await found(base, "asleep")) == 1
        log.remove(finding)
        await updated(base)
        assert await base.documents() == ()


async def test_without_the_setting_there_are_no_pages(world: World):
    SnapshotStore(world.pages.snapshots).save(PAGE)
    async with world.open() as base:
        await updated(base)
        assert len(await base.documents()) == 1
        world.set(pages=False)
        await updated(base)
        assert await base.documents() == ()
        assert await base.collections() == ()
        world.set(pages=True)
        await updated(base)
        assert len(await base.documents()) == 1
