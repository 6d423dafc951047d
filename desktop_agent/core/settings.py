"""All settings, each with its type, default, range and one-line description.

The settings dialog, the TOML template and the reference are generated from these definitions.
`storage.settings_file` reads the settings file and environment variables.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator


def _readable_url(url: str) -> str:
    try:
        urlsplit(url)
    except ValueError as error:
        raise ValueError(f"{url[:200]!r} is no address: {error}") from None
    return url


Seconds = Annotated[float, Field(ge=0)]
Url = Annotated[str, AfterValidator(_readable_url)]


class Section(BaseModel):
    """A table in the settings file. Unknown keys are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)


class LlmSettings(Section):
    """Settings for the model and the connection to it."""

    provider: Literal["ollama", "openai", "anthropic", "none"] = Field(
        "ollama", description="Provider of the model; none answers without a model"
    )
    model: str = Field("", description="Model name; if empty, an installed one is chosen")
    fallback_model: str = Field(
        "", description="Model, or provider:model, used if the chosen one fails"
    )
    ollama_url: Url = Field("http://127.0.0.1:11434", description="Address of Ollama")
    openai_url: Url = Field(
        "https://api.openai.com/v1", description="Base URL of the OpenAI-compatible server"
    )
    anthropic_url: Url = Field(
        "https://api.anthropic.com", description="Base URL of the Anthropic API"
    )
    num_ctx: int = Field(
        16384, ge=512, le=2_000_000, description="Maximum context length in tokens"
    )
    max_tokens: int = Field(8192, ge=16, le=1_000_000, description="Maximum tokens in a reply")
    temperature: float | None = Field(
        None, ge=0, le=2, description="Sampling temperature; if unset, the model's own"
    )
    top_p: float | None = Field(
        None, gt=0, le=1, description="Top p of sampling; if unset, the model's own"
    )
    think: Literal["auto", "on", "off"] = Field(
        "auto", description="Whether reasoning models think first; auto leaves it to the model"
    )
    connect_timeout_s: float = Field(5, gt=0, description="Seconds to wait for a connection")
    first_token_timeout_s: float = Field(
        120, gt=0, description="Seconds to wait for the first token; a local model may load slowly"
    )
    between_tokens_timeout_s: float = Field(60, gt=0, description="Seconds to wait between tokens")
    max_retries: int = Field(2, ge=0, le=10, description="Number of retries before the first token")


EngineName = Literal["duckduckgo", "tavily", "brave", "searxng"]


class SearchSettings(Section):
    """Settings for the search engines, such as their order and request limits."""

    engines: tuple[EngineName, ...] = Field(
        ("duckduckgo", "tavily", "brave"), description="Search engines, in order of use"
    )
    duckduckgo_url: Url = Field(
        "https://lite.duckduckgo.com/lite/", description="Address of DuckDuckGo lite"
    )
    duckduckgo_region: str = Field("wt-wt", description="DuckDuckGo region; wt-wt means none")
    tavily_url: Url = Field("https://api.tavily.com", description="Address of the Tavily API")
    tavily_keyless: bool = Field(
        True, description="Use Tavily without a key if none is stored; it allows a few searches"
    )
    brave_url: Url = Field(
        "https://api.search.brave.com/res/v1/web/search",
        description="Address of the Brave Search API",
    )
    searxng_url: Url = Field(
        "", description="Address of your SearXNG server; if empty, it is not used"
    )
    duckduckgo_interval_s: Seconds = Field(2.0, description="Minimum seconds between requests")
    brave_interval_s: Seconds = Field(1.0, description="Minimum seconds between requests")
    count: int = Field(8, ge=1, le=30, description="Number of results to request")
    cache_ttl_s: Seconds = Field(900, description="Seconds to cache results; 0 turns the cache off")
    timeout_s: float = Field(15, gt=0, description="Time limit of an engine in seconds")
    cooldown_s: Seconds = Field(
        600, description="Seconds to pause an engine after a challenge; doubles each time"
    )
    cooldown_max_s: Seconds = Field(7200, description="Maximum seconds to pause an engine")


class FetchSettings(Section):
    """Settings for fetching and reading pages."""

    allow_hosts: tuple[str, ...] = Field(
        (), description="Intranet hosts (host or host:port) that pages may be read from"
    )
    max_bytes: int = Field(
        5 * 1024 * 1024, ge=1024, description="Maximum size of a page in bytes, after decompression"
    )
    timeout_s: float = Field(30, gt=0, description="Time limit of a page in seconds")
    max_redirects: int = Field(10, ge=0, le=50, description="Maximum number of redirects")
    links: Literal["strict", "open"] = Field(
        "strict",
        description="strict lets a model open only pages from you, search results, and links within a site",
    )


