"""What a small model writes in the place of an answer, as real ones did."""

import time

import pytest

from desktop_agent.agents.answers.answer_form import fit_text

ASKED = "Who is the lieutenant governor of Ohio?"
ANSWER = "**Jim Tressel** is the lieutenant governor of Ohio [1]."
OWN = "Answer from the sources above and cite them like [1]. Do not call any tool.\nToday is near."
CALL = '{"name": "run_python", "arguments": {"code": "print(\'It is {Jim} Tressel\')"}}'


@pytest.mark.parametrize(
    "machinery",
    [
        CALL,
        CALL[:-8],
        f"```json\n{CALL}\n```",
        "<function-name>web_search</function-name>",
        "<<<END_UNTRUSTED_BLOCK d0580123>>>",
        "Answer from the sources above and cite them like [1].",
    ],
)
def test_machinery_is_removed_and_what_is_left_decides(machinery: str):
    assert fit_text(machinery, ASKED, (OWN,)) == ""
    assert fit_text(f"{ANSWER}\n{machinery}", ASKED, (OWN,)) == ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "",
        "the answer",
        "<answer>The answer</answer>",
        "in as few words as possible",
        "Let me search for the lieutenant governor of Ohio.",
        '{"answer": "Jim Tressel"}',
        '```json\n{"a": 1}\n```',
    ],
)
def test_what_is_no_answer_leaves_nothing(text: str):
    assert fit_text(text, ASKED) == ""


@pytest.mark.parametrize(
    "text",
    [
        ANSWER,
        "Let me put it this way: it is Jim Tressel.",
        "- a [1]\n- a [2]\n- b\n- c",
        "```python\nprint(1)\nprint(1)\nprint(1)\nprint(1)\nprint(1)\n```",
    ],
)
def test_an_answer_is_kept_as_it_is(text: str):
    assert fit_text(text, ASKED, (OWN,)) == text


