import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.llm.base import CallPiece, TextPiece
from desktop_agent.llm.tool_calls import CallScanner

NAMES = {"web_search", "web_fetch"}
ONE = '{"name": "web_search", "arguments": {"query": "x"}}'
TWO = '{"name": "web_fetch", "arguments": {"url": "https://a.example/"}}'
X = ("web_search", {"query": "x"})
A = ("web_fetch", {"url": "https://a.example/"})


def scan(chunks, *, any_name=False, cut=False):
    scanner = CallScanner(NAMES, any_name=any_name)
    parts = [part for chunk in chunks for part in scanner.feed(chunk)]
    parts += scanner.end(cut=cut)
    text = "".join(p.text for p in parts if isinstance(p, TextPiece))
    calls = [p.call for p in parts if isinstance(p, CallPiece)]
    return text, [(c.name, dict(c.arguments)) if not c.error else c.error for c in calls]


SHAPES = [
    (ONE, "", [X]),
    (f"  {ONE}\n", "", [X]),
    (f"Let me look.\n{ONE}", "Let me look.\n", [X]),
    (f"{ONE}\n{TWO}", "", [X, A]),
    (f"[{ONE}, {TWO}]", "", [X, A]),
    (f"```json\n{ONE}\n```", "", [X]),
    (f"```\n{ONE}\n{TWO}\n```\n", "", [X, A]),
    (f"```tool_call\n{ONE}\n```\nDone.", "Done.", [X]),
    (f"<tool_call>\n{ONE}\n</tool_call>", "", [X]),
    (f"<tool_call>{ONE}</tool_call><tool_call>{TWO}</tool_call>", "", [X, A]),
    (f"<tool_call>{ONE}\n<tool_call>{TWO}", "", [X, A]),
    (f"Hm <tool_call>{ONE}</tool_call> so.", "Hm so.", [X]),
    (f"<TOOL_CALL>{ONE}</TOOL_CALL>", "", [X]),
    (f"<function_call>{ONE}</function_call>", "", [X]),
    (f"<tool_calls>[{ONE},{TWO}]</tool_calls>", "", [X, A]),
    (f"[TOOL_CALLS] [{ONE}]", "", [X]),
    ('{"name": "web_search", "parameters": {"query": "x"}}', "", [X]),
    ('{"function": "web_search", "parameters": {"query": "x"}}', "", [X]),
    ('{"tool": "web_search", "args": {"query": "x"}}', "", [X]),
    ('{"action": "web_search", "action_input": {"query": "x"}}', "", [X]),
    ('{"arguments": {"query": "x"}, "name": "functions.web_search"}', "", [X]),
    ('{"type": "function", "function": ' + ONE + "}", "", [X]),
    ('{"tool_calls": [{"id": "1", "function": ' + ONE + "}]}", "", [X]),
    ('{"name": "web_search", "arguments": "{\\"query\\": \\"x\\"}"}', "", [X]),
    (
        '<tool_call>{"name": "web_search", "arguments": {"query": "</tool_call> \\" x"}}</tool_call>',
        "",
        [("web_search", {"query": '</tool_call> " x'})],
    ),
    # malformed, but clear
    (
        f'<tool_call>{{"name": "web_search", "arguments": {{"query": "x}}}}</tool_call>{ONE}',
        "",
        [X, X],
    ),
    ("{'name': 'web_search', 'arguments': {'query': 'x'}}", "", [X]),
    ('{"name": "web_search", "arguments": {"query": "x",}}', "", [X]),
    ('{"name": "web_search", "arguments": {"query": "x"}', "", [X]),
    ('<tool_call>{"name": "web_search", "arguments": {"query": "x"</tool_call>', "", [X]),
    ('```json\n{name: "web_search", "arguments": {"query": "x"}}\n', "", [X]),
]


@pytest.mark.parametrize(("said", "text", "calls"), SHAPES)
def test_a_call_is_read_in_every_common_shape_however_it_is_cut(said, text, calls):
    for size in (1, 2, 3, 7, len(said)):
        chunks = [said[i : i + size] for i in range(0, len(said), size)]
        assert scan(chunks) == (text, calls), size


