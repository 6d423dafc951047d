"""What a template file may hold, and the sentence that names what is wrong with it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.template import (
    Template,
    TemplateNode,
    check_template,
    template_from_json,
    template_to_json,
)
from desktop_agent.system.resources import resource_path

FILES = sorted(resource_path("templates").glob("*.json"))


def node(name: str = "answer", **fields) -> dict:
    return {"id": name, "type": "aggregation", "role": "analyst", "instruction": "Answer."} | fields


def described(**fields) -> dict:
    return {
        "id": "a-kind",
        "title": "A kind",
        "description": "One.",
        "domains": ["some kind"],
        "nodes": [node()],
    } | fields


def graph(*edges: str, **types: str) -> dict:
    """Makes a template of aggregations from edges such as ``a>b``, and of nodes of other types."""
    pairs = [edge.split(">") for edge in edges]
    names = dict.fromkeys(name for pair in pairs for name in pair)
    nodes = [node(name, type=types.get(name, "aggregation")) for name in names]
    return described(nodes=nodes, edges=pairs)


def read(data: object) -> Template:
    return template_from_json(json.dumps(data))


GOOD = [
    described(id="x", cues=[], seeds=[], edges=[]),
    described(cues=["how many … in #"], seeds=["E = m c^2"], listed=False),
    graph("a>b", "a>c", "b>d", "c>d"),
    graph("find>check", "check>answer", find="retrieval", check="verification"),
    graph(*(f"n{number}>n{number + 1}" for number in range(23))),
]


@pytest.mark.parametrize("data", GOOD)
def test_a_good_template_is_read_and_written_the_same_again(data):
    template = read(data)
    text = template_to_json(template)
    assert template_from_json(text) == template
    assert template_to_json(template_from_json(text)) == text


def test_every_field_is_read():
    data = graph("one>two", one="retrieval") | {"cues": ["how so"], "seeds": ["A fact."]}
    assert template_from_json(json.dumps(data), own=True) == Template(
        id="a-kind",
        title="A kind",
        description="One.",
        domains=("some kind",),
        nodes=(
            TemplateNode("one", "retrieval", "analyst", "Answer."),
            TemplateNode("two", "aggregation", "analyst", "Answer."),
        ),
        edges=(("one", "two"),),
        cues=("how so",),
        seeds=("A fact.",),
        own=True,
    )


BAD = [
    (described(id="A Kind"), "id: 'A Kind' is no id"),
    (described(id="../evil"), "id: '../evil' is no id"),
    (described(title="a\u0007b"), "title: there is a character that cannot be seen"),
    (described(extra=1), "extra is not known"),
    ({"id": "a"}, "title is missing"),
    (described(nodes=[]), "nodes: list should have at least 1 item"),
    (described(edges=[["answer"]]), "edges 1 2 is missing"),
    (described(edges=[["answer", "answer"]]), "from answer to answer leads a node to itself"),
    (graph("a>b", "b>c", "c>a"), "these need each other in a circle: "),
    (graph("a>b", "a>c"), "nothing follows b and c; only one node may be the last"),
    (described(nodes=[node("check", type="verification")]), "check has nothing before it"),
    ([], "it is not a JSON object"),
]


@pytest.mark.parametrize(("data", "said"), BAD)
def test_a_bad_template_is_refused_with_a_sentence_that_names_the_fault(data, said):
    with pytest.raises(ValueError) as refused:
        read(data)
    told = str(refused.value)
    assert said in told
    assert len(told) < 300
    assert "\n" not in told
    told.encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n  "a": 1,\n  b\n}', "it is not JSON: on line 3, column 3"),
        ("[" * 60_000, "it is nested too deeply"),
        ('{"id": "a", "id": "b"}', "'id' is there twice"),
        (" " * 64_001, "it is longer than 64,000 characters"),
    ],
)
def test_a_text_that_is_no_template_is_refused(text, said):
    with pytest.raises(ValueError, match=said):
        template_from_json(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=200),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(sorted(described(cues=[], seeds=[], edges=[], listed=True))),
    _JSON,
)
def test_any_value_in_any_field_is_read_or_refused_in_words(field, value):
    try:
        template_to_json(read(described(**{field: value})))
    except ValueError as error:
        assert str(error)  # noqa: PT017 - a good value is fine as well


def test_a_template_made_in_code_is_held_to_the_same_rules():
    broken = Template("a", "A", "One.", ("some kind",), nodes=())
    for use in (check_template, template_to_json):
        with pytest.raises(ValueError, match="nodes: list should have at least 1 item"):
            use(broken)
    unnamed = replace(broken, nodes=(TemplateNode("sum", "definition", "", "x"),))
    with pytest.raises(ValueError, match=r"nodes 1 \(sum\), role: string .* at least 1"):
        check_template(unnamed)
    with pytest.raises(ValueError, match=r"domains 1: string .* at least 2"):
        check_template(replace(unnamed, domains=("b",)))


# --- those that ship with the program


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_built_in_template_is_in_order(path):
    text = path.read_text("utf-8")
    template = template_from_json(text)
    assert template.id == path.stem
    assert template_to_json(template) == text
    assert template.final.type == "aggregation"
    assert template.cues
    assert template.seeds
    assert all(" " in tag or tag == "chronology" for tag in template.domains)
    assert all(len(each.instruction) <= 400 for each in template.nodes)
    assert 3 <= len(template.nodes) <= 8