class AgentSettings(Section):
    """Settings for answering questions."""

    strategy: Literal["auto", "evidence", "quick", "verified", "team", "deep"] = Field(
        "auto", description="Mode for new questions"
    )
    max_tool_iterations: int = Field(2, ge=0, le=20, description="Maximum rounds of tool calls")
    team_rounds: int = Field(
        4, ge=1, le=20, description="Maximum rounds of verifier and searcher in team"
    )
    budget_s: float = Field(300, gt=0, description="Time limit of a run in seconds")
    max_subtasks: int = Field(
        6, ge=1, le=20, description="Maximum number of parts in a plan of deep"
    )
    parallel_subtasks: int = Field(3, ge=1, le=20, description="Number of parts worked on at once")
    review_plan: bool = Field(False, description="Show the plan of deep for review before it runs")
    first_answer: bool = Field(True, description="Start deep with a plain answer, to fall back on")
    template_folder: str = Field(
        "", description="Folder of your own reasoning templates; if empty, in the data folder"
    )
    templates: bool = Field(True, description="Use a reasoning template if one fits")
    template_s: float = Field(240, gt=0, description="Time limit of a template in seconds")
    node_s: float = Field(90, gt=0, description="Time limit of a template's step in seconds")
    enrich_seeds: bool = Field(
        True, description="Search your documents for what a template takes as known"
    )
    judge_support: Literal["auto", "on", "off"] = Field(
        "auto",
        description="Let the reviewer check cited sentences; auto does so for models from 3B",
    )
    follow_ups: bool = Field(True, description="Suggest follow-up questions")


class SwarmSettings(Section):
    """Settings for the ``deep`` strategy, in which several models answer the same question."""

    models: tuple[str, ...] = Field(
        (),
        description="Models as [provider/]model[@url]; with fewer than two, one model is sampled",
    )
    samples: int = Field(3, ge=1, le=9, description="Number of samples if only one model is used")
    quorum: int = Field(2, ge=1, le=20, description="Number of answers that must agree")
    timeout_s: float = Field(90, gt=0, description="Time limit of a model in seconds")
    cooperate: bool = Field(
        True, description="If models disagree, show each the others' answers once"
    )


class SandboxSettings(Section):
    """Settings for running model-generated code."""

    timeout_s: float = Field(60, gt=0, le=60, description="Time limit of code in seconds")
    memory_mb: int = Field(512, ge=64, le=512, description="Memory limit of code in MiB")


class SleepSettings(Section):
    """Settings for sleeping runs."""

    max_s: float = Field(3600, gt=0, description="Maximum seconds of one sleep")


class BackgroundSettings(Section):
    """Settings for background runs."""

    parallel: int = Field(2, ge=1, le=8, description="Number of background runs at once")
    per_run: int = Field(
        3, ge=0, le=20, description="Maximum background runs that a model may start per run"
    )
    notify: bool = Field(True, description="Notify when a long or background run ends")
    notify_after_s: Seconds = Field(30, description="Seconds after which a run counts as long")
    keep_in_tray: bool = Field(
        False, description="Keep running in the tray after the window is closed, until all runs end"
    )


class McpSettings(Section):
    """Settings for the tools of MCP servers."""

    enabled: bool = Field(True, description="Offer the tools of configured servers to models")
    timeout_s: float = Field(60, gt=0, le=3600, description="Time limit of a tool in seconds")
    start_timeout_s: float = Field(
        30, gt=0, le=600, description="Time limit for starting a server in seconds"
    )


class KnowledgeSettings(Section):
    """Settings for indexing and searching the user's documents."""

    embedding_provider: Literal["built-in", "ollama", "openai", "none"] = Field(
        "built-in",
        description="Provider of the embedding model; none means keyword search only",
    )
    embedding_model: str = Field(
        "", description="Embedding model; if empty, one installed in Ollama is chosen"
    )
    chunk_tokens: int = Field(512, ge=64, le=4096, description="Maximum tokens in a chunk")
    chunk_overlap: int = Field(
        50, ge=0, le=1024, description="Tokens shared by neighbouring chunks"
    )
    results: int = Field(8, ge=1, le=50, description="Number of passages in a search")
    fusion: Literal["scores", "ranks"] = Field(
        "scores", description="How keyword and meaning are combined: by scores, or by ranks (RRF)"
    )
    rrf_k: int = Field(60, ge=1, le=1000, description="Constant k of Reciprocal Rank Fusion")
    vector_weight: float = Field(
        0.6, ge=0, le=1, description="Weight of meaning; keywords get the rest"
    )
    watch: bool = Field(True, description="Reindex files when they change")
    pages: bool = Field(True, description="Index saved pages and discoveries")
    max_file_mb: int = Field(
        50, ge=1, le=1000, description="Maximum size of an indexed file in MiB"
    )
    ocr_languages: str = Field(
        "eng",
        pattern=r"^([A-Za-z][A-Za-z0-9_]*(\+[A-Za-z][A-Za-z0-9_]*)*)?$",
        description="Tesseract languages for scanned pages, such as eng+deu; if empty, scans are not read",
    )
    engine: Literal["sqlite", "lancedb"] = Field(
        "sqlite", description="Storage of the index; lancedb is an extra for over 100,000 chunks"
    )
    lancedb_uri: str = Field(
        "", description="An additional LanceDB table to search (folder or s3://…)"
    )


