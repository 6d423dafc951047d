"""What a server's refusal means, by the words it is told in.

Providers spell the same trouble in many ways: by status, by a machine-readable type, or only in a
sentence. The sentences here are from real servers: Ollama 0.33, llama.cpp, vLLM, LM Studio,
OpenRouter, OpenAI and Anthropic.
"""

import re
from typing import Literal

Meaning = Literal["overflow", "no credit", "tools", "thinking", "vision", "chat", "unknown model"]

_SIGNS: dict[Meaning, str] = {
    "overflow": (
        r"exceed_context_size|context_length_exceeded|maximum context length|prompt is too long"
        r"|exceeds? the (available |model'?s? )?(maximum )?context"
        r"|context (window|length) (is )?exceed|input length .*exceed"
        r"|exceed.{0,20}context (limit|window|length)"
    ),
    "tools": (
        r"(does not|endpoints found that) support (tool|function)|tools param requires --jinja"
        r"|requires --enable-auto-tool-choice|tools? (is|are) not supported"
        r"|(tool|function) calling is not (supported|enabled)"
    ),
    "thinking": r"does not support (thinking|reasoning)",
    "vision": (
        r"(image|vision) inputs? (is|are) not supported|(does not|endpoints found that) support "
        r"(image|vision)|image_url is only supported by|is not a multimodal model"
    ),
    "chat": r"does not support chat|is not a chat model",
    "no credit": (
        r"insufficient_quota|insufficient credit|credit balance is too low|billing_error"
        r"|exceeded your current quota"
    ),
    "unknown model": (
        r"model\b.{0,120}(not found|does not exist|not exist|is not available|not loaded)"
        r"|model_not_found|unknown model|no such model|invalid model|not a valid model"
    ),
}
NEEDS_VISION = "Choose a model that can see, or take the image away."
REMEDIES: dict[str, str] = {"chat": "Choose another model.", "vision": NEEDS_VISION}
"""What to do where a model lacks a capability that cannot be made up for."""

_PATTERNS = {
    meaning: re.compile(signs, re.IGNORECASE | re.DOTALL) for meaning, signs in _SIGNS.items()
}


def meaning_of(said: str) -> Meaning | None:
    """Gives the first meaning whose words are in the text."""
    return next((meaning for meaning, p in _PATTERNS.items() if p.search(said)), None)
