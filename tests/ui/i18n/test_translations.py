"""The file of translations against the texts of the program: complete, in agreement, compiled."""

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]
TOOL = ROOT / "packaging" / "translations.py"
ADVICE = "\nRun `make translations`, then write what is missing into resources/translations/*.ts."
SAME_IN_CHINESE = {
    "JSON", "Markdown", "PDF",
    "{0:.0f} MB", "{0:.0f} kB", "{0:.1f} GB", "{0} (Ctrl+Z)", "HTTP {0}", "{0} ({1})", "{0}×",
}  # fmt: skip
"""Names, units and keys that are written the same."""


def _tool() -> ModuleType:
    sys.path.insert(0, str(TOOL.parent))
    try:
        return importlib.import_module(TOOL.stem)
    finally:
        sys.path.remove(str(TOOL.parent))


tool = _tool()


@pytest.fixture(scope="module")
def found():
    return tool.find_texts()


@pytest.fixture(scope="module")
def told() -> dict[tuple[str, str], str]:
    return tool.translations(tool.SOURCE)


def test_the_file_holds_every_text_of_the_window_translated_and_no_other(found, told):
    missing = sorted(key for key in found.places if not told.get(key))
    assert not missing, ADVICE
    assert not sorted(set(told) - set(found.places)), ADVICE
    assert found.unreadable == []


def test_every_name_by_which_messages_are_found_is_in_the_program():
    names = tool.program_messages
    sources = (each.read_text("utf-8") for each in (ROOT / "desktop_agent").rglob("*.py"))
    program = "\n".join(sources)
    defined = {f"def {each}(" for each in names._RETURNS}
    assigned = {rf"(?m)^\s*{each}\b[^=\n]*=" for each in names._TABLES}
    called = {f"{each}(" for each in (*names._ARGUMENTS, *names._NOTICES)}
    assert sorted(each for each in defined | called if each not in program) == []
    assert sorted(each for each in assigned if not re.search(each, program)) == []


KEYS = re.compile(r"(?:Ctrl|Shift|Alt)\+[A-Za-z+,]+|\bF\d\b")


def test_a_translation_has_the_places_keys_and_outer_spaces_and_is_no_english(told):
    def kept(text: str) -> tuple[list[str], list[str], bool]:
        places = re.findall(r"\{[^}]*\}", text)
        return sorted(places), sorted(KEYS.findall(text)), text.startswith(" ")

    pairs = [(text, translated) for (_, text), translated in told.items()]
    assert [each for each in pairs if kept(each[0]) != kept(each[1])] == []
    assert [each for _, each in pairs if each != each.rstrip()] == []
    same = {text for (_, text), translated in told.items() if text == translated}
    assert same <= SAME_IN_CHINESE


def test_the_compiled_file_is_made_of_the_source(tmp_path: Path):
    try:
        tool.lrelease()
    except FileNotFoundError:
        pytest.skip("PySide6 came without lrelease")
    again = tmp_path / "again.qm"
    tool.compile_file(tool.SOURCE, again)
    assert again.read_bytes() == tool.COMPILED.read_bytes(), ADVICE


def test_the_file_of_messages_holds_what_the_program_says(found):
    assert tool.MESSAGES.read_text("utf-8") == tool.message_file(found), ADVICE


def test_an_update_keeps_translations_and_drops_those_that_nobody_needs(tmp_path: Path):
    source = tmp_path / "some.ts"
    found = tool.Found()
    found.places["View", "kept"] = {"program/view.py"}
    found.places["View", "gone"] = {"program/view.py"}
    assert tool.update(source, found) == [("View", "gone"), ("View", "kept")]
    text = source.read_text("utf-8").replace('<translation type="unfinished" />', "{}")
    source.write_text(
        text.format("<translation>去</translation>", "<translation>留</translation>"), "utf-8"
    )
    del found.places["View", "gone"]
    found.places["View", "new"] = {"program/view.py"}
    assert tool.update(source, found) == [("View", "new")]
    assert tool.translations(source) == {
        ("View", "kept"): "留",
        ("View", "new"): "",
    }


def test_the_titles_that_are_translated_are_those_that_the_agents_write():
    from desktop_agent.frontends.ui.wording.labels import labels

    written = "".join(
        path.read_text("utf-8") for path in (ROOT / "desktop_agent" / "agents").rglob("*.py")
    )
    assert [title for title in labels("Steps")["titles"] if f'"{title}"' not in written] == []
