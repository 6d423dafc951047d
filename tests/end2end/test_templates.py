"""The command ``templates``: a person's own reasoning templates, from the draft to their use."""

import json

import pytest

from desktop_agent.core.template import template_from_json
from tests.servers.model_reply import Reply

OWN = {
    "id": "noise-survey",
    "title": "Survey of noise",
    "description": "Measures noise at several places and compares them.",
    "domains": ["noise survey"],
    "cues": ["how loud is it in"],
    "nodes": [
        {"id": "places", "type": "enumeration", "role": "surveyor", "instruction": "List places."},
        {"id": "sum", "type": "aggregation", "role": "analyst", "instruction": "Compare them."},
    ],
    "edges": [["places", "sum"]],
}


@pytest.mark.parametrize("folder", ["", "chosen"])
def test_one_of_my_own_is_added_listed_shown_and_removed(make_world, run, tmp_path, folder):
    chosen = str(tmp_path / folder) if folder else ""
    world = make_world(environ={"DESKTOP_AGENT_AGENT__TEMPLATE_FOLDER": chosen})
    status, _out, err = run(world, "templates", "add", "-", stdin=json.dumps(OWN))
    assert (status, "noise-survey is kept" in err) == (0, True)
    _status, listed, _err = run(world, "templates", "list")
    assert "timeline" in listed
    assert (tmp_path / "chosen" / "noise-survey.json").exists() is bool(folder)
    assert "Survey of noise (your own)" in listed
    _status, shown, _err = run(world, "templates", "show", "noise-survey")
    assert template_from_json(shown).cues == ("how loud is it in",)
    assert run(world, "templates", "remove", "noise-survey")[0] == 0
    assert "noise-survey" not in run(world, "templates", "list")[1]


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("add", "-"), "{", "it is not JSON"),
        (("add", "-"), json.dumps(OWN | {"id": "timeline"}), "id of a built-in template"),
        (("add", "-"), json.dumps(OWN | {"edges": [["sum", "nowhere"]]}), "nowhere"),
        (("add", "missing.json"), "", "missing.json cannot be read"),
        (("remove", "timeline"), "", "is built in"),
        (("remove", "none"), "", "no template of your own called none"),
        (("show", "none"), "", "no template called none"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(make_world, run, arguments, stdin, said):
    status, out, err = run(make_world(), "templates", *arguments, stdin=stdin)
    assert (status, out) == (1, "")
    assert said in err
    assert "Traceback" not in err


def test_a_broken_file_of_mine_is_named_and_the_others_are_listed(make_world, run):
    world = make_world()
    run(world, "templates", "add", "-", stdin=json.dumps(OWN))
    (kept,) = world.home.rglob("noise-survey.json")
    (kept.parent / "broken.json").write_text("{}")
    status, listed, err = run(world, "templates", "list")
    assert status == 0
    assert "noise-survey" in listed
    assert "broken.json is left out" in err


def test_the_model_drafts_one_which_can_then_be_kept(make_world, run):
    world = make_world(replies=[Reply(json=OWN)])
    status, drafted, err = run(world, "templates", "draft", "How loud is it in our three offices?")
    assert status == 0, err
    assert template_from_json(drafted).title == "Survey of noise"
    assert run(world, "templates", "add", "-", stdin=drafted)[0] == 0


def test_a_model_that_drafts_nonsense_twice_is_told_of(make_world, run):
    circle = OWN | {"edges": [["places", "sum"], ["sum", "places"]]}
    world = make_world(replies=[Reply(json=circle)] * 2)
    status, out, err = run(world, "templates", "draft", "How loud is it?")
    assert (status, out) == (1, "")
    assert "The model didn't draft a usable template" in err
