"""A branch in development is no stable version, whatever it is called."""

import pytest

from desktop_agent.evidence.pack import Intent
from tests.unit.evidence.extraction.seeing import extract, page

SITE = "https://www.corvid.org/download/"


def latest(text: str) -> set[str]:
    return extract(
        Intent.LATEST_VERSION, "Corvid", page("Download Corvid", text=text, url=SITE)
    ).values


@pytest.mark.parametrize(
    "branch",
    [
        "Corvid 16.0-CURRENT", "Corvid 16.0-STABLE", "Corvid 16.0-DEVEL", "Corvid 16.0-NIGHTLY", "Corvid 16.0-SNAPSHOT",
        "Current version: Corvid 16.0 (development branch)", "The latest release is trunk 16.0",
        "Corvid 16.0 is the current development branch.", "Latest version: 16.0 development snapshot",
    ],
)  # fmt: skip
def test_a_branch_is_not_the_latest(branch: str):
    found = latest(
        f"# Corvid\n\nThe latest stable release is Corvid 15.0.\n\n## {branch}\n\n{branch}"
    )
    assert found == {"15.0"}


def test_what_stands_under_the_heading_of_a_branch_is_not_the_latest():
    assert not latest("## Development snapshots\n\nLatest version: Corvid 16.0\n")


def test_a_release_may_be_called_stable():
    assert latest("The latest release is Corvid 4.5-stable.") == {"4.5"}
