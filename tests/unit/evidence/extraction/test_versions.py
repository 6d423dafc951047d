import pytest

from desktop_agent.evidence.records import Intent
from tests.unit.evidence.extraction.seeing import extract, page

VERSION = Intent.LATEST_VERSION

SAID = [
    ("Python", "The latest stable version of Python is 3.14.1, released on 2 December 2025.", "3.14.1"),
    ("Node.js", "Node.js 22.1.0 is now available.", "22.1.0"),
    ("Node.js", "Latest LTS Version: Node.js v20.12.2 (includes npm).", "20.12.2"),
    ("Blender", "Blender's latest release is version 4.2.1 LTS.", "4.2.1 LTS"),
    ("Ubuntu", "The latest LTS version of Ubuntu is Ubuntu 24.04.1 LTS.", "24.04.1 LTS"),
    ("Debian", "Die aktuelle Version von Debian ist 12.8.", "12.8"),
    ("Blender", "La última versión de Blender es 4.3.0.", "4.3.0"),
]  # fmt: skip

NOT_SAID = [
    ("Python", "This package requires Python 3.8 or later."),
    ("Python", "Python 3.15.0a1 is the latest preview release."),
    ("Python", "The latest version of PyCharm is 2026.1 and it supports Python."),
    ("Node.js", "The latest version of npm is 10.8.1, which ships with Node.js."),
    ("Ubuntu", "The current version was published on 06.06.2024."),
    ("Go", "They go 1.5 miles; the latest version of the route is 2.0."),
]


@pytest.mark.parametrize(("software", "text", "version"), SAID)
def test_a_sentence_names_the_version(software, text, version):
    assert extract(VERSION, software, page("", text)).values == {version}


@pytest.mark.parametrize(("software", "text"), NOT_SAID)
def test_what_is_required_expected_or_of_another_program_is_not_sighted(software, text):
    assert extract(VERSION, software, page("", text)).values == set()


def test_an_infobox_gives_the_stable_release_and_not_the_preview():
    text = "# Python\n\n| Stable release | 3.14.1 / 2 December 2025 |\n| Preview release | 3.15.0a2 / 4 November 2026 |\n"
    found = extract(VERSION, "Python", page("Python (programming language) - Wikipedia", text=text))
    assert found.answer == "3.14.1"
    assert found.sightings[0].date == "2025-12-02"


NODE = (
    "# Node.js\n\n| Version | Codename | Status |\n| --- | --- | --- |\n| v26.3.0 | Lithium | LTS |\n"
    "| v25.9.0 | | End-of-life |\n| v24.16.1 | Krypton | Maintenance LTS |\n"
)
VLC = (("json_ld", "SoftwareApplication: VLC", "softwareVersion", "3.0.21"),)
UBUNTU = (
    "The latest LTS version of Ubuntu is Ubuntu 24.04.1 LTS. The latest version of Ubuntu is 25.10."
)
PAGES = {
    "a table of releases gives the supported ones": ("Python", "", page("Python | endoflife.date", text="# Python\n\n| Release | Latest | Support |\n| --- | --- | --- |\n| 3.14 | 3.14.1 | yes |\n| 3.7 | 3.7.17 | end of life |\n", url="https://endoflife.date/python"), {"3.14.1"}),
    "structured data gives the version of that software": ("VLC", "", page("Download VLC", facts=VLC), {"3.0.21"}),
    "and of no other": ("Audacity", "", page("Download", facts=VLC), set()),
    "that of others does not": ("PyTorch", "", page("Release v9.9.9 · somebody/tools · GitHub", url="https://github.com/somebody/tools/releases/tag/v9.9.9"), set()),
    "a series narrows it down": ("Python 3.12", "", page("", "The latest version of Python 3.12 is Python 3.12.8. Python 3.14.1 is the newest version."), {"3.12.8"}),
    "long support narrows it down": ("Ubuntu", "latest LTS version of Ubuntu?", page("", UBUNTU), {"24.04.1 LTS"}),
    "a table with a status gives the version with long support": ("Node.js", "What is the current LTS version of Node.js?", page("Node.js releases", text=NODE, url="https://nodejs.org/en/about/releases"), {"26.3.0"}),
    "a number glued to the name counts": ("Go", "", page("Release History", "go1.27.3 (released 2026-11-04) includes fixes to the runtime.", url="https://go.dev/doc/devel/release"), {"1.27.3"}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("software", "question", "document", "versions"), PAGES.values(), ids=PAGES
)
def test_a_page_gives_its_versions(software, question, document, versions):
    assert extract(VERSION, software, document, question=question).values == versions


def test_the_newest_of_several_wins_over_what_is_said_more_often():
    stale = [
        page("", "The latest version of Python is 3.9.6.", url=f"https://s{n}.com", date="2021-07-01")
        for n in range(5)
    ]  # fmt: skip
    own = page("Download Python", "Download the latest version: Python 3.14.1", url="https://www.python.org/downloads/")  # fmt: skip
    found = extract(VERSION, "Python", *stale, own)
    assert found.answer == "3.14.1"


def test_a_higher_number_from_an_untrusted_site_does_not_win():
    farm = page("", "The latest version of Python is 5.0.", url="https://python-downloads.blogspot.com")  # fmt: skip
    own = page("Download Python", "The latest version of Python is 3.14.1", url="https://www.python.org/downloads/")  # fmt: skip
    assert extract(VERSION, "Python", farm, own).candidates[0].value == "3.14.1"


def test_one_made_up_text_on_many_sites_does_not_beat_the_project():
    copies = [
        page("VLC 5.0 is here: five reasons to update", "The latest version of VLC media player, 5.0, can be downloaded now.", url=f"https://s{n}.com", date="2026-11-10")
        for n in range(5)
    ]  # fmt: skip
    own = page("Download VLC media player", "The latest version of VLC media player is 3.0.23.", url="https://www.videolan.org/vlc/")  # fmt: skip
    assert extract(VERSION, "VLC media player", *copies, own).answer == "3.0.23"
    assert extract(VERSION, "VLC media player", *copies).answer == ""


@pytest.mark.parametrize(
    "branch",
    [
        "Corvid 16.0-STABLE", "Current version: Corvid 16.0 (development branch)",
        "Corvid 16.0 is the current development branch.", "Latest version: 16.0 development snapshot",
        "Development snapshots\n\nLatest version: Corvid 16.0",
    ],
)  # fmt: skip
def test_a_branch_in_development_is_no_stable_version_whatever_it_is_called(branch: str):
    text = f"# Corvid\n\nThe latest stable release is Corvid 15.0.\n\n## {branch}\n\n{branch}"
    site = "https://www.corvid.org/download/"
    found = extract(VERSION, "Corvid", page("Download Corvid", text=text, url=site))
    assert found.values == {"15.0"}
