import json
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from desktop_agent.storage.logs import start_logging
from desktop_agent.storage.paths import Paths, find_paths
from desktop_agent.storage.secrets import Secrets

KEY = 'tvly-"quoted"/and\\more'


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return find_paths({"DESKTOP_AGENT_HOME": str(tmp_path)})


@pytest.fixture
def log(paths: Paths) -> Iterator[logging.Logger]:
    stop = start_logging(paths, Secrets({"TAVILY_API_KEY": KEY}))
    yield logging.getLogger("desktop_agent.web.search")
    stop()


def lines(paths: Paths) -> list[dict[str, object]]:
    return [json.loads(line) for line in paths.log_file.read_text(encoding="utf-8").splitlines()]


def test_a_line_is_json_with_its_fields_apart(paths: Paths, log: logging.Logger):
    log.info("search attempt", extra={"engine": "tavily", "results": 3, "query": "où\n?"})
    (line,) = lines(paths)
    assert line["level"] == "INFO"
    assert line["logger"] == "desktop_agent.web.search"
    assert line["message"] == "search attempt"
    assert (line["engine"], line["results"], line["query"]) == ("tavily", 3, "où\n?")
    assert str(line["timestamp"]).endswith("+00:00")


def test_libraries_are_heard_from_warnings_on(paths: Paths, log: logging.Logger):
    logging.getLogger("httpx").info("HTTP Request: GET …")
    logging.getLogger("desktop_agentless").info("not ours")
    logging.getLogger("httpx").warning("careful")
    log.debug("too much")
    log.info("ours")
    assert [line["message"] for line in lines(paths)] == ["careful", "ours"]


def test_a_key_never_reaches_the_file_whatever_way_it_comes(paths: Paths, log: logging.Logger):
    log.warning("asked with %s", KEY, extra={"headers": {"authorization": f"Bearer {KEY}"}})
    log.warning("at https://example.org/?key=tvly-%22quoted%22%2Fand%5Cmore")
    log.warning("wrapped", extra={"key": SecretStr(KEY), "keys": [SecretStr(KEY)]})
    try:
        int(KEY)
    except ValueError:
        log.exception("failed")
    text = paths.log_file.read_text(encoding="utf-8")
    assert "quoted" not in text
    assert text.count("[redacted]") >= 4
    assert len(lines(paths)) == 4


def test_a_key_that_is_set_later_is_blackened_and_after_the_stop_all_is_as_before(
    paths: Paths, home: Path
):
    ours = logging.getLogger("desktop_agent")
    before, handlers = ours.level, list(logging.getLogger().handlers)
    secrets = Secrets({})
    stop = start_logging(paths, secrets, "DEBUG")
    secrets.set("openai", SecretStr("sk-later"))
    ours.debug("refused: sk-later")
    stop()
    ours.warning("after")
    assert [line["message"] for line in lines(paths)] == ["refused: [redacted]"]
    assert (ours.level, list(logging.getLogger().handlers)) == (before, handlers)


def test_the_files_are_for_their_owner_alone_and_rotate(paths: Paths, log: logging.Logger):
    for _ in range(5):
        log.info("x" * 1_000_000)
    files = sorted(paths.logs.iterdir())
    name = paths.log_file.name
    assert [file.name for file in files] == [name, f"{name}.1", f"{name}.2"]
    if sys.platform != "win32":
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_log_that_cannot_be_written_says_nothing_to_the_terminal(
    paths: Paths, log: logging.Logger, capfd: pytest.CaptureFixture[str]
):
    paths.log_file.mkdir()
    log.error("lost")
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")