PROSE = [
    "Paris is the capital of France.",
    "Sets {1, 2} and {name: x} and [1] or [a link](https://a.example/).",
    "[1] A source\n[2] Another\n- {braces} first\n{braces} at a line's start",
    '{"name": "John", "arguments": {"age": 3}} is a person',
    '{"title": "x", "name": "web_search"}',
    "```python\nprint({'name': 1})\n```\n",
    '```json\n{"title": "web_search"}\n```\nThat was JSON.',
    '```json\n{"name": "John", "age": 3}\n```\n',
    f"In the middle of a line {ONE} is an example.",
    "a < b, <tool> and <tool_cal> and `` and ` and <<<",
    "<tool_call>just words</tool_call> after",
    "```\n[1, 2]\n```",
    "```not a fence",
    "[",
    "{",
    '{"name": "web_search"} alone is no call',
    "[TOOL_CALLS] are a thing",
    "\n\n  \n",
]


@pytest.mark.parametrize("said", PROSE)
def test_prose_comes_through_unchanged(said):
    for size in (1, 3, len(said)):
        chunks = [said[i : i + size] for i in range(0, len(said), size)]
        assert scan(chunks) == (said, []), size


def test_prose_is_not_delayed():
    scanner = CallScanner(NAMES, any_name=False)
    for word in ("The set {1, 2} ", "and [1]\n", "- an item\n", "a < b ", "`code` ", "1. x\n"):
        assert "".join(p.text for p in scanner.feed(word)) == word


def test_other_json_is_let_go_as_soon_as_it_cannot_be_a_call():
    scanner = CallScanner(NAMES, any_name=False)
    assert list(scanner.feed('{"na')) == []
    assert list(scanner.feed("tion")) == [TextPiece("{"), TextPiece('"nation')]
    scanner = CallScanner(NAMES, any_name=False)
    assert list(scanner.feed('```json\n{"name": "Jo')) == []
    released = "".join(p.text for p in scanner.feed('hn", "'))
    assert released == '```json\n{"name": "John", "'


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('<tool_call>{"name": "web_search", "arguments": [1]}</tool_call>', "JSON object"),
        ('<tool_call>{"name": "web_search"}</tool_call>', '"arguments"'),
        ('<tool_call>{"name": "web_search" the query x</tool_call>', "not valid JSON"),
    ],
)
def test_a_call_that_cannot_be_repaired_is_told_as_one(said, wrong):
    text, calls = scan([said])
    assert text == ""
    assert len(calls) == 1
    assert wrong in calls[0]


def test_a_whole_call_at_the_token_limit_counts():
    assert scan([ONE], cut=True) == ("", [X])


def test_unknown_names_are_calls_only_where_any_name_is():
    said = '{"name": "look_up", "arguments": {"query": "x"}}'
    assert scan([said]) == (said, [])
    assert scan([said], any_name=True) == ("", [("look_up", {"query": "x"})])


_WORDS = st.sampled_from(
    [ONE, TWO, "<tool_call>", "</tool_call>", "```", "```json\n", '{"name": ', *'\n{}[]"a `<']
)


@given(st.lists(_WORDS, max_size=8).map("".join), st.data())
def test_any_chunking_gives_the_same(said, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(said)), max_size=6)))
    edges = [0, *cuts, len(said)]
    assert scan([said[a:b] for a, b in pairwise(edges)]) == scan([said])


@settings(max_examples=30)
@given(st.dictionaries(st.text(min_size=1), st.text() | st.integers() | st.lists(st.booleans())))
def test_any_arguments_survive(arguments):
    said = json.dumps({"name": "web_search", "arguments": arguments})
    assert scan(list(f"<tool_call>{said}</tool_call>")) == ("", [("web_search", arguments)])


def test_a_long_reply_is_read_in_time_that_grows_with_its_length():
    said = '{"name": "web_search", "arguments": {"query": "' + "x{" * 20_000
    chunks = [said[i : i + 4] for i in range(0, len(said), 4)]
    text, calls = scan(chunks, cut=True)
    assert (text, len(calls)) == ("", 1)
