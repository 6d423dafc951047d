"""The templates of the program and the person's own beside them."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_agent.core.template import Template, TemplateNode, template_to_json
from desktop_agent.storage.templates import TemplateStore

OWN = Template(
    id="my-kind",
    title="My kind",
    description="One of my own.",
    domains=("my kind",),
    nodes=(TemplateNode("answer", "aggregation", "analyst", "Answer."),),
    own=True,
)


@pytest.fixture
def store(tmp_path: Path) -> TemplateStore:
    return TemplateStore(tmp_path / "templates")


def own(store: TemplateStore) -> tuple[Template, ...]:
    return tuple(each for each in store.load().templates if each.own)


def put(tmp_path: Path, name: str, data: str | bytes) -> Path:
    path = tmp_path / "templates" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_without_own_ones_the_built_in_ones_are_there(store: TemplateStore, tmp_path: Path):
    templates, faults = store.load()
    assert len(templates) >= 14
    assert not any(each.own for each in templates)
    assert faults == ()
    assert not (tmp_path / "templates").exists()


def test_what_was_saved_is_there_again_for_its_owner_alone_until_it_is_removed(
    store: TemplateStore, tmp_path: Path
):
    assert store.save(replace(OWN, own=False)) == OWN
    assert own(TemplateStore(tmp_path / "templates")) == (OWN,)
    if os.name == "posix":
        assert (tmp_path / "templates" / "my-kind.json").stat().st_mode & 0o077 == 0
    other = store.save(replace(OWN, id="other"))
    assert store.remove("my-kind")
    assert not store.remove("my-kind")
    assert not store.remove("../other")
    assert own(store) == (other,)


def test_a_file_of_another_name_is_changed_where_it_is(store: TemplateStore, tmp_path: Path):
    path = put(tmp_path, "from a friend.json", template_to_json(OWN))
    store.save(replace(OWN, title="Changed"))
    assert [each.title for each in own(store)] == ["Changed"]
    assert "Changed" in path.read_text()


def test_a_built_in_one_stays_and_no_own_one_may_take_its_id(store: TemplateStore, tmp_path: Path):
    with pytest.raises(ValueError, match="timeline is built in"):
        store.remove("timeline")
    with pytest.raises(ValueError, match="timeline is the id of a built-in template"):
        store.save(replace(OWN, id="timeline"))
    put(tmp_path, "x.json", template_to_json(replace(OWN, id="timeline")))
    templates, faults = store.load()
    assert not any(each.own for each in templates)
    assert faults == (
        "The template x.json is left out: there is another built-in template called timeline.",
    )


BROKEN: list[tuple[str | bytes, str]] = [
    ("{", "it is not JSON"),
    (b"\xff\xfe\x00", "it is not UTF-8"),
    (" " * 300_000, "it is longer than 64,000 characters"),
    (template_to_json(OWN).replace("aggregation", "magic"), "nodes 1 (answer), type"),
]


@pytest.mark.parametrize(("data", "said"), BROKEN)
def test_a_broken_own_file_is_told_of_and_the_others_are_there(
    store: TemplateStore, tmp_path: Path, data: str | bytes, said: str
):
    store.save(OWN)
    put(tmp_path, "broken.json", data)
    templates, (fault,) = store.load()
    assert OWN in templates
    assert fault.startswith("The template broken.json is left out: ")
    assert said in fault
    assert fault.endswith(".")
    assert store.save(replace(OWN, title="Again")).title == "Again"


def test_of_two_own_files_with_one_id_the_first_counts_and_a_mark_at_its_start_does_no_harm(
    store: TemplateStore, tmp_path: Path
):
    put(tmp_path, "a.json", b"\xef\xbb\xbf" + template_to_json(OWN).encode())
    put(tmp_path, "b.json", template_to_json(replace(OWN, title="Second")))
    assert own(store) == (OWN,)
    assert store.load().faults == (
        "The template b.json is left out: there is another own template called my-kind.",
    )


def test_folders_and_pipes_are_told_of_and_not_waited_for(store: TemplateStore, tmp_path: Path):
    file = put(tmp_path, "my-kind.json", template_to_json(OWN))
    file.with_name("folder.json").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(file.with_name("pipe.json"))
    templates, faults = store.load()
    assert OWN in templates
    assert len(faults) == len(list(file.parent.iterdir())) - 1
    assert all("it is not a file" in each for each in faults)


def test_more_files_than_are_read_are_told_of(store: TemplateStore, tmp_path: Path):
    for number in range(503):
        put(tmp_path, f"t{number}.json", "{}")
    faults = store.load().faults
    assert faults[0].startswith("There are more than 500 templates in ")
    assert len(faults) == 501
