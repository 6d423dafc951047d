import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.core.research import Discovery
from desktop_agent.storage.discoveries import DiscoveryLog


@pytest.fixture
def log(file: Path) -> DiscoveryLog:
    return DiscoveryLog(file)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "discoveries.jsonl"


def found(number: int, **fields: str) -> Discovery:
    stamp = f"2026-11-05T10:00:{number:02}+00:00"
    return Discovery(**{"timestamp": stamp, "title": f"t{number}", "description": "d", **fields})


def test_time_zones_are_understood_and_equal_moments_go_by_their_place(log: DiscoveryLog):
    log.append(found(0, timestamp="2026-11-05T10:00:00+00:00", title="ten"))
    log.append(found(0, timestamp="2026-11-05T10:30:00+01:00", title="half past nine"))
    log.append(found(0, timestamp="2026-11-05T10:00:00", title="ten again"))
    log.append(found(0, timestamp="long ago", title="undated"))
    titles = [each.title for each in log.read().items]
    assert titles == ["ten again", "ten", "half past nine", "undated"]


def test_a_line_is_one_object_and_fields_of_a_later_version_are_passed_over(
    log: DiscoveryLog, file: Path
):
    log.append(found(1, url="https://example.org", description="two\nlines"))
    (line,) = file.read_text(encoding="utf-8").splitlines()
    data = {
        "timestamp": "2026-11-05T10:00:01+00:00",
        "title": "t1",
        "description": "two\nlines",
        "url": "https://example.org",
    }
    assert json.loads(line) == data
    file.write_text(json.dumps({**data, "colour": "red", "url": None}) + "\n")
    assert log.read().items == (found(1, description="two\nlines"),)


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b'{"timestamp": "2026-11-05", "title": "no description"}',
        b'{"timestamp": 5, "title": "t", "description": "d"}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
    ids=lambda line: line[:24].decode("latin-1"),
)
@pytest.mark.parametrize("end", [b"\n\n", b""], ids=["whole", "torn by a crash"])
def test_a_line_that_does_not_parse_is_skipped_counted_and_takes_no_other_with_it(
    log: DiscoveryLog, file: Path, line: bytes, end: bytes
):
    log.append(found(1))
    file.write_bytes(file.read_bytes() + line + end)
    log.append(found(2))
    listed = log.read()
    assert [each.title for each in listed.items] == ["t2", "t1"]
    assert listed.skipped == 1


def test_removing_one_keeps_every_other_line_as_it_was(log: DiscoveryLog, file: Path):
    log.append(found(1))
    file.write_bytes(file.read_bytes() + b"a line of somebody else\n")
    log.append(found(2))
    log.append(found(1))
    before = file.read_bytes().splitlines()
    assert log.remove(found(1))
    assert file.read_bytes().splitlines() == before[1:]
    assert log.remove(found(1))
    assert not log.remove(found(1))
    assert [each.title for each in log.read().items] == ["t2"]


TEXT = st.text(st.characters(exclude_characters="\r"), max_size=40)
DISCOVERIES = st.builds(
    Discovery, st.datetimes().map(lambda moment: moment.isoformat()), TEXT, TEXT, TEXT, TEXT, TEXT
)


def test_processes_that_append_and_remove_together_lose_nothing(log: DiscoveryLog, file: Path):
    script = """
import pathlib, sys
from desktop_agent.core.research import Discovery
from desktop_agent.storage.discoveries import DiscoveryLog
log = DiscoveryLog(pathlib.Path(sys.argv[1]))
for number in range(10):
    kept = Discovery("2026-11-05", f"{sys.argv[2]} {number}", "x" * 5000)
    passing = Discovery("2026-11-05", f"{sys.argv[2]} passing", "y")
    log.append(passing)
    log.append(kept)
    assert log.remove(passing)
"""
    command = [sys.executable, "-c", script, str(file)]
    writers = [subprocess.Popen([*command, name]) for name in ("a", "b")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    listed = log.read()
    assert listed.skipped == 0
    titles = [f"{name} {number}" for name in "ab" for number in range(10)]
    assert sorted(each.title for each in listed.items) == titles


@settings(max_examples=30)
@given(items=st.lists(DISCOVERIES, max_size=4))
def test_every_discovery_comes_back_from_the_file_and_from_the_exports(
    tmp_path_factory: pytest.TempPathFactory, items: list[Discovery]
):
    log = DiscoveryLog(tmp_path_factory.mktemp("home") / "d.jsonl")
    for item in items:
        log.append(item)
    listed = log.read()
    assert sorted(listed.items, key=repr) == sorted(items, key=repr)
    assert listed.skipped == 0
    assert len(json.loads(log.export("json"))) == len(items)
    rows = list(csv.DictReader(io.StringIO(log.export("csv"), newline="")))
    titles = [row["title"].removeprefix("'") for row in rows]
    assert titles == [each.title.removeprefix("'") for each in listed.items]


def test_a_spreadsheet_calculates_nothing_from_an_export(log: DiscoveryLog):
    titles = [f'{start}HYPERLINK("http://evil.example")' for start in "=+-@\t\n"]
    for number, title in enumerate(titles):
        log.append(found(number, title=title, description='a,"b"\nc'))
    rows = list(csv.DictReader(io.StringIO(log.export("csv"), newline="")))
    assert {row["title"] for row in rows} == {f"'{title}" for title in titles}
    assert {row["description"] for row in rows} == {'a,"b"\nc'}


def test_an_export_for_people_holds_no_markup_of_a_page(log: DiscoveryLog):
    harm = {
        "title": "A title\n# and a heading",
        "description": "First ![x](http://evil.example/p.png)\n\n<script>second</script>",
        "url": "javascript:alert(1)",
    }
    log.append(found(1, **harm))
    log.append(found(2, url="https://example.org/a?b=c"))
    text = log.export("markdown")
    assert "## A title \\# and a heading" in text
    assert "<https://example.org/a?b=c>" in text
    assert "javascript:" not in text
    assert "![" not in text
    assert "\n\n\\<script\\>second" in text
