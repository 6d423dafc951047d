"""Where the program keeps its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

APP = "desktop-agent"


@dataclass(frozen=True, slots=True)
class Paths:
    """The four folders of the program; each is made when something is first written to it."""

    config: Path
    data: Path
    cache: Path
    logs: Path

    @property
    def settings_file(self) -> Path:
        """The person's settings (TOML)."""
        return self.config / "settings.toml"

    @property
    def runs(self) -> Path:
        """Folder of recorded runs, one JSONL file each."""
        return self.data / "runs"

    @property
    def snapshots(self) -> Path:
        """Folder of the stored texts of pages."""
        return self.data / "snapshots"

    @property
    def discoveries_file(self) -> Path:
        """The findings that were kept, one JSON object a line."""
        return self.data / "discoveries.jsonl"

    @property
    def conversations_file(self) -> Path:
        """The conversations (SQLite)."""
        return self.data / "conversations.db"

    @property
    def ledger_file(self) -> Path:
        """What went out over the network, one JSON object a line."""
        return self.data / "ledger.jsonl"

    @property
    def engine_rests_file(self) -> Path:
        """Until when each search engine is left alone."""
        return self.cache / "engine-rests.json"

    @property
    def log_file(self) -> Path:
        """The newest log; older ones lie beside it."""
        return self.logs / "desktop-agent.jsonl"


def find_paths(environ: Mapping[str, str]) -> Paths:
    """Gives the platform's folders, or those below ``DESKTOP_AGENT_HOME`` where it is set."""
    home = environ.get("DESKTOP_AGENT_HOME", "").strip()
    if home:
        root = Path(home).expanduser().absolute()
        return Paths(root / "config", root / "data", root / "cache", root / "logs")
    from platformdirs import PlatformDirs

    found = PlatformDirs(APP, appauthor=False)
    return Paths(
        found.user_config_path, found.user_data_path, found.user_cache_path, found.user_log_path
    )
