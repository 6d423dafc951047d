"""Reading the names of a swarm's members."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.errors import SettingsError
from desktop_agent.llm.pool import PROVIDERS, MemberName, parse_member


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("qwen3:4b", MemberName("ollama", "qwen3:4b")),
        ("  qwen3:4b ", MemberName("ollama", "qwen3:4b")),
        ("ollama/qwen3:4b", MemberName("ollama", "qwen3:4b")),
        ("OpenAI/gpt-5", MemberName("openai", "gpt-5")),
        ("anthropic/claude-sonnet-4-5", MemberName("anthropic", "claude-sonnet-4-5")),
        ("hf.co/unsloth/x-GGUF:Q4_K_M", MemberName("ollama", "hf.co/unsloth/x-GGUF:Q4_K_M")),
        ("openai/openai/gpt-oss-20b", MemberName("openai", "openai/gpt-oss-20b")),
        ("openai/@cf/meta/llama-3", MemberName("openai", "@cf/meta/llama-3")),
        (
            "ollama/qwen3:8b@http://192.168.1.20:11434",
            MemberName("ollama", "qwen3:8b", "http://192.168.1.20:11434"),
        ),
        (
            "library/x:1b@https://models.example.org/",
            MemberName("ollama", "library/x:1b", "https://models.example.org"),
        ),
        (
            "openai/mistralai/m@http://[::1]:8000/v1",
            MemberName("openai", "mistralai/m", "http://[::1]:8000/v1"),
        ),
    ],
)
def test_a_member_is_a_model_with_a_provider_before_and_an_address_behind(text, expected):
    assert parse_member(text, "ollama") == expected


@pytest.mark.parametrize(
    ("fault", "texts"),
    [
        (
            "names no model",
            ["", "openai/", "@http://127.0.0.1:1", "qwen3@192.168.1.20:11434", "qwen3, llama3"],
        ),
        (
            "has an address that cannot be read",
            [
                "qwen3@http://",
                "qwen3@http://host:port",
                "qwen3@http://[::1",
                "qwen3@http://me:secret@host",
                "qwen3@http://host/?key=1",
            ],
        ),
    ],
)
def test_a_wrong_entry_is_named_with_what_is_wrong(fault, texts):
    for text in texts:
        with pytest.raises(SettingsError) as caught:
            parse_member(text, "ollama")
        assert f"{text!r} in swarm.models {fault}" in caught.value.message
        assert "[provider/]model[@url]" in caught.value.remedy


def test_without_a_provider_of_the_settings_one_has_to_be_named():
    with pytest.raises(SettingsError, match=r"llm\.provider is none"):
        parse_member("qwen3:4b", "none")
    assert parse_member("ollama/qwen3:4b", "none").provider == "ollama"


@given(st.text(alphabet="ab/:@. http[]?#1-", max_size=40))
def test_any_text_is_a_member_of_a_known_provider_or_a_fault_of_the_settings(text):
    with suppress(SettingsError):
        member = parse_member(text, "ollama")
        assert member.provider in PROVIDERS
        assert member.model
