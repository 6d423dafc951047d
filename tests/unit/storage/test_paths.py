import sys
from pathlib import Path

import pytest

from desktop_agent.storage.paths import find_config, find_paths


def test_one_variable_moves_everything_below_one_folder(tmp_path: Path):
    paths = find_paths({"DESKTOP_AGENT_HOME": str(tmp_path / "here")})
    folders = (paths.runs, paths.snapshots)
    files = (paths.settings_file, paths.discoveries_file, paths.engine_rests_file, paths.log_file)
    assert all(each.is_relative_to(tmp_path / "here") for each in (*folders, *files))
    assert len({*folders, *files}) == 6
    at_home = find_paths({"DESKTOP_AGENT_HOME": "~/agent"})
    assert at_home.data == Path.home() / "agent" / "data"


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of the XDG specification")
def test_without_it_the_folders_are_those_of_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    paths = find_paths({"DESKTOP_AGENT_HOME": " "})
    assert paths.config == tmp_path / "c" / "desktop-agent"
    assert paths.data == tmp_path / "d" / "desktop-agent"


@pytest.mark.parametrize("own", ["", "~/agent"])
@pytest.mark.parametrize("told", [None, "relative", "/somewhere/else"])
@pytest.mark.parametrize("home", ["", "/home/somebody"])
def test_the_quick_way_to_the_settings_leads_where_the_long_one_does(
    monkeypatch: pytest.MonkeyPatch, own: str, told: str | None, home: str
):
    monkeypatch.setenv("HOME", home)
    if told is None:
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_CONFIG_HOME", told)
    environ = {"DESKTOP_AGENT_HOME": own}
    assert find_config(environ) == find_paths(environ).config
