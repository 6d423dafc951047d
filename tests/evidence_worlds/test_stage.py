from pathlib import Path

import pytest

from desktop_agent.core.errors import FetchError
from desktop_agent.core.research import SearchReport
from tests.evidence_worlds.stage import staged
from tests.evidence_worlds.worlds import World, load_worlds

WORLDS = {world.name: world for world in load_worlds()}
RUST = WORLDS["latest_version_of_software/rust"]
ZIG = WORLDS["latest_version_of_software/zig"]
AFRICA = WORLDS["who_performed_song/africa_search_failure"]


async def test_engines_and_pages_of_a_world_answer_as_those_of_the_web_do(tmp_path: Path) -> None:
    with staged([RUST, ZIG, AFRICA], tmp_path / "home") as stage:
        session = stage.session()

        async def search(world: World, query: str) -> SearchReport:
            stage.set(world)
            return await session.search(query, None, lambda _attempt: None)

        try:
            everything = await search(RUST, "rust latest version")
            assert len(everything.hits) == len(RUST.searches[0].results)
            at_home = await search(RUST, "rust (site:github.com OR site:rust-lang.org)")
            assert [hit.title for hit in at_home.hits] == [
                "Announcing Rust 1.98.0 | Rust Blog",
                "Releases · rust-lang/rust · GitHub",
            ]
            assert at_home.hits[0].date == "2026-11-12T00:00:00"
            base = f"http://blog.rust-lang.org:{stage.pages_port}"
            page = await session.fetch(f"{base}/2026/11/12/Rust-1.98.0/", "markdown", None)
            assert "new version of Rust, 1.98.0" in page.text
            assert "Statements" not in page.text
            with pytest.raises(FetchError, match="404"):
                await session.fetch(f"{base}/no-such-page", "markdown", None)
            with pytest.raises(FetchError, match="no address"):
                await session.fetch("http://elsewhere.example/", "markdown", None)
            vague = await search(ZIG, "zig latest version")
            exact = await search(ZIG, '"Zig" latest version')
            assert not any("Zig" in hit.title for hit in vague.hits)
            assert all("Zig" in hit.title for hit in exact.hits)
            failed = await search(AFRICA, "africa song")  # the last: engines rest after it
            assert failed.failed
            assert {each.engine for each in failed.attempts} == {"duckduckgo", "tavily", "brave"}
        finally:
            await session.aclose()
