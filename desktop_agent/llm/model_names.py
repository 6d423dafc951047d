"""Parse model sizes and the names of swarm members, and choose embedding models."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from desktop_agent.core.errors import CapabilityMissing, ModelNotFound, SettingsError
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ModelServer
from desktop_agent.system.resources import toml_resource

# --- Swarm members in the settings: ``[provider/]model[@url]``

PROVIDERS = ("ollama", "openai", "anthropic")
"""Provider names recognized before the first slash; other prefixes belong to the model name."""

_ADDRESS = re.compile(r"@(?=https?://)", re.IGNORECASE)
_FORM = (
    "Write it as [provider/]model[@url], like qwen3:4b, openai/gpt-5 or "
    "ollama/qwen3:8b@http://192.168.1.20:11434."
)


@dataclass(frozen=True, slots=True)
class MemberName:
    """The provider, model and URL of a swarm member.

    If ``url`` is "", the provider's URL is used.
    """

    provider: str
    model: str
    url: str = ""


def parse_member(text: str, provider: str) -> MemberName:
    """Parse an entry of ``swarm.models``; ``provider`` is the default for entries without one.

    Model names may contain slashes and colons (``hf.co/x/y:Q4_K_M``), so the part before the first
    slash is taken as a provider only if it is a known one. A model whose own name begins with
    ``openai/`` is written as ``openai/openai/…``. If the entry is invalid, raise `SettingsError`,
    which quotes the entry.
    """
    named, *rest = _ADDRESS.split(text.strip(), maxsplit=1)
    before, slash, after = named.partition("/")
    if slash and before.strip().lower() in PROVIDERS:
        provider, named = before.strip().lower(), after
    model = named.strip()
    if not model:
        raise _wrong(text, "names no model")
    if "@" in model[1:]:
        raise _wrong(text, "has an address that begins with neither http:// nor https://")
    if re.search(r"\s", model):
        raise _wrong(text, "has a space in the name of the model")
    if provider not in PROVIDERS:
        raise _wrong(text, f"names no provider, and llm.provider is {provider}")
    return MemberName(provider, model, _checked_url(text, rest[0]) if rest else "")


def parse_fallback(text: str, provider: str) -> MemberName:
    """Parse ``llm.fallback_model``: ``[provider:]model``; ``provider`` is the default."""
    before, colon, after = text.strip().partition(":")
    if colon and before.lower() in PROVIDERS:
        return MemberName(before.lower(), after.strip())
    return MemberName(provider, text.strip())


def _checked_url(text: str, url: str) -> str:
    try:
        parts = urlsplit(url)
        _ = parts.port  # validated only on access
    except ValueError:
        raise _wrong(text, "has an address that cannot be read") from None
    if not parts.hostname or re.search(r"\s", url):
        raise _wrong(text, "has an address without a host")
    if parts.username is not None:
        raise _wrong(text, "has a name or a password in its address")
    if parts.query or parts.fragment:
        raise _wrong(text, "has an address with a ? or # in it")
    return url.rstrip("/")


def _wrong(text: str, fault: str) -> SettingsError:
    return SettingsError(f"The entry {text[:120]!r} of swarm.models {fault}.", _FORM)


# --- Model sizes

_SIZE = re.compile(r"(?<![a-z0-9.])[ae]?(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])")


def billions_of_parameters(text: str) -> float:
    """Parse a model's size in billions of parameters from its name or a server's text.

    Sizes look like those in ``qwen3:4b``, ``Qwen2.5-7B-Instruct``, ``gemma3:270m`` and ``8x7B``. If
    there are several, as in ``qwen3:30b-a3b``, the largest is that of the whole model. Return 0 if
    there is none.
    """
    sizes = (
        float(count or 1) * float(size) / (1 if unit == "b" else 1000)
        for count, size, unit in _SIZE.findall(text.lower().replace("_", "-"))
    )
    return max(sizes, default=0.0)


# --- Embedding models

RECOMMENDED_EMBEDDING = "nomic-embed-text"
"""A 274 MB model that is fast even without a GPU."""
OFFICIAL_EMBEDDING = "text-embedding-3-small"
"""OpenAI's cheapest embedding model."""

_EMBEDS = re.compile(r"embed|minilm|\bbge-|\be5-|\bgte-", re.IGNORECASE)
_RERANKS = re.compile(r"rerank", re.IGNORECASE)


def full_name(name: str) -> str:
    """Return an Ollama model name with its tag, which is ``latest`` by default."""
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


async def installed_embedding_model(server: ModelServer, wanted: str = "", kept: str = "") -> str:
    """Return the name of an installed Ollama embedding model, including its tag.

    If ``wanted`` is given, that model is returned and must be installed. Otherwise ``kept`` is
    preferred, then the first installed model in a built-in order of preference. Raise
    `ModelNotFound` if there is no such model, `CapabilityMissing` if the wanted one cannot produce
    embeddings, and `ModelError` if the server fails.
    """
    models = {full_name(model.name): model for model in await server.list_models()}
    if wanted:
        return _checked(models, full_name(wanted))
    able = [name for name, model in models.items() if _embeds(model)]
    if not able:
        raise ModelNotFound(
            "Ollama has no embedding model, so documents are searched by words alone.",
            f"Get one with: desktop-agent models pull {RECOMMENDED_EMBEDDING}",
            RECOMMENDED_EMBEDDING,
        )
    return min(able, key=lambda name: (name != full_name(kept), _rank(name)))


async def offered_embedding_model(server: ModelServer, kept: str = "") -> str:
    """Return the name of an embedding model offered by an OpenAI-compatible server.

    ``kept`` is preferred, then `OFFICIAL_EMBEDDING`, then a built-in order of preference. Raise
    `ModelNotFound` if the server offers none, and `ModelError` if the server fails.
    """
    able = [model.name for model in await server.list_models() if _embeds(model)]
    if not able:
        raise ModelNotFound(
            "No model of the OpenAI-compatible server says that it makes embeddings.",
            "Name one in knowledge.embedding_model.",
        )
    return min(able, key=lambda name: (name != kept, name != OFFICIAL_EMBEDDING, _rank(name)))


def _checked(models: dict[str, ModelInfo], name: str) -> str:
    if name not in models:
        raise ModelNotFound(
            f"Ollama does not have the embedding model {name!r}.",
            f"Get it with: desktop-agent models pull {name.removesuffix(':latest')}",
            name.removesuffix(":latest"),
        )
    if models[name].capabilities and not _embeds(models[name]):
        raise CapabilityMissing(
            f"The model {name!r} of Ollama makes no embeddings.",
            "Name an embedding model in knowledge.embedding_model, or leave that empty.",
            "embedding",
        )
    return name


def _embeds(model: ModelInfo) -> bool:
    if model.capabilities:
        return "embedding" in model.capabilities
    return bool(_EMBEDS.search(model.name)) and not _RERANKS.search(model.name)


def _rank(name: str) -> int:
    preferred = toml_resource("model_servers.toml")["preferred_embeddings"]
    return next((i for i, each in enumerate(preferred) if each in name.lower()), len(preferred))
