"""What small models copy from around an answer is taken out, and nothing else, however it arrives."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.reply_parsing import PromptMarkup, ReplyCleaner
from desktop_agent.core.messages import Message
from desktop_agent.core.text import Fence

FENCE = Fence("d058a1b2c3d4e5f6")
SYSTEM = f"""You are a careful research assistant. Today is 2026-11-23.

How you work
- For facts that can change, call web_search before you answer; read a page with web_fetch.
- {FENCE.rule}
- Answer in the language of the question. No filler.
print("RESULT =", estimate, "+-", standard_error, "(n trials, seed s)")"""
FOLLOW_UP = (
    "These are the results, and there are no more tool calls. Answer the question now from what you "
    "have, with citations like [1]."
)
PAGE = FENCE.wrap("The tower is 47 metres tall.\nIt stands on the northern pier since 1931.", "web")
RESULT = '{"query": "tower", "results": [{"source": 1, "title": "The tower of the harbour"}]}'
QUESTION = "How tall is the tower?"
MESSAGES = (
    Message("system", SYSTEM),
    Message("user", f"{QUESTION}\n\n{PAGE}"),
    Message("tool", FENCE.wrap(RESULT, "web_search"), tool_name="web_search"),
    Message("user", FOLLOW_UP),
)
TOOLS = ("web_search", "web_fetch", "run_python", "flag_discovery")
OPEN = f"<<<UNTRUSTED_BLOCK {FENCE.token} from web>>>"
CLOSE = f"<<<END_UNTRUSTED_BLOCK {FENCE.token}>>>"
CALL = '{"name": "web_search", "arguments": {"query": "tower"}}'
ANSWER = "The tower is 47 metres tall [1]."


def cleaned(text: str, pieces: list[str] | None = None, asked: str = QUESTION) -> str:
    cleaner = ReplyCleaner(PromptMarkup.of(FENCE.token, TOOLS, MESSAGES, asked))
    out = "".join(cleaner.feed(piece) for piece in pieces or [text])
    out += cleaner.end()
    assert cleaner.removed == (out != text)
    return out


NOTHING = [
    CALL,
    f"{CALL}\n{CLOSE}\n" + '{"kept": "The tower", "timestamp": "2026-11-23T10:00:00"}',
    f"{CALL}\n{CLOSE}\n{FOLLOW_UP}",
    f"<tool_call>\n{CALL}\n</tool_call>",
    f"```json\n{CALL}\n```",
    f"```\n{CALL}\n```\n{CLOSE}",
    "<function-name>web_search</function-name>",
    '<function=web_search>{"query": "tower"}</function>',
    "web_search(query='tower')",
    CLOSE,
    f"{OPEN}\n{CLOSE}",
    "<<<END_UNTRUSTED_BLOCK d058",
    FOLLOW_UP,
    SYSTEM.rpartition("\n")[0],
    RESULT,
    "<|im_start|>assistant\n<|im_end|>",
    "[INST] How tall is the tower? [/INST]",
    "</s>",
    "assistant:",
    f"assistant\n{CLOSE}",
]

DIRTY = [
    (f"{ANSWER}\n{CLOSE}", f"{ANSWER}\n"),
    (f"{OPEN}\n{ANSWER}\n{CLOSE}\n", f"{ANSWER}\n"),
    (f"{ANSWER}\n\n{CALL}", f"{ANSWER}\n\n"),
    (f"{CALL}\n{ANSWER}", ANSWER),
    (f"<tool_call>{CALL}</tool_call>\n\n{ANSWER}", ANSWER),
    (f"{FOLLOW_UP}\n{ANSWER}", ANSWER),
    (f"User: {QUESTION}\n{ANSWER}", ANSWER),
    (f"<|im_start|>assistant\n{ANSWER}<|im_end|>", ANSWER),
    (f"<|start_header_id|>assistant<|end_header_id|>\n{ANSWER}<|eot_id|>", ANSWER),
    (f"<start_of_turn>model\n{ANSWER}<end_of_turn>", ANSWER),
    (f"<s>[INST] {QUESTION} [/INST] {ANSWER}</s>", ANSWER),
    (f"<s>{ANSWER}", ANSWER),
    (f"assistant: {ANSWER}", ANSWER),
    (f"assistant\n{ANSWER}", ANSWER),
    (f"{ANSWER}<|im_end|>\n<|im_start|>user\nAnd how old is it?", f"{ANSWER}\n"),
    (f"- Answer in the language of the question. No filler.\n{ANSWER}", ANSWER),
    (f"```\n{OPEN}\n{ANSWER}\n{CLOSE}\n```", f"```\n{ANSWER}\n```"),
]

CLEAN = [
    '```python\nx = 1\nprint("RESULT =", estimate, "+-", standard_error, "(n trials, seed s)")\n```',
    "Two lines.\n\n- one\n- two  \n\n1. [a](https://a.org) <b>bold</b>\n",
    '```json\n{"name": "Ada", "born": 1815}\n```\n',
    "```xml\n<tool_call>\n<name>x</name>\n</tool_call>\n```\nSo it is written.",
    "Models write `<tool_call>` tags around JSON, and ChatML has `<|im_start|>` tokens.",
    "Models write <tool_call> tags around JSON and close them with </tool_call> at the end.",
    "The user: somebody who asks.\nThe assistant: somebody who answers.",
    "User: hi\nAssistant: hello\n",
    "A generic is written List<String>, a shift as 1 << 3, and a heredoc as <<<EOF.",
    "See [INSTALL] and [1].",
    "```\n<|im_start|>user\nhello<|im_end|>\n```\n",
    "```python\nweb_search('x')\n```\nThat calls a function.",
    "The function web_search(query) looks things up.",
    "Answer in short: yes.\nToday is Monday.\nHow you work is up to you.",
    "{not json}\n[1, 2, 3]\n[x] done\n",
    "<s>12 metres</s> 47 metres, now <s>30 euros</s>",
    "The tools are:\nweb_search\nweb_fetch",
    "The tower is 47 metres tall.\nIt stands on the northern pier since 1931.",
    "",
]


@pytest.mark.parametrize("text", NOTHING)
def test_a_reply_that_is_nothing_else_leaves_nothing(text: str):
    assert cleaned(text).strip() == ""


@pytest.mark.parametrize(("text", "left"), DIRTY)
def test_machinery_around_an_answer_is_taken_out(text: str, left: str):
    assert cleaned(text) == left


@pytest.mark.parametrize("text", CLEAN)
def test_an_answer_that_speaks_of_such_things_stays_as_it_is(text: str):
    assert cleaned(text) == text


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Give me JSON for a call", CALL.replace("web_search", "add")),
        ("What does [INST] mean?", "[INST] begins an instruction."),
        ("What is <|im_start|> in ChatML?", "<|im_start|>user begins a turn of the user."),
        ("What does an assistant do?", "Assistant: a person who helps."),
    ],
)
def test_what_the_user_speaks_of_may_be_spoken_of(asked: str, text: str):
    assert cleaned(text, asked=asked) == text


PARTS = [
    *("a", " ", "\n", "\n\n", "`", "```", "```json\n", "<", "<<<", "[", "{", "}", ">", "|", "User: "),
    *(CALL, CLOSE, OPEN, FOLLOW_UP, FOLLOW_UP[:30], QUESTION, ANSWER, "assistant:", "Assistant"),
    *("<|im_start|>", "<|im_end|>", "user", "[INST]", "[/INST]", "<s>", "</s>", "<tool_call>", "</tool_call>"),
    *("web_search", "web_search(", ")", "<function", "How you work", "~~~", '{"kept": 1}', "# ", "  "),
]  # fmt: skip


@given(parts=st.lists(st.sampled_from(PARTS), max_size=12), data=st.data())
def test_any_cutting_into_chunks_gives_the_same(parts: list[str], data: st.DataObject):
    text = "".join(parts)
    whole = cleaned(text)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    edges = [0, *cuts, len(text)]
    pieces = [text[a:b] for a, b in pairwise(edges)]
    assert cleaned(text, pieces) == whole
    assert cleaned(text, list(text)) == whole


@given(st.text(alphabet=st.characters(exclude_characters="<{[`~"), max_size=300))
def test_plain_text_passes_byte_for_byte(text: str):
    assert cleaned(f"It is {text}") == f"It is {text}"


def test_what_can_be_no_machinery_is_shown_at_once():
    cleaner = ReplyCleaner(PromptMarkup.of(FENCE.token, TOOLS, MESSAGES, QUESTION))
    assert cleaner.feed("The tow") == "The tow"
    assert cleaner.feed("er is <") == "er is "
    assert cleaner.feed("b>tall") == "<b>tall"
