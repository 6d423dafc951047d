"""Paths of the program's files."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

APP = "desktop-agent"


class Paths(NamedTuple):
    """The program's folders, which are created on first write.

    ``workspace`` contains the runs, the pages they read, and discoveries; by default, it is
    ``data``.
    """

    config: Path
    data: Path
    cache: Path
    logs: Path
    workspace: Path | None = None

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    @property
    def runs(self) -> Path:
        """Folder of recorded runs, one JSONL file each."""
        return (self.workspace or self.data) / "runs"

    @property
    def snapshots(self) -> Path:
        return (self.workspace or self.data) / "snapshots"

    @property
    def discoveries_file(self) -> Path:
        """Saved discoveries, one JSON object per line."""
        return (self.workspace or self.data) / "discoveries.jsonl"

    @property
    def conversations_file(self) -> Path:
        return self.data / "conversations.db"

    @property
    def knowledge(self) -> Path:
        return self.data / "knowledge"

    @property
    def search_model_file(self) -> Path:
        return self.data / "search-model" / "all-minilm-l6-v2-int8.onnx"

    @property
    def templates(self) -> Path:
        return self.data / "templates"

    @property
    def unfinished(self) -> Path:
        """Folder of unfinished runs, which resume at the next start."""
        return (self.workspace or self.data) / "unfinished"

    @property
    def run_list_file(self) -> Path:
        """The list of background runs, whether queued, running or ended (SQLite)."""
        return (self.workspace or self.data) / "runs.db"

    @property
    def schedules_file(self) -> Path:
        return self.data / "schedules.json"

    @property
    def ledger_file(self) -> Path:
        """Network requests, one JSON object per line."""
        return self.data / "ledger.jsonl"

    @property
    def mcp_file(self) -> Path:
        return self.config / "mcp.json"

    @property
    def keys_file(self) -> Path:
        """The names and allowed destinations of stored keys, without the keys themselves (JSON)."""
        return self.config / "keys.json"

    @property
    def crashes(self) -> Path:
        return self.logs / "crashes"

    @property
    def restoring(self) -> Path:
        """Folder of an unpacked backup that will replace all data at the next start."""
        return self.data.with_name(f"{self.data.name}.restoring")

    @property
    def update_trust(self) -> Path:
        """Folder for the update client's trusted metadata."""
        return self.data / "updates"

    @property
    def engine_rests_file(self) -> Path:
        """Cool-downs of search engines."""
        return self.cache / "engine-rests.json"

    @property
    def log_file(self) -> Path:
        """The current log; rotated logs are in the same folder."""
        return self.logs / "desktop-agent.jsonl"


def find_config(environ: Mapping[str, str]) -> Path:
    """Return ``find_paths(environ).config``, if possible without importing `platformdirs`.

    The first paint of the window waits for this result, and the import takes up to 10 ms.
    """
    own = environ.get("DESKTOP_AGENT_HOME", "").strip()
    home = os.environ.get("HOME", "")
    if own or sys.platform in {"win32", "darwin"} or not home.startswith("/"):
        return find_paths(environ).config
    chosen = os.environ.get("XDG_CONFIG_HOME", "")  # a relative path is ignored
    return Path(chosen if chosen.startswith("/") else f"{home}/.config", APP)


def find_paths(environ: Mapping[str, str]) -> Paths:
    """Return the platform's folders, or folders below ``DESKTOP_AGENT_HOME`` if it is set."""
    home = environ.get("DESKTOP_AGENT_HOME", "").strip()
    if home:
        root = Path(home).expanduser().absolute()
        return Paths(root / "config", root / "data", root / "cache", root / "logs")
    from platformdirs import PlatformDirs

    found = PlatformDirs(APP, appauthor=False)
    return Paths(
        found.user_config_path, found.user_data_path, found.user_cache_path, found.user_log_path
    )
