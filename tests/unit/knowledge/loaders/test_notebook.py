"""Notebooks by cells."""

import json

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.load import load


def notebook(*cells, **metadata):
    return json.dumps({"nbformat": 4, "metadata": metadata, "cells": list(cells)}).encode()


def text(source):
    return {"cell_type": "markdown", "source": source}


def code(source, *outputs):
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def test_text_stays_code_is_fenced_and_what_it_printed_follows():
    body = notebook(
        text(["# Tides\n", "They rise."]),
        code("1 + 1", {"data": {"text/plain": "2", "image/png": "iVBO"}}),
        code("fail()", {"ename": "NameError", "evalue": "no fail", "traceback": ["\x1b[31m"]}),
        language_info={"name": "Python"},
    )
    loaded = load(body, "a.ipynb")
    assert loaded.title == "Tides"
    assert loaded.text == (
        "# Tides\nThey rise.\n\n```python\n1 + 1\n```\n\nOutput:\n\n```\n2\n```\n\n"
        "```python\nfail()\n```\n\nOutput:\n\n```\nNameError: no fail\n```"
    )


def test_long_output_is_cut():
    loaded = load(notebook(code("x", {"text": ["line\n"] * 100_000})), "a.ipynb")
    assert len(loaded.text) < 1500


@pytest.mark.parametrize(
    "body",
    [b"[]", b'{"cells": 3}', b'{"cells": [', b"[" * 100_000, notebook(3)],
)
def test_what_is_no_notebook_is_refused(body):
    with pytest.raises(Unreadable, match=r"a\.ipynb is damaged"):
        load(body, "a.ipynb")
