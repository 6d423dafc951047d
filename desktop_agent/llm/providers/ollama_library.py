"""What Ollama says of a model at length, and why it could not get one."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from desktop_agent.core.errors import ModelNotFound, ServerFailed
from desktop_agent.core.models import ModelDetails
from desktop_agent.llm.providers.ollama_wire import OllamaConnection, said_by

if TYPE_CHECKING:
    import ollama

_NOT_THERE = re.compile(r"file does not exist|invalid model name|not found")
_LATER = "Check its network connection and try again: it goes on where it stopped."
_WHY = (
    (
        re.compile(r"no space left|disk is full|not enough space", re.IGNORECASE),
        "there is no room left on its disk",
        "Make room or delete a model, then go on: what is loaded is kept.",
    ),
    (
        re.compile(r"requires a newer version", re.IGNORECASE),
        "it is too old for this model",
        "Install the newest Ollama from https://ollama.com/download",
    ),
    (
        re.compile(r"no such host|dial tcp|i/o timeout|network is unreachable", re.IGNORECASE),
        "it cannot reach its library",
        _LATER,
    ),
)
"""A sign in the server's words, what it means, and what to do."""


def details_of(name: str, shown: "ollama.ShowResponse") -> ModelDetails:
    """Gives what /api/show said of a model."""
    facts, about = shown.modelinfo or {}, shown.details
    return ModelDetails(
        name,
        family=(about and about.family) or "",
        format=(about and about.format) or "",
        parameters=(about and about.parameter_size) or "",
        quantisation=(about and about.quantization_level) or "",
        context_length=_number(facts, ".context_length"),
        embedding_length=_number(facts, ".embedding_length"),
        capabilities=tuple(shown.capabilities or ()),
        options=(shown.parameters or "").strip(),
        license=next(iter((shown.license or "").strip().splitlines()), ""),
    )


def pull_failure(connection: OllamaConnection, name: str, error: Exception) -> Exception:
    """Gives our error for one that ended a download."""
    import ollama

    if not isinstance(error, ollama.ResponseError):
        return connection.translated(error)
    said = said_by(error.error)
    if _NOT_THERE.search(said):
        return ModelNotFound(
            f"Ollama's library does not have the model {name!r}.",
            "See the names at https://ollama.com/library",
        )
    told = f"{connection.endpoint} could not get the model {name!r}"
    for sign, why, remedy in _WHY:
        if sign.search(said):
            return ServerFailed(f"{told}: {why}.", remedy)
    return ServerFailed(f"{told}: {connection.endpoint.shown(said)}.", _LATER)


def _number(facts: Mapping[str, Any], ending: str) -> int:
    value = next((v for k, v in facts.items() if k.endswith(ending)), 0)
    return value if isinstance(value, int) else 0
