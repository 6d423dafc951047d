import pytest
from pydantic import ValidationError

from desktop_agent.core.settings import Settings

SECTIONS = {name: field.default for name, field in Settings.model_fields.items()}
OPTIONS = [
    (f"{section}.{name}", field)
    for section, table in SECTIONS.items()
    for name, field in type(table).model_fields.items()
]

PROMISED = """
llm.provider llm.model llm.ollama_url llm.openai_url llm.anthropic_url llm.num_ctx
search.engines search.duckduckgo_url search.tavily_url search.brave_url search.searxng_url
search.duckduckgo_interval_s search.brave_interval_s search.count search.cache_ttl_s
fetch.allow_hosts fetch.max_bytes fetch.timeout_s
agent.strategy agent.max_tool_iterations agent.budget_s network.offline
"""


def test_the_keys_that_others_rely_on_are_there():
    assert set(PROMISED.split()) <= set(dict(OPTIONS))


@pytest.mark.parametrize(("key", "field"), OPTIONS, ids=[key for key, _ in OPTIONS])
def test_every_option_has_a_line_of_text_for_people(key, field):
    text = getattr(field, "description", None)
    assert text
    assert "\n" not in text
    assert not text.endswith(".")


@pytest.mark.parametrize("section", SECTIONS)
def test_no_section_takes_a_key_that_it_does_not_know_or_changes_under_a_run(section):
    with pytest.raises(ValidationError, match="nonsense"):
        Settings.model_validate({section: {"nonsense": 1}})
    held = getattr(Settings(), section)
    name = next(iter(type(held).model_fields))
    with pytest.raises(ValidationError, match="frozen"):
        setattr(held, name, getattr(held, name))


@pytest.mark.parametrize(
    "keys",
    ["", "ctrl+shift+k", "Ctrl++", "Ctrl+,", "Ctrl+K, Ctrl+S", "Alt+Ä"],
)
def test_keys_are_spelled_as_on_a_keyboard(keys):
    given = Settings.model_validate({"shortcuts": {"keys": {"chat.new": keys}}})
    assert given.shortcuts.keys == {"chat.new": keys}


@pytest.mark.parametrize(
    "keys",
    ["Ctrl+", "F36", "Ctrl+Foo", "Ctrl+N Ctrl+M", "Hyper+N", "a, b, c, d, e"],
)
def test_what_is_on_no_keyboard_is_refused_with_the_name_of_the_command(keys):
    with pytest.raises(ValidationError, match=r"chat\.new"):
        Settings.model_validate({"shortcuts": {"keys": {"chat.new": keys}}})
