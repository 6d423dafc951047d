"""What refusals mean, by status and by words."""

import sys

import pytest

from desktop_agent.core.errors import (
    AuthenticationFailed,
    BadResponse,
    CapabilityMissing,
    ContextOverflow,
    ModelNotFound,
    ModelTimeout,
    ModelUnreachable,
    RateLimited,
    ServerFailed,
)
from desktop_agent.llm.providers.endpoint import Endpoint, RetryPolicy, meaning_of
from tests.child_process import output_of

HERE = Endpoint("openai", "https://user:pass@models.example/v1?token=x", "m", "sekrit-key")


WORDS = {
    "overflow": [
        "This model's maximum context length is 8192 tokens. However, you requested",  # OpenAI, vLLM
        "the request exceeds the available context size, try increasing it",  # llama.cpp
        "prompt is too long: 215000 tokens > 200000 maximum",  # Anthropic
        "input length and `max_tokens` exceed context limit: 199000 + 8192",  # Anthropic
    ],
    "tools": [
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser',  # vLLM
        "tools param requires --jinja flag",  # llama.cpp
        "No endpoints found that support tool use.",  # OpenRouter
        "registry.ollama.ai/library/x:latest does not support tools",  # Ollama
    ],
    "thinking": ['"x" does not support thinking'],
    "vision": ["image input is not supported - hint: you may need to provide the mmproj"],
    "chat": ['"all-minilm" does not support chat'],
    "no credit": [
        "You exceeded your current quota, please check your plan",  # OpenAI
        "Your credit balance is too low to access the Anthropic API.",
    ],
    "unknown model": [
        "The model `gpt-9` does not exist or you do not have access to it.",  # OpenAI
        "Model 'x' not loaded",  # LM Studio
    ],
    None: ["the temperature must be below 2", "temperature is not supported with this model"],
}


def test_the_words_of_real_servers_are_understood():
    for meaning, sentences in WORDS.items():
        assert {said: meaning_of(said) for said in sentences} == dict.fromkeys(sentences, meaning)


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (400, "temperature must be below 2", BadResponse),
        (401, "", AuthenticationFailed),
        (402, "pay first", AuthenticationFailed),
        (403, "not yours", AuthenticationFailed),
        (404, "model: m", ModelNotFound),
        (404, "404 page not found", BadResponse),
        (405, "method not allowed", BadResponse),
        (408, "too slow", ModelTimeout),
        (413, "prompt is too long", ContextOverflow),
        (429, "slow down", RateLimited),
        (500, "does not support tools", CapabilityMissing),
        (500, "the model was not found in memory", ServerFailed),
        (502, "<html><body>Bad gateway</body></html>", ServerFailed),
        (529, "Overloaded", ServerFailed),
    ],
)
def test_every_refusal_names_who_was_asked_and_never_the_key(status, said, kind):
    error = HERE.refusal(status, f"{said} sekrit-key sk-abc***def" if said[:1] != "<" else said)
    assert type(error) is kind
    told = str(error)
    assert "https://models.example/v1" in told
    assert "'m'" in told or kind in (AuthenticationFailed, BadResponse, ContextOverflow)
    for secret in ("sekrit", "sk-abc", "user:pass", "token=x", "<html>"):
        assert secret not in told


@pytest.mark.parametrize(
    ("header", "seconds"), [("7", 7), ("0.5", 0.5), ("-1", 0), ("soon", None), (None, None)]
)
def test_retry_after_is_seconds(header, seconds):
    error = HERE.refusal(429, "slow down", header)
    assert isinstance(error, RateLimited)
    assert error.retry_after_s == seconds


@pytest.mark.parametrize("remote", [True, False])
def test_only_a_remote_server_is_looked_for_again(remote):
    wait_s = RetryPolicy(remote=remote).wait_s(ModelUnreachable("Nobody there."), 1)
    assert (wait_s is not None) == remote


def test_a_long_complaint_is_shortened():
    assert len(HERE.refusal(500, "word " * 1000).message) < 500


def test_building_a_model_imports_none_of_the_clients():
    program = (
        "import sys; from desktop_agent.llm.pool import build_server\n"
        "from desktop_agent.core.settings import LlmSettings\n"
        "for p in ('ollama', 'openai', 'anthropic'):\n"
        "    build_server(LlmSettings(), p, 'k', model='m')\n"
        "print({'ollama', 'openai', 'anthropic', 'httpx2', 'json_repair'} & set(sys.modules))"
    )
    assert output_of([sys.executable, "-c", program]).strip() == "set()"
