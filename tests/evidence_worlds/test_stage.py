"""The stage: that the program meets the worlds as it would meet the web."""

from pathlib import Path

import pytest

from desktop_agent.core.errors import FetchError
from desktop_agent.core.research import SearchReport
from tests.evidence_worlds.stage import Stage, staged
from tests.evidence_worlds.worlds import World, load_worlds

WORLDS = {world.name: world for world in load_worlds()}
RUST = WORLDS["latest_version_of_software/rust"]
ZIG = WORLDS["latest_version_of_software/zig"]
AFRICA = WORLDS["who_performed_song/africa_search_failure"]


async def search(stage: Stage, world: World, query: str) -> SearchReport:
    stage.set(world)
    session = stage.session()
    try:
        return await session.search(query, None, lambda _attempt: None)
    finally:
        await session.aclose()


async def test_a_site_operator_keeps_the_results_of_that_site(tmp_path: Path) -> None:
    with staged([RUST], tmp_path / "home") as stage:
        everything = await search(stage, RUST, "rust latest version")
        at_home = await search(stage, RUST, "rust (site:github.com OR site:rust-lang.org)")
    assert len(everything.hits) == len(RUST.searches[0].results)
    assert [hit.title for hit in at_home.hits] == [
        "Announcing Rust 1.98.0 | Rust Blog",
        "Releases · rust-lang/rust · GitHub",
    ]
    assert at_home.hits[0].date == "2026-11-12T00:00:00"


async def test_what_is_found_depends_on_the_query(tmp_path: Path) -> None:
    with staged([ZIG], tmp_path / "home") as stage:
        vague = await search(stage, ZIG, "zig latest version")
        exact = await search(stage, ZIG, '"Zig" latest version')
    assert not any("Zig" in hit.title for hit in vague.hits)
    assert all("Zig" in hit.title for hit in exact.hits)


async def test_every_engine_fails_where_the_world_says_so(tmp_path: Path) -> None:
    with staged([AFRICA], tmp_path / "home") as stage:
        report = await search(stage, AFRICA, "africa song")
    assert report.failed
    assert {attempt.engine for attempt in report.attempts} == {"duckduckgo", "tavily", "brave"}


async def test_pages_are_read_from_hosts_with_their_real_names(tmp_path: Path) -> None:
    with staged([RUST], tmp_path / "home") as stage:
        stage.set(RUST)
        session = stage.session()
        base = f"http://blog.rust-lang.org:{stage.pages_port}"
        try:
            page = await session.fetch(f"{base}/2026/11/12/Rust-1.98.0/", "markdown", None)
            assert "new version of Rust, 1.98.0" in page.text
            assert "Statements" not in page.text
            with pytest.raises(FetchError, match="404"):
                await session.fetch(f"{base}/no-such-page", "markdown", None)
            with pytest.raises(FetchError, match="no address"):
                await session.fetch("http://elsewhere.example/", "markdown", None)
        finally:
            await session.aclose()
