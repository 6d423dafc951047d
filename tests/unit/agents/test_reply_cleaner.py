"""Calls and copied markup are taken out of a reply, and nothing else, however it arrives."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.agents.reply_parsing import ReplyCleaner
from desktop_agent.core.fence import Fence
from desktop_agent.core.messages import Message

FENCE = Fence("d058a1b2c3d4e5f6")
SYSTEM = f"""You are a careful research assistant. Today is 2026-11-23.

How you work
- For facts that can change, call web_search before you answer; read a page with web_fetch.
- {FENCE.rule}
- Answer in the language of the question. No filler."""
FOLLOW_UP = (
    "These are the results, and there are no more tool calls. Answer the question now from what you "
    "have, with citations like [1]."
)
PAGE = FENCE.wrap("The tower is 47 metres tall.\nIt stands on the northern pier since 1931.", "web")
QUESTION = "How tall is the tower?"
MESSAGES = (
    Message("system", SYSTEM),
    Message("user", f"{QUESTION}\n\n{PAGE}"),
    Message("tool", FENCE.wrap("{}", "web_search"), tool_name="web_search"),
    Message("user", FOLLOW_UP),
)
TOOLS = ("web_search", "web_fetch", "run_python", "flag_discovery")
OPEN = f"<<<UNTRUSTED_BLOCK {FENCE.token} from web>>>"
CLOSE = f"<<<END_UNTRUSTED_BLOCK {FENCE.token}>>>"
ONE = '{"name": "web_search", "arguments": {"query": "x"}}'
TWO = '{"name": "web_fetch", "arguments": {"url": "https://a.example/"}}'
X = ("web_search", {"query": "x"})
A = ("web_fetch", {"url": "https://a.example/"})
ANSWER = "The tower is 47 metres tall [1]."


def cleaner(asked: str = QUESTION) -> ReplyCleaner:
    return ReplyCleaner(asked, FENCE.token, TOOLS, MESSAGES)


def read(pieces: list[str], *, cut: bool = False, asked: str = QUESTION) -> tuple[str, list[Any]]:
    """The text that is left, and the calls: names and arguments, or what is wrong with them."""
    filtering = cleaner(asked)
    text = "".join(map(filtering.feed, pieces)) + filtering.end(cut=cut)
    assert filtering.removed == (text != "".join(pieces))
    return text, [each.error or (each.name, dict(each.arguments)) for each in filtering.calls]


def in_pieces(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


CALLS = [
    (ONE, "", [X]),
    (f"Let me look.\n{ONE}", "Let me look.\n", [X]),
    (f"[{ONE}, {TWO}]", "", [X, A]),
    (f"{ONE}\n{ANSWER}", ANSWER, [X]),
    (f"```json\n{ONE}\n```", "", [X]),
    (f"```\n{ONE}\n{TWO}\n```\n", "", [X, A]),
    (f"```tool_call\n{ONE}\n```\nDone.", "Done.", [X]),
    (f"```\n{ONE}\n```\n{CLOSE}", "", [X]),
    (f"<tool_call>{ONE}</tool_call><tool_call>{TWO}</tool_call>", "", [X, A]),
    (f"<tool_call>{ONE}\n<tool_call>{TWO}", "", [X, A]),
    (f"Hm <tool_call>{ONE}</tool_call> so.", "Hm so.", [X]),
    (f"<function_call>{ONE}</function_call>", "", [X]),
    (f"<tool_calls>[{ONE},{TWO}]</tool_calls>", "", [X, A]),
    (f"[TOOL_CALLS] [{ONE}]", "", [X]),
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
    (f"<tool_call>{ONE[:-3]}}}}}</tool_call>{ONE}", "", [X, X]),
    ("{'name': 'web_search', 'arguments': {'query': 'x'}}", "", [X]),
    ('{"name": "web_search", "arguments": {"query": "x"}', "", [X]),
    ('<tool_call>{"name": "web_search", "arguments": {"query": "x"</tool_call>', "", [X]),
    ('```json\n{name: "web_search", "arguments": {"query": "x"}}\n', "", [X]),
    ('<tool_call>{"name": "web_search" the query x</tool_call>', "", [("web_search", {})]),
    ('{"name": "downloadLoad", "arguments": {}}', "", [("downloadLoad", {})]),
]

NOTHING = [
    f"{ONE}\n{CLOSE}\n{FOLLOW_UP}",
    '<function=web_search>{"query": "tower"}</function>',
    "web_search(query='tower')",
    f"{OPEN}\n{CLOSE}",
    "<<<END_UNTRUSTED_BLOCK d058",
    SYSTEM,
    "<|im_start|>assistant\n<|im_end|>",
    "[INST] How tall is the tower? [/INST]",
    "</s>",
    f"assistant\n{CLOSE}",
]

DIRTY = [
    (f"{FOLLOW_UP}\n{ANSWER}", ANSWER),
    (f"User: {QUESTION}\n{ANSWER}", ANSWER),
    (f"<|im_start|>assistant\n{ANSWER}<|im_end|>", ANSWER),
    (f"<|start_header_id|>assistant<|end_header_id|>\n{ANSWER}<|eot_id|>", ANSWER),
    (f"<start_of_turn>model\n{ANSWER}<end_of_turn>", ANSWER),
    (f"<s>[INST] {QUESTION} [/INST] {ANSWER}</s>", ANSWER),
    (f"{ANSWER} </s><s>[INST] And now?", f"{ANSWER} "),
    (f"assistant\n{ANSWER}", ANSWER),
    (f"{ANSWER}<|im_end|>\n<|im_start|>user\nAnd how old is it?", f"{ANSWER}\n"),
    (f"- Answer in the language of the question. No filler.\n{ANSWER}", ANSWER),
    (f"```\n{OPEN}\n{ANSWER}\n{CLOSE}\n```", f"```\n{ANSWER}\n```"),
]

CLEAN = [
    "Two lines.\n\n- one\n- two  \n\n1. [a](https://a.org) <b>bold</b>\n",
    '```json\n{"name": "Ada", "born": 1815}\n```\n',
    "```xml\n<tool_call>\n<name>x</name>\n</tool_call>\n```\nSo it is written.",
    "Models write `<tool_call>` tags around JSON, and ChatML has `<|im_start|>` tokens.",
    "Models write <tool_call> tags around JSON and close them with </tool_call> at the end.",
    "A generic is written List<String>, a shift as 1 << 3, and a heredoc as <<<EOF.",
    "[1] A source\n[2] Another\n- {braces} first\n{braces} at a line's start",
    "```\n<|im_start|>user\nhello<|im_end|>\n```\n",
    "```python\nweb_search('x')\nprint({'name': 1})\n```\nThat calls a function.",
    "The function web_search(query) looks things up.",
    '{"title": "x", "name": "web_search"}',
    f"In the middle of a line {ONE} is an example.",
    "a < b, <tool> and <tool_cal> and `` and ` and <<<",
    "[TOOL_CALLS] are a thing",
    "The tower is 47 metres tall.\nIt stands on the northern pier since 1931.",
    "\n\n  \n",
    "[",
    "{",
]


@pytest.mark.parametrize(
    ("said", "text", "calls"),
    [
        *CALLS,
        *((said, "", None) for said in NOTHING),
        *((said, left, []) for said, left in DIRTY),
        *((said, said, []) for said in CLEAN),
    ],
)
def test_calls_and_markup_are_taken_out_however_they_are_cut(
    said: str, text: str, calls: list[Any] | None
):
    for size in (1, 3, 7, len(said)):
        left, found = read(in_pieces(said, size))
        assert left == text if text else not left.strip() or left == said == text
        assert calls is None or found == calls


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Give me JSON for a call", ONE.replace("web_search", "add")),
        ("What does [INST] mean?", "[INST] begins an instruction."),
        ("What is <|im_start|> in ChatML?", "<|im_start|>user begins a turn of the user."),
        ("What does an assistant do?", "Assistant: a person who helps."),
    ],
)
def test_what_the_user_speaks_of_may_be_spoken_of(asked: str, text: str):
    assert read([text], asked=asked) == (text, [])


def test_arguments_that_are_no_object_are_an_error_of_the_call():
    _text, (fault,) = read(['<tool_call>{"name": "web_search", "arguments": [1]}</tool_call>'])
    assert "JSON object" in fault


PARTS = [
    *("a", " ", "\n", "\n\n", "`", "```", "```json\n", "<", "<<<", "[", "{", "}", ">", "|", "User: "),
    *(ONE, TWO, CLOSE, OPEN, FOLLOW_UP, FOLLOW_UP[:30], QUESTION, ANSWER, "assistant:", "Assistant"),
    *("<|im_start|>", "<|im_end|>", "user", "[INST]", "[/INST]", "<s>", "</s>", "<tool_call>", "</tool_call>"),
    *("web_search", "web_search(", ")", "<function", "How you work", "~~~", '{"name": ', "# ", "  ", '"'),
]  # fmt: skip


@given(parts=st.lists(st.sampled_from(PARTS), max_size=12), data=st.data())
def test_any_cutting_into_chunks_gives_the_same(parts: list[str], data: st.DataObject):
    text = "".join(parts)
    whole = read([text])
    edges = [0, *sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8))), len(text)]
    assert read([text[a:b] for a, b in pairwise(edges)]) == whole
    assert read(list(text)) == whole


@given(st.text(alphabet=st.characters(exclude_characters="<{[`~"), max_size=300))
def test_plain_text_passes_byte_for_byte(text: str):
    assert read([f"It is {text}"]) == (f"It is {text}", [])


@settings(max_examples=30)
@given(st.dictionaries(st.text(min_size=1), st.text() | st.integers() | st.lists(st.booleans())))
def test_any_arguments_survive(arguments: dict[str, Any]):
    said = json.dumps({"name": "web_search", "arguments": arguments})
    assert read(list(f"<tool_call>{said}</tool_call>")) == ("", [("web_search", arguments)])


def test_what_can_be_no_markup_is_shown_at_once():
    filtering = cleaner()
    for piece, shown in (
        *(("The tow", "The tow"), ("er is <", "er is "), ("b>tall\n", "<b>tall\n")),
        *(
            (each, each)
            for each in ("The set {1, 2} ", "and [1]\n", "- an item\n", "a < b ", "`x` ", "\n")
        ),
        *(('{"na', ""), ('tion"\n', '{"nation"\n'), ("<answer>It is", "<answer>It is")),
    ):
        assert filtering.feed(piece) == shown


def test_a_long_reply_is_read_in_time_that_grows_with_its_length():
    said = '{"name": "web_search", "arguments": {"query": "' + "x{" * 20_000
    text, calls = read(in_pieces(said, 4), cut=True)
    assert (text, len(calls)) == ("", 1)
