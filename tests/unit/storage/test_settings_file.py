import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.core.errors import SettingsError
from desktop_agent.core.settings import Settings
from desktop_agent.storage.paths import Paths, find_paths
from desktop_agent.storage.settings_file import change_setting, load_settings


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    found = find_paths({"DESKTOP_AGENT_HOME": str(tmp_path)})
    found.config.mkdir()
    return found


def test_the_environment_wins_over_the_file_and_an_override_over_both(paths: Paths):
    assert load_settings(paths, {"HOME": "/", "DESKTOP_AGENT_HOME": "/x"}) == Settings()
    paths.settings_file.write_text(
        '[llm]\nmodel = "file"\nopenai_url = "file"\nollama_url = "file"\n'
    )
    variables = {"DESKTOP_AGENT_LLM__MODEL": "env", "DESKTOP_AGENT_LLM__OPENAI_URL": "env"}
    llm = load_settings(paths, variables, {"llm.model": "given"}).llm
    assert (llm.model, llm.openai_url, llm.ollama_url) == ("given", "env", "file")
    assert load_settings(paths, {}, {"llm.model": None}).llm.model == "file"


@pytest.mark.parametrize(
    ("variable", "text", "read"),
    [
        ("SEARCH__ENGINES", "duckduckgo, brave", ("duckduckgo", "brave")),
        ("SEARCH__ENGINES", '["tavily"]', ("tavily",)),
        ("FETCH__ALLOW_HOSTS", "", ()),
        ("FETCH__ALLOW_HOSTS", "8080", ("8080",)),
        ("NETWORK__OFFLINE", "true", True),
        ("LLM__NUM_CTX", "4096", 4096),
        ("LLM__TEMPERATURE", "0.5", 0.5),
        ("LLM__TEMPERATURE", "", None),
        ("LLM__MODEL", "[x]", "[x]"),
    ],
)
def test_a_variable_is_converted_to_what_the_table_wants(
    paths: Paths, variable: str, text: str, read: object
):
    settings = load_settings(paths, {f"DESKTOP_AGENT_{variable}": text})
    section, _, key = variable.lower().partition("__")
    assert getattr(getattr(settings, section), key) == read


def test_the_base_url_of_other_programs_is_read_unless_our_own_variable_names_one(paths: Paths):
    environ = {"OPENAI_BASE_URL": "http://127.0.0.1:8080/v1"}
    own = {"DESKTOP_AGENT_LLM__OPENAI_URL": "http://127.0.0.1:9/v1"}
    change_setting(paths, "llm.openai_url", "https://of-the-file.example/v1")
    assert load_settings(paths, environ).llm.openai_url == environ["OPENAI_BASE_URL"]
    assert load_settings(paths, environ | own).llm.openai_url == "http://127.0.0.1:9/v1"
    assert load_settings(paths, {"OPENAI_BASE_URL": ""}).llm.openai_url.endswith("file.example/v1")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("LLM__MODLE", "x", "DESKTOP_AGENT_LLM__MODEL"),
        ("LLM__NUM_CTX", "3", "512"),
        ("SEARCH__ENGINES", "bing", "'duckduckgo'"),
        ("SEARCH__ENGINES", "[broken", "list"),
        *(
            ("SHORTCUTS__KEYS", text, "is invalid")
            for text in ("nope", "[", '["F1"]', '{"a": 1}', '{"a": "Ctrl+Foo"}', "{" * 5000)
        ),
    ],
)
def test_a_wrong_variable_is_named_and_so_is_the_remedy(
    paths: Paths, name: str, text: str, told: str
):
    with pytest.raises(SettingsError) as caught:
        load_settings(paths, {f"DESKTOP_AGENT_{name}": text})
    assert f"DESKTOP_AGENT_{name}" in caught.value.message
    assert told in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        ('[llm]\nmodle = "x"', "llm.modle", "Did you mean 'llm.model'?"),
        ('[lmm]\nmodel = "x"', "lmm", "isn't a setting"),
        ('[[llm]]\nmodel = "x"', "llm", "[llm]"),
        ("[llm]\nmodel = 5", "llm.model", "string"),
        ('[shortcuts.keys]\n"chat.new" = "Ctrl+Foo"', "shortcuts.keys", "'chat.new'"),
        ('[llm]\nnum_ctx = "4096"', "llm.num_ctx", "integer"),
        ("[llm]\nnum_ctx = 1", "llm.num_ctx", "512"),
        ('[search]\nengines = ["brave", "bing"]', "search.engines", "'duckduckgo'"),
    ],
)
def test_a_wrong_key_in_the_file_is_named_with_the_file(
    paths: Paths, text: str, key: str, told: str
):
    paths.settings_file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(paths, {})
    assert repr(key) in caught.value.message
    assert str(paths.settings_file) in caught.value.message
    assert told in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'[llm]\nmodel = "x"\nnum_ctx = \n', "line 3"),
        (b"[llm]\nmodel = '\xff'", "settings"),
        (None, "settings"),
    ],
    ids=["broken", "no text", "a folder"],
)
def test_a_file_that_cannot_be_read_is_named(paths: Paths, content: bytes | None, told: str):
    if content is None:
        paths.settings_file.mkdir()
    else:
        paths.settings_file.write_bytes(content)
    with pytest.raises(SettingsError, match=told) as caught:
        load_settings(paths, {})
    assert str(paths.settings_file) in caught.value.message


