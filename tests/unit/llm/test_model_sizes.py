"""The size of a model, from its name or from what a server reports."""

import pytest

from desktop_agent.core.models import billions_of_parameters


@pytest.mark.parametrize(
    ("text", "billions"),
    [
        ("qwen3:4b", 4),
        ("Qwen/Qwen2.5-7B-Instruct", 7),
        ("phi3:3.8b-mini", 3.8),
        ("gemma3:270m", 0.27),
        ("494.03M", 0.49403),
        ("4.3B", 4.3),
        ("mixtral-8x7b", 56),
        ("qwen3:30b-a3b", 30),
        ("gemma3n:e4b", 4),
        ("qwen2.5-7b-instruct-1m", 7),
        ("llama-3.2-1b-instruct-q4_k_m.gguf", 1),
        ("SmolLM2_135M", 0.135),
        ("gpt-4o-mini", 0),
        ("claude-haiku-4-5", 0),
        ("llama3.2:latest", 0),
        ("model-2025b7", 0),
        ("", 0),
    ],
)
def test_the_size_of_a_model_is_read_or_unknown(text: str, billions: float):
    assert billions_of_parameters(text) == pytest.approx(billions)
