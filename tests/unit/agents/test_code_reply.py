"""Reading code out of a reply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.roles.researcher import computes, read_code

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
    ],
)
def test_code_is_found_however_it_is_given(text):
    assert read_code(text)[0] == CODE


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
    assert read_code(text)[0] == ""


WORKS = [CODE, "print(comb(5, 2))", "while True: pass", "x = (", "print(a < b)"]
STATES = ["RESULT = 42", "RESULT = '42'\nprint(RESULT)", "print('%s' % 42)", "print(str(42))"]


def test_code_that_works_something_out_is_told_from_code_that_only_states_its_answer():
    assert [code for code in [*WORKS, *STATES] if computes(code)] == WORKS


@given(st.text() | st.text(alphabet='`~\n {}":print(1)code', max_size=200))
def test_any_text_is_read(text):
    assert computes(read_code(text)[0]) in (True, False)