def test_what_the_question_speaks_of_is_kept():
    assert fit_text('{"a": 1}', "Give me a as JSON.") == '{"a": 1}'
    assert fit_text(CALL, "What does a JSON call of a tool look like?") == CALL
    assert fit_text(
        "Today is near enough to it.",
        "Say: Today is near enough to it.",
        ["Today is near enough to it."],
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<think>Ohio?</think>\nJim Tressel [1].", "Jim Tressel [1]."),
        ('>>>web_search\n{"query": "Ohio"}', ""),
        (">>>all\nJim Tressel.", "Jim Tressel."),
        ('<|from|>assistant\n<|recipient|>web_search\n<|content|>{"query": "Ohio"}', ""),
        ("<|from|>assistant\n<|recipient|>all\n<|content|>Jim Tressel.", "Jim Tressel."),
        ("<function=search>\n<parameter=query>\nOhio\n</parameter>\n</function>", ""),
        ('Thought: I look.\n<code>\nprint(search("Ohio"))\n</code>', ""),
        (f"=== QUESTION ===\n{ASKED}\n=== ANSWER ===\nJim Tressel.", "Jim Tressel."),
        ("--- SOURCES ---\n[1] x\n--- ANSWER ---\nJim Tressel.", "Jim Tressel."),
        ("## The lieutenant governor of Ohio", ""),
        (
            "Jim Tressel.<|im_end|>\n<|im_start|>user\nWho?<|im_end|>\n<|im_start|>assistant\nHe.",
            "Jim Tressel.",
        ),
        (
            "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>Ohio</arg_value>\n</tool_call>",
            "",
        ),
        ("Thought: I look.\nCode:\n```py\nprint(search())\n```<end_code>", ""),
        ("Jim Tressel.\n\nNext, I will search the other sources.", "Jim Tressel."),
        ("Jim Tressel.\n\n以上信息来自所提供的资料。如果您还有其他问题,请告诉我。", "Jim Tressel."),
        ("Jim Tressel [1].<|im_end|>\n<|im_start|>user\nAnd now?", "Jim Tressel [1]."),
        ('Jim Tressel.\n[TOOL_CALLS]search[ARGS]{"query": "Ohio"}', "Jim Tressel."),
        ('<|python_tag|>brave_search.call(query="Ohio")<|eom_id|>', ""),
        ('Jim Tressel.\n\nsearch_sources(query="Ohio", top_k=3)', "Jim Tressel."),
        ("Jim Tressel.\n\nAction: search\nAction Input: Ohio\nObservation:", "Jim Tressel."),
        ("Thought: Ohio?\nAction: look\nFinal Answer: Jim Tressel.", "Jim Tressel."),
        (f"System: Be short.\nQuestion: {ASKED}\nAnswer: Jim Tressel.", "Jim Tressel."),
        ("Jim Tressel.\nUser: And Iowa?\nAI: Chris Cournoyer.", "Jim Tressel."),
        ("tool: search\narguments:\n  query: Ohio\n  limit: 3", ""),
        ("Jim Tressel.\n<toolcall>look('Ohio')</toolcall>", "Jim Tressel."),
        ('Jim Tressel.\nfunction_call: {"name": "f", "arguments": "{}"}', "Jim Tressel."),
        ("<|tool▁calls▁begin|>f<|tool▁sep|>look<|tool▁calls▁end|>", ""),
        ("Jim Tressel.\n--- END OF DATA ---", "Jim Tressel."),
        ("the " * 32, ""),
        ('```tool_code\nprint(search("Ohio"))\n```\nJim Tressel.', "Jim Tressel."),
        ('Jim Tressel.\n```json\n{"found": true}\n```', "Jim Tressel."),
        ("Jim Tressel [1].\n[/SOURCES]", "Jim Tressel [1]."),
        ("It is Jim Tressel.\nSource: [Your source here]", "It is Jim Tressel."),
        ("Jim Tressel. " + "!" * 90, "Jim Tressel."),
        (f"{ASKED} Jim Tressel [1].", "Jim Tressel [1]."),
        (f"{ASKED[:-1]} [1]? Jim Tressel [0a1b2c3d4e5f6789] it is.", "Jim Tressel  it is."),
        ("According to the sources above, it is Jim Tressel.", "It is Jim Tressel."),
        ("Answer: Jim Tressel [1].", "Jim Tressel [1]."),
        ("**Final answer:** Jim Tressel.\nHe was a coach.", "Jim Tressel.\nHe was a coach."),
        ("The answer is Jim Tressel.", "The answer is Jim Tressel."),
        ("[1] It is Jim Tressel. He was a coach.", "It is Jim Tressel [1]. He was a coach."),
        ("[1] Ohio\n[2] Iowa", "[1] Ohio\n[2] Iowa"),
        ("[1] [2] [1", ""),
        ("It is Jim Tressel [1]. He was a coach [2", "It is Jim Tressel [1]. He was a coach"),
        ("Source:", ""),
    ],
)
def test_a_text_is_shown_without_what_is_no_answer(text: str, shown: str):
    assert fit_text(text, ASKED) == shown


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("What does <|im_start|> mean?", "It opens a message: <|im_start|>user."),
        ("How do I write a file in bash?", "```\ncat <<EOF > notes.txt\na\nEOF\n```"),
        ("Write a letter with placeholders.", "Dear [your name],\n\nThank you."),
        ("Which markers does ChatML use?", "It opens a turn with <|im_start|> and a role."),
        ("What was certain?", "Thought: for Descartes, nothing else was certain."),
        ("What sorts?", "Input: a list.\nOutput: a sorted list."),
        ("What is an inner product?", "It is written <u, v>, and <u, u> >= 0 [1]."),
    ],
)
def test_what_only_looks_like_markup_is_kept(asked: str, text: str):
    assert fit_text(text, asked) == text


@pytest.mark.parametrize("text", ["a b ", '{"name": "a", "arguments": ', "<function ", "(", "x. "])
def test_a_hostile_text_takes_little_time(text: str):
    began = time.process_time()
    fit_text(text * (40_000 // len(text)), ASKED, (OWN,))
    assert time.process_time() - began < 3