class NetworkSettings(Section):
    """Settings that limit network connections."""

    offline: bool = Field(False, description="Block every connection beyond this computer")


class UpdateSettings(Section):
    """Settings for update checks."""

    check: bool = Field(True, description="Check once a day for a newer version")
    url: Url = Field("", description="Address of the updates; if empty, the build's own")


class AppearanceSettings(Section):
    """Settings for the appearance of the window."""

    theme: Literal["system", "light", "dark"] = Field("system", description="Colour theme")
    font_size: int = Field(0, ge=0, le=40, description="Text size in points; 0 follows the system")
    language: Literal["system", "en", "zh"] = Field(
        "system", description="Language of the window, applied at the next start"
    )
    reduced_motion: bool = Field(
        False, description="Turn animations off; otherwise the system's setting applies"
    )


_KEY = (
    r"(?:Esc|Escape|Tab|Backtab|Backspace|Return|Enter|Ins|Insert|Del|Delete|Pause|Print|Home|End"
    r"|Left|Right|Up|Down|PgUp|PgDown|Space|Menu|Help|F(?:[1-9]|[12][0-9]|3[0-5])|[^\s\x00-\x1f])"
)
_CHORD = rf"(?:(?:Ctrl|Shift|Alt|Meta|Num)\+)*{_KEY}"
_KEYS = re.compile(rf"{_CHORD}(?:, {_CHORD}){{0,3}}", re.IGNORECASE)
_COMMANDS_MOST = 500


class ShortcutSettings(Section):
    """Keyboard shortcuts that differ from the defaults."""

    keys: dict[str, str] = Field(
        {},
        description='Shortcuts by command, such as {"chat.new" = "Ctrl+N"}; "" removes a shortcut',
    )

    @field_validator("keys")
    @classmethod
    def _spelled(cls, keys: dict[str, str]) -> dict[str, str]:
        if len(keys) > _COMMANDS_MOST:
            raise ValueError(f"there are more than {_COMMANDS_MOST} commands")
        for name, each in keys.items():
            if each and not _KEYS.fullmatch(each):
                raise ValueError(
                    f"{each[:40]!r} for {name[:80]!r} are no keys; write them as Ctrl+Shift+K or F5"
                )
        return keys


class Settings(Section):
    """The program's settings, grouped into sections."""

    llm: LlmSettings = LlmSettings()
    search: SearchSettings = SearchSettings()
    fetch: FetchSettings = FetchSettings()
    agent: AgentSettings = AgentSettings()
    swarm: SwarmSettings = SwarmSettings()
    sandbox: SandboxSettings = SandboxSettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    sleep: SleepSettings = SleepSettings()
    background: BackgroundSettings = BackgroundSettings()
    mcp: McpSettings = McpSettings()
    network: NetworkSettings = NetworkSettings()
    updates: UpdateSettings = UpdateSettings()
    appearance: AppearanceSettings = AppearanceSettings()
    shortcuts: ShortcutSettings = ShortcutSettings()


# --- API keys and their servers

KEY_VARIABLES: Mapping[str, str] = {
    "tavily": "TAVILY_API_KEY",
    "brave": "BRAVE_API_KEY",
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
}
"""Environment variables by key name; they take precedence over stored keys."""

OPENROUTER_VARIABLE = "OPENROUTER_API_KEY"
OPENROUTER_ORIGIN = "https://openrouter.ai"
"""The variable's value is the key ``openai`` while ``llm.openai_url`` has this origin."""

SETTING_VARIABLES: Mapping[str, str] = {"OPENAI_BASE_URL": "llm.openai_url"}
"""Variables of other programs that are read as settings; ``DESKTOP_AGENT_…`` ones win."""

KEY_ADDRESSES: Mapping[str, str] = {
    "tavily": "search.tavily_url",
    "brave": "search.brave_url",
    "openai": "llm.openai_url",
    "anthropic": "llm.anthropic_url",
}
"""Settings by key name; each holds the address to which the key is sent."""


class KeyDestination(NamedTuple):
    """The name of an API key, and the ``origin`` (scheme, host and port) that receives it."""

    name: str
    setting: str
    origin: str


def destination(settings: Settings, name: str) -> KeyDestination:
    """Return the destination of an API key under the given settings."""
    section, _, field = KEY_ADDRESSES[name].partition(".")
    url = getattr(getattr(settings, section), field)
    return KeyDestination(name, KEY_ADDRESSES[name], origin(url))


def official_origin(name: str) -> str:
    """Return the origin of the official server to which an API key belongs."""
    section, _, field = KEY_ADDRESSES[name].partition(".")
    table = LlmSettings if section == "llm" else SearchSettings
    return origin(table.model_fields[field].default)


def origin(url: str) -> str:
    """Return a URL's normalised scheme, host and port, or the URL itself if it is invalid."""
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    usual = {"http": 80, "https": 443}.get(scheme)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + (f":{port}" if port not in (None, usual) else "")
