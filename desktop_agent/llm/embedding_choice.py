"""Which model makes the embeddings where none is named."""

import re

from desktop_agent.core.errors import CapabilityMissing, ModelNotFound
from desktop_agent.core.models import ModelInfo
from desktop_agent.llm.base import ModelServer

RECOMMENDED_EMBEDDING = "nomic-embed-text"
"""274 MB, and quick on a machine without a graphics card."""
OFFICIAL_EMBEDDING = "text-embedding-3-small"
"""OpenAI's own least dear one."""

_PREFERRED = (
    "nomic-embed-text",
    "mxbai-embed-large",
    "bge-m3",
    "embeddinggemma",
    "qwen3-embedding",
    "snowflake-arctic-embed",
    "granite-embedding",
    "bge-large",
    "all-minilm",
)
_EMBEDS = re.compile(r"embed|minilm|\bbge-|\be5-|\bgte-", re.IGNORECASE)
_RERANKS = re.compile(r"rerank", re.IGNORECASE)


def full_name(name: str) -> str:
    """Gives a name of Ollama's with its tag, which is ``latest`` where none is written."""
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


async def installed_embedding_model(server: ModelServer, wanted: str = "", kept: str = "") -> str:
    """Gives the name, with its tag, of a model of Ollama's that makes embeddings.

    That is the wanted one; where none is, the ``kept`` one as long as it is installed, else the
    first that stands in an order of preference.

    Raises:
        ModelNotFound: it is not installed, or none is; says how to get one.
        CapabilityMissing: the wanted model makes no embeddings.
        ModelError: the server cannot be asked.
    """
    models = {full_name(model.name): model for model in await server.list_models()}
    if wanted:
        return _checked(models, full_name(wanted))
    able = [name for name, model in models.items() if _embeds(model)]
    if full_name(kept) in able:
        return full_name(kept)
    if not able:
        raise ModelNotFound(
            "Ollama has no embedding model, so documents are searched by words alone.",
            f"Get one with: desktop-agent models pull {RECOMMENDED_EMBEDDING}",
            RECOMMENDED_EMBEDDING,
        )
    return min(able, key=_rank)


async def offered_embedding_model(server: ModelServer, kept: str = "") -> str:
    """Gives the first model of an OpenAI-compatible server whose name says that it embeds.

    Raises:
        ModelNotFound: there is none.
        ModelError: the server cannot be asked.
    """
    able = [model.name for model in await server.list_models() if _embeds(model)]
    if kept in able:
        return kept
    if OFFICIAL_EMBEDDING in able:
        return OFFICIAL_EMBEDDING
    if not able:
        raise ModelNotFound(
            "No model of the OpenAI-compatible server says that it makes embeddings.",
            "Name one in knowledge.embedding_model.",
        )
    return min(able, key=_rank)


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
    return next((i for i, each in enumerate(_PREFERRED) if each in name.lower()), len(_PREFERRED))