@pytest.mark.parametrize(
    "key",
    [
        "llm.modle",
        "llm",
        "llm.model.name",
        "",
    ],
)
def test_an_unknown_option_is_refused_by_name(paths: Paths, key: str):
    with pytest.raises(SettingsError, match="isn't a setting"):
        load_settings(paths, {}, {key: "x"})
    with pytest.raises(SettingsError, match="isn't a setting"):
        change_setting(paths, key, "x")
    assert not paths.settings_file.exists()


MINE = """\
# my settings
[llm] # the local one
model = "old"  # the quick one
# num_ctx stays as it is

[search]
count = 5
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_changing_a_setting_keeps_every_comment_and_the_line_ends_of_another_system(
    paths: Paths, line_end: str
):
    before = MINE.replace("\n", line_end).encode()
    paths.settings_file.write_bytes(before)
    change_setting(paths, "llm.model", "new")
    assert paths.settings_file.read_bytes() == before.replace(b'"old"', b'"new"')


def test_changing_a_setting_back_to_unset_takes_its_line_out(paths: Paths):
    paths.settings_file.write_text(MINE)
    change_setting(paths, "search.count", None)
    change_setting(paths, "llm.temperature", None)
    assert paths.settings_file.read_text() == MINE.replace("count = 5\n", "")


def test_a_wrong_value_or_a_broken_file_is_refused_before_the_file_is_touched(paths: Paths):
    for text, key, value, told in (
        (MINE, "llm.num_ctx", "many", r"llm\.num_ctx"),
        ("[llm", "llm.model", "x", "TOML"),
    ):
        paths.settings_file.write_text(text)
        with pytest.raises(SettingsError, match=told):
            change_setting(paths, key, value)
        assert paths.settings_file.read_text() == text


CHANGES = st.one_of(
    st.tuples(st.just("llm.model"), st.text(st.characters(codec="utf-8"), max_size=30)),
    st.tuples(st.just("llm.temperature"), st.none() | st.floats(0, 2)),
    st.tuples(st.just("llm.num_ctx"), st.integers(512, 2_000_000)),
    st.tuples(st.just("network.offline"), st.booleans()),
    st.tuples(
        st.just("search.engines"),
        st.lists(st.sampled_from(["duckduckgo", "tavily", "brave"]), max_size=3).map(tuple),
    ),
)


@settings(max_examples=12, deadline=None)
@given(
    start=st.sampled_from(["", MINE, 'llm.model = "dotted"\n', 'llm = { model = "inline" }\n']),
    changes=st.lists(CHANGES, max_size=5),
)
def test_what_was_changed_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, start: str, changes: list[tuple[str, object]]
):
    paths = find_paths({"DESKTOP_AGENT_HOME": str(tmp_path_factory.mktemp("home"))})
    paths.config.mkdir()
    paths.settings_file.write_text(start)
    for key, value in changes:
        change_setting(paths, key, value)
    found = load_settings(paths, {})
    for key, value in dict(changes).items():
        section, name = key.split(".")
        assert getattr(getattr(found, section), name) == value


KEYS = {"chat.new": "Ctrl+N", "view.sources": ""}


def test_a_table_is_written_read_as_json_from_the_environment_and_taken_out_again(paths: Paths):
    change_setting(paths, "shortcuts.keys", KEYS)
    assert load_settings(paths, {}).shortcuts.keys == KEYS
    assert tomllib.loads(paths.settings_file.read_text()) == {"shortcuts": {"keys": KEYS}}
    variable = "DESKTOP_AGENT_SHORTCUTS__KEYS"  # in the place of the file's
    assert load_settings(paths, {variable: '{"a": "F1"}'}).shortcuts.keys == {"a": "F1"}
    assert load_settings(paths, {variable: " "}).shortcuts.keys == {}
    change_setting(paths, "shortcuts.keys", None)
    assert load_settings(paths, {}).shortcuts.keys == {}


@pytest.mark.parametrize(
    "before",
    [
        '[shortcuts.keys]\n"chat.new" = "F7" # mine\ngone = "F8"\n',
        '[shortcuts]\nkeys = { "chat.new" = "F7", gone = "F8" } # mine\n',
        '[shortcuts.keys] # mine\ngone = "F8"\n',
    ],
)
def test_changing_a_table_keeps_the_comments_of_what_stays(paths: Paths, before: str):
    paths.settings_file.write_text(before)
    change_setting(paths, "shortcuts.keys", KEYS)
    assert load_settings(paths, {}).shortcuts.keys == KEYS
    assert "# mine" in paths.settings_file.read_text()
