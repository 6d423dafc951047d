"""Parse model sizes and the names of swarm members, and choose embedding models."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from desktop_agent.core.errors import CapabilityMissing, ModelNotFound, SettingsError
from desktop_agent.core.models import ModelInfo
from desktop_agent.system.resources import toml_resource

# --- Swarm members in the settings: ``[provider/]model[@url]``

PROVIDERS = ("ollama", "openai", "anthropic")
"""Provider names recognized before the first slash; other prefixes belong to the model name."""

_URL = re.compile(r"https?://[^\s@?#]+", re.IGNORECASE)


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
    ``openai/`` is written as ``openai/openai/…``. An address may hold no name, password or query.
    If the entry is invalid, raise `SettingsError`, which quotes the entry.
    """
    named, at, url = re.split(r"(@(?=https?://)|$)", text.strip(), maxsplit=1, flags=re.IGNORECASE)
    before, slash, after = named.partition("/")
    if slash and before.lower() in PROVIDERS:
        provider, named = before.lower(), after
    fault = ""
    if not re.fullmatch(r"[^\s][^\s@]*", named):
        fault = "names no model that can be read"
    elif provider not in PROVIDERS:
        fault = f"names no provider, and llm.provider is {provider}"
    elif at and not _is_address(url):
        fault = "has an address that cannot be read"
    if fault:
        raise SettingsError(
            f"The entry {text[:120]!r} of swarm.models {fault}.",
            "Write it as [provider/]model[@url], like qwen3:4b, openai/gpt-5 or "
            "ollama/qwen3:8b@http://192.168.1.20:11434.",
        )
    return MemberName(provider, named, url.rstrip("/"))


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # validated only on access
    except ValueError:
        return False
    return bool(_URL.fullmatch(url) and parts.hostname)


def parse_fallback(text: str, provider: str) -> MemberName:
    """Parse ``llm.fallback_model``: ``[provider:]model``; ``provider`` is the default."""
    before, colon, after = text.strip().partition(":")
    if colon and before.lower() in PROVIDERS:
        return MemberName(before.lower(), after.strip())
    return MemberName(provider, text.strip())


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

_EMBEDS = re.compile(r"embed|minilm|\bbge-|\be5-|\bgte-", re.IGNORECASE)


def choose_embedding_model(
    models: Iterable[ModelInfo], provider: str, wanted: str = "", kept: str = ""
) -> str:
    """Return the name of an embedding model, with its tag if the provider is Ollama.

    ``wanted`` is the model in the settings, which must be among ``models``. Without it, ``kept`` is
    preferred, then the first model in the order of preference in ``model_servers.toml``. Raise
    `ModelNotFound` if there is no such model, and `CapabilityMissing` if the wanted one cannot
    produce embeddings.
    """
    named = _tagged if provider == "ollama" else str
    offered = {named(model.name): model for model in models}
    if wanted:
        _check_wanted(offered.get(named(wanted)), wanted)
        return named(wanted)
    able = [name for name, model in offered.items() if _embeds(model)]
    if able:
        return min(able, key=lambda name: (name != named(kept), _rank(name)))
    if provider != "ollama":
        raise ModelNotFound(
            "No model on the OpenAI-compatible server reports support for embeddings.",
            "Set one in knowledge.embedding_model.",
        )
    raise ModelNotFound(
        "Ollama has no embedding model, so documents are searched by keyword only.",
        f"Get one with: desktop-agent models pull {RECOMMENDED_EMBEDDING}",
        RECOMMENDED_EMBEDDING,
    )


def _tagged(name: str) -> str:
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


def _check_wanted(model: ModelInfo | None, wanted: str) -> None:
    if model is None:
        raise ModelNotFound(
            f"Ollama does not have the embedding model {wanted!r}.",
            f"Get it with: desktop-agent models pull {wanted}",
            wanted,
        )
    if model.capabilities and not _embeds(model):
        raise CapabilityMissing(
            f"The Ollama model {wanted!r} can't create embeddings.",
            "Set an embedding model in knowledge.embedding_model, or leave it empty.",
            "embedding",
        )


def _embeds(model: ModelInfo) -> bool:
    if model.capabilities:
        return "embedding" in model.capabilities
    return bool(_EMBEDS.search(model.name)) and "rerank" not in model.name.lower()


def _rank(name: str) -> int:
    preferred = toml_resource("model_servers.toml")["preferred_embeddings"]
    return next((i for i, each in enumerate(preferred) if each in name.lower()), len(preferred))
