"""What a server's refusal means where embeddings were asked for.

The sentences are from real servers: Ollama 0.33, llama.cpp, vLLM, text-embeddings-inference and
OpenAI.
"""

import re

from desktop_agent.core.errors import CapabilityMissing, ContextOverflow, ModelError
from desktop_agent.llm.providers.endpoint import Endpoint

_TOO_LONG = re.compile(
    # of Ollama, which from 0.13.5 on does not always cut (ollama/ollama#14186)
    r"input length exceeds|too large to process|must have less than \d+ tokens"
    r"|maximum (input|allowed token) (length|size)|maximum context length",
    re.IGNORECASE,
)
_NO_EMBEDDINGS = re.compile(
    r"(does not|not allowed to) (support|generate|create) (the )?embed", re.IGNORECASE
)


def as_embedding_error(endpoint: Endpoint, error: Exception) -> Exception:
    """Gives the error that is meant, which is mostly the same one."""
    if not isinstance(error, ModelError):
        return error
    if isinstance(error, ContextOverflow) or _TOO_LONG.search(error.message):
        return ContextOverflow(
            f"A text is too long for {endpoint.model!r} of {endpoint}.",
            "Lower knowledge.chunk_tokens, or choose an embedding model that reads more.",
        )
    if _NO_EMBEDDINGS.search(error.message):
        return no_embeddings(endpoint)
    return error


def no_embeddings(endpoint: Endpoint) -> CapabilityMissing:
    """Gives the error for a model that makes no vectors."""
    return CapabilityMissing(
        f"The model {endpoint.model!r} of {endpoint} makes no embeddings.",
        "Name an embedding model in knowledge.embedding_model, or leave that empty.",
        "embedding",
    )
