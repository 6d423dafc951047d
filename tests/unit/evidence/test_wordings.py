import re
from collections.abc import Iterator
from typing import Any

import pytest

from desktop_agent.evidence.text.wordings import expression, table
from desktop_agent.system.resources import resource_path

OWN_FORM = ("concepts", "grounding")  # read by code of their own
FILES = sorted(
    name
    for path in resource_path("evidence").rglob("*.toml")
    if (name := path.relative_to(resource_path("evidence")).with_suffix("").as_posix())
    not in OWN_FORM
)
REFERENCE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


@pytest.mark.parametrize("file", FILES)
def test_references_lead_somewhere_and_no_line_hides_a_space_at_its_edge(file: str):
    for text in texts(table(file)):
        if not {"year", "studio"} & set(REFERENCE.findall(text)):  # the queries' own places
            expression(file, text)
        assert not re.search(r"[^\n] +\n", text), text
