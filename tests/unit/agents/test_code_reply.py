"""Reading code out of a reply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.roles.researcher import computes, printing_result, read_code, same_code

CODE = "x = 6 * 7\nprint('RESULT =', x)"


@pytest.mark.parametrize(
    "text",
    [
        CODE,
        f"```python\n{CODE}\n```",
        f"```\n{CODE}\n```",
        f"~~~python\n{CODE}\n~~~",
        f"```python\n{CODE}",
        f"<think>maybe\n```python\nwrong()\n```</think>\n```python\n{CODE}\n```",
        f"First try:\n```python\nx = 1 +\n```\nBetter:\n```python\n{CODE}\n```",
        f"```python\n{CODE}\n```\nIt prints:\n```\nRESULT = 42\nthe end\n```",
        f"```python\n{CODE}\n```\nOutput:\n```text\nx = 5\n```",
        '{"code": "x = 6 * 7\\nprint(\'RESULT =\', x)"}',
        '{"name": "run_python", "arguments": {"code": "x = 6 * 7\\nprint(\'RESULT =\', x)"}}',
        '{"thought": "easy", "python": "```python\\nx = 6 * 7\\nprint(\'RESULT =\', x)\\n```"}',
    ],
)
def test_code_is_found_however_it_is_given(text):
    assert read_code(text).code == CODE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "The answer is 42.",
        "I would write a loop over n and print(n).",
        "```bash\nrm -rf /\n```",
        "{",
        "```python\n\n```",
        "(" * 5000,
    ],
)
def test_prose_is_never_code(text):
    assert read_code(text).code == ""


def test_a_block_that_needs_an_earlier_one_comes_with_it():
    first, second = "def f(n):\n    return n * 2", "print(f(21))"
    text = f"Define:\n```python\n{first}\n```\nUse:\n```python\n{second}\n```"
    assert read_code(text).code == f"{first}\n\n{second}"
    assert read_code(text).prose == "Define:\n\nUse:"


WORKS = [CODE, "print(comb(5, 2))", "while True: pass", "x = (", "print(a < b)"]
STATES = ["RESULT = 42", "RESULT = '42'\nprint(RESULT)", "print('%s' % 42)", "print(str(42))"]


def test_code_that_works_something_out_is_told_from_code_that_only_states_its_answer():
    assert [code for code in [*WORKS, *STATES] if computes(code)] == WORKS


@pytest.mark.parametrize(
    ("code", "ends"),
    [
        ("RESULT = 6 * 7", "\nprint('RESULT', '=', RESULT)"),
        ("if 1:\n    RESULT = 6 * 7\n", "\nprint('RESULT', '=', RESULT)"),
        ("RESULT = 6 * 7\nprint(RESULT)", ""),
        ("RESULT = 6 * 7\nprint(f'RESULT = {RESULT}')", ""),
        ("print(6 * 7)", ""),
        ("RESULT = (", ""),
    ],
)
def test_a_result_that_is_set_is_printed(code, ends):
    assert printing_result(code) == (f"{code.rstrip()}{ends}" if ends else code)


def test_comments_and_spaces_make_no_other_code():
    assert same_code("x = 1+1  # sum\nprint( x )", "x = 1 + 1\nprint(x)")
    assert not same_code("print(1 + 1)", "print(1 + 2)")
    assert same_code("x = (", "x  = (")


@given(st.text() | st.text(alphabet='`~\n {}":print(1)code', max_size=200))
def test_any_text_is_read(text):
    read = read_code(text)
    assert computes(read.code) in (True, False)
