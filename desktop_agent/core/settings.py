"""All settings, each with its type, default, range and one-line description.

The settings dialog, the TOML template and the reference are generated from these definitions.
`storage.settings_file` reads the settings file and the environment variables.
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
        "ollama", description="Who runs the model; none answers without one"
    )
    model: str = Field("", description="Model name; empty picks an installed one")
    fallback_model: str = Field(
        "", description="Model, or provider:model, that answers if the chosen one cannot"
    )
    ollama_url: Url = Field("http://127.0.0.1:11434", description="Where Ollama listens")
    openai_url: Url = Field(
        "https://api.openai.com/v1", description="Base URL of the OpenAI-compatible server"
    )
    anthropic_url: Url = Field(
        "https://api.anthropic.com", description="Base URL of the Anthropic API"
    )
    num_ctx: int = Field(
        16384, ge=512, le=2_000_000, description="Most context tokens to ask of a model"
    )
    max_tokens: int = Field(8192, ge=16, le=1_000_000, description="Most tokens of one reply")
    temperature: float | None = Field(
        None, ge=0, le=2, description="Sampling temperature; unset leaves it to the model"
    )
    top_p: float | None = Field(
        None, gt=0, le=1, description="Share of likely tokens sampled from; unset: the model's own"
    )
    think: Literal["auto", "on", "off"] = Field(
        "auto", description="Whether a thinking model thinks; auto leaves it to the model"
    )
    connect_timeout_s: float = Field(5, gt=0, description="Seconds to reach the server")
    first_token_timeout_s: float = Field(
        120, gt=0, description="Seconds to the first token; a cold local model loads slowly"
    )
    between_tokens_timeout_s: float = Field(60, gt=0, description="Seconds between tokens")
    max_retries: int = Field(2, ge=0, le=10, description="Retries before the first token")


EngineName = Literal["duckduckgo", "tavily", "brave", "searxng"]


class SearchSettings(Section):
    """Settings for the search engines, such as their order and request limits."""

    engines: tuple[EngineName, ...] = Field(
        ("duckduckgo", "tavily", "brave"), description="Engines in the order they are asked"
    )
    duckduckgo_url: Url = Field(
        "https://lite.duckduckgo.com/lite/", description="DuckDuckGo lite endpoint"
    )
    duckduckgo_region: str = Field("wt-wt", description="DuckDuckGo region; wt-wt is none")
    tavily_url: Url = Field("https://api.tavily.com", description="Tavily API")
    tavily_keyless: bool = Field(
        True, description="Ask Tavily without a key when none is stored (it allows a few searches)"
    )
    brave_url: Url = Field(
        "https://api.search.brave.com/res/v1/web/search", description="Brave Search API"
    )
    searxng_url: Url = Field("", description="Your own SearXNG; empty leaves it out")
    duckduckgo_interval_s: Seconds = Field(2.0, description="Least seconds between two requests")
    brave_interval_s: Seconds = Field(1.0, description="Least seconds between two requests")
    count: int = Field(8, ge=1, le=30, description="Results asked for")
    cache_ttl_s: Seconds = Field(900, description="How long results are remembered; 0 turns it off")
    timeout_s: float = Field(15, gt=0, description="Seconds one engine may take")
    cooldown_s: Seconds = Field(600, description="Rest after a challenge; doubles up to the most")
    cooldown_max_s: Seconds = Field(7200, description="The longest rest after a challenge")


class FetchSettings(Section):
    """Settings for fetching and reading pages."""

    allow_hosts: tuple[str, ...] = Field(
        (), description="Intranet hosts (host or host:port) that may be read despite the guard"
    )
    max_bytes: int = Field(
        5 * 1024 * 1024, ge=1024, description="Most bytes of a page after decompression"
    )
    timeout_s: float = Field(30, gt=0, description="Seconds a page may take in all")
    max_redirects: int = Field(10, ge=0, le=50, description="Most redirects followed")
    links: Literal["strict", "open"] = Field(
        "strict",
        description="strict: a model may read only what you, a search or a page's own site named",
    )


class AgentSettings(Section):
    """Settings for answering questions."""

    strategy: Literal["auto", "evidence", "quick", "verified", "team", "deep"] = Field(
        "auto", description="How to answer"
    )
    max_tool_iterations: int = Field(2, ge=0, le=20, description="Most rounds of tool calls")
    team_rounds: int = Field(
        4, ge=1, le=20, description="Most rounds of verifier and searcher in the strategy team"
    )
    budget_s: float = Field(300, gt=0, description="Seconds a run may take")
    max_subtasks: int = Field(
        6, ge=1, le=20, description="Most parts that the strategy deep parts a question into"
    )
    parallel_subtasks: int = Field(3, ge=1, le=20, description="Parts that are worked on at once")
    review_plan: bool = Field(
        False, description="Show the plan of the strategy deep before it runs, to be changed"
    )
    first_answer: bool = Field(
        True, description="Let deep begin with a plain answer, which it is never worse than"
    )
    template_folder: str = Field(
        "", description="Folder of your own reasoning templates; empty: in the data folder"
    )
    templates: bool = Field(True, description="Use a reasoning template where one fits")
    template_s: float = Field(240, gt=0, description="Seconds that a template may take")
    node_s: float = Field(90, gt=0, description="Seconds that a step of a template may take")
    enrich_seeds: bool = Field(
        True, description="Search the documents for what a template takes as known"
    )
    judge_support: Literal["auto", "on", "off"] = Field(
        "auto",
        description="Let the reviewer compare cited sentences with their sources; auto: from 3B on",
    )
    follow_ups: bool = Field(True, description="Let the reviewer propose follow-up questions")


class SwarmSettings(Section):
    """Settings for the ``deep`` strategy, in which several models answer the same question."""

    models: tuple[str, ...] = Field(
        (),
        description="Members as [provider/]model[@url]; with fewer than two the model is sampled",
    )
    samples: int = Field(
        3, ge=1, le=9, description="Samples of the one model where no members are named"
    )
    quorum: int = Field(2, ge=1, le=20, description="Answers that have to agree to end the round")
    timeout_s: float = Field(90, gt=0, description="Seconds that a member may take")
    cooperate: bool = Field(
        True, description="Show members that disagree each other's answers, once"
    )


class SandboxSettings(Section):
    """Settings for running model-generated code."""

    timeout_s: float = Field(60, gt=0, le=60, description="Seconds that code may run")
    memory_mb: int = Field(512, ge=64, le=512, description="Most memory of code that runs (MiB)")


class SleepSettings(Section):
    """Settings for runs that sleep."""

    max_s: float = Field(3600, gt=0, description="Most seconds that a run may sleep at once")


class BackgroundSettings(Section):
    """Settings for background runs."""

    parallel: int = Field(2, ge=1, le=8, description="Background runs that work at once")
    per_run: int = Field(
        3, ge=0, le=20, description="Background runs that a model may begin in one run; 0 is none"
    )
    notify: bool = Field(True, description="Tell when a long or a background run has ended")
    notify_after_s: Seconds = Field(30, description="Seconds from which on a run is a long one")
    keep_in_tray: bool = Field(
        False, description="Go on in the tray when the window is closed while runs are to come"
    )


class McpSettings(Section):
    """Settings for the tools of MCP servers."""

    enabled: bool = Field(True, description="Offer the tools of configured servers to models")
    timeout_s: float = Field(60, gt=0, le=3600, description="Seconds that a tool may take")
    start_timeout_s: float = Field(
        30, gt=0, le=600, description="Seconds that a server may take to start"
    )


class KnowledgeSettings(Section):
    """Settings for indexing and searching the user's documents."""

    embedding_provider: Literal["built-in", "ollama", "openai", "none"] = Field(
        "built-in",
        description="Who makes the vectors: the search model, or a server; none searches by words "
        "alone",
    )
    embedding_model: str = Field(
        "", description="Embedding model; empty picks an installed one of Ollama's"
    )
    chunk_tokens: int = Field(512, ge=64, le=4096, description="Most tokens of a chunk")
    chunk_overlap: int = Field(50, ge=0, le=1024, description="Tokens that two chunks share")
    results: int = Field(8, ge=1, le=50, description="Passages that a search gives")
    fusion: Literal["scores", "ranks"] = Field(
        "scores", description="What is fused: the scores of words and meaning, or ranks (RRF)"
    )
    rrf_k: int = Field(60, ge=1, le=1000, description="Constant k of Reciprocal Rank Fusion")
    vector_weight: float = Field(
        0.6, ge=0, le=1, description="Weight of meaning in the fusion; words have the rest"
    )
    watch: bool = Field(True, description="Index files anew as they change")
    pages: bool = Field(True, description="Index the pages that were read, and the discoveries")
    max_file_mb: int = Field(50, ge=1, le=1000, description="Largest file that is indexed (MiB)")
    ocr_languages: str = Field(
        "eng",
        pattern=r"^([A-Za-z][A-Za-z0-9_]*(\+[A-Za-z][A-Za-z0-9_]*)*)?$",
        description="Languages of scanned pages for Tesseract (eng+deu); empty leaves them unread",
    )
    engine: Literal["sqlite", "lancedb"] = Field(
        "sqlite", description="Store of the index; lancedb is an extra for over 100,000 chunks"
    )
    lancedb_uri: str = Field(
        "", description="A LanceDB table made elsewhere (folder or s3://…), searched as well"
    )


class NetworkSettings(Section):
    """Settings that limit network connections."""

    offline: bool = Field(False, description="Forbid every connection but those to this machine")


class UpdateSettings(Section):
    """Settings for update checks."""

    check: bool = Field(True, description="Look once a day whether there is a newer version")
    url: Url = Field("", description="Where versions are published; empty is what the build names")


class AppearanceSettings(Section):
    """Settings for the appearance of the window."""

    theme: Literal["system", "light", "dark"] = Field("system", description="Colours")
    font_size: int = Field(0, ge=0, le=40, description="Points; 0 follows the system")
    language: Literal["system", "en", "zh"] = Field(
        "system", description="Language of the window; taken at the next start"
    )
    reduced_motion: bool = Field(
        False, description="Keep everything still; off follows the system where it tells"
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
        {}, description='Keys by command, as in {"chat.new" = "Ctrl+N"}; "" takes the keys away'
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
    """Return a URL's normalised scheme, host and port. An invalid URL is returned unchanged."""
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    usual = {"http": 80, "https": 443}.get(scheme)
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}" + (f":{port}" if port not in (None, usual) else "")
