"""The documentation: it builds without a warning, loads nothing, and says what is there."""

import argparse
import ast
import io
import json
import os
import platform
import re
import shlex
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from desktop_agent.core.settings import Settings
from desktop_agent.frontends.cli.parser import build_parser
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.settings_file import load_settings
from tests.benchmarks.figures import machine, record
from tests.child_process import output_of

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "resources" / "docs"
BUILDER = ROOT / "packaging" / "docs"
PAGES = sorted(SOURCES.rglob("*.md"))
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
NAMED = re.compile(r"`((?:desktop_agent|tests|resources|packaging)/[^`\s]+)`")
PROOF = re.compile(r"\{test\}`([^`]+)`")


def page_name(path: Path) -> str:
    return str(path.relative_to(SOURCES))


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site, built once; a warning of any kind, such as a link to nothing, fails it."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    output_of([sys.executable, BUILDER / "build.py", folder], cwd=ROOT, timeout=110)
    return folder


@pytest.fixture
def performance(monkeypatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BUILDER))
    import performance as module

    return module


@cache
def names_of_tests(file: Path) -> frozenset[str]:
    """The names of the tests of a file, as they are written there."""
    parsed = ast.parse(file.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(
        node.name
        for node in ast.walk(parsed)
        if isinstance(node, kinds) and node.name.startswith("test_")
    )


class Loads(HTMLParser):
    """Collects what a browser would load of a page by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev", "index"):
            self.addresses.append(given.get("href", ""))
        if tag in ("script", "img", "iframe", "source", "video", "audio", "embed", "input"):
            self.addresses.append(given.get("src", ""))
        if tag == "object":
            self.addresses.append(given.get("data", ""))
        self.addresses += re.findall(r"url\(([^)]*)\)", given.get("style", ""))


# --- the site


def test_the_site_has_every_page(site):
    wanted = [path.relative_to(SOURCES).with_suffix(".html") for path in PAGES]
    made = [Path("reference", f"{name}.html") for name in ("settings", "terminal", "shortcuts")]
    assert [str(page) for page in (*wanted, *made) if not (site / page).is_file()] == []


def test_a_page_loads_nothing_from_elsewhere(site):
    remote = []
    for page in site.rglob("*.html"):
        seen = Loads()
        seen.feed(page.read_text(encoding="utf-8"))
        remote += [(page.name, each) for each in seen.addresses if re.match(r"\w+:|//", each)]
    assert [each for each in remote if not each[1].startswith("data:")] == []
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", text), style.name
    for script in site.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"(?:src\s*=|import\(|fetch\()\s*[`'\"]https?://", text), script.name


def test_no_page_names_the_machine_it_was_built_on(site):
    for page in site.rglob("*.html"):
        assert str(ROOT) not in page.read_text(encoding="utf-8"), page.name


def test_the_reference_of_settings_has_every_option_as_it_is(site, tmp_path):
    text = (site.with_name("site-pages") / "reference" / "settings.md").read_text(encoding="utf-8")
    rows = {
        cells[4].strip("`"): cells
        for line in text.splitlines()
        if (cells := [each.strip() for each in re.split(r"(?<!\\)\|", line)[1:-1]])
        and len(cells) == 5
    }
    paths = find_paths({"DESKTOP_AGENT_HOME": str(tmp_path)})
    for section, field in Settings.model_fields.items():
        for name, option in type(field.default).model_fields.items():
            variable = f"DESKTOP_AGENT_{section.upper()}__{name.upper()}"
            cells = rows[variable]
            assert cells[0] == f"`{name}`"
            assert cells[3] == option.description
            default = cells[2].strip("`")
            if default != "unset":
                read = load_settings(paths, {variable: default.removeprefix('"').removesuffix('"')})
                assert getattr(getattr(read, section), name) == option.default, variable
    assert len([name for name in rows if name.startswith("DESKTOP_AGENT_")]) == sum(
        len(type(field.default).model_fields) for field in Settings.model_fields.values()
    )


def commands_of(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> list[str]:
    """Gives every command with its options, as ``words --option``."""
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                found += [" ".join((*words, name)), *commands_of(command, (*words, name))]
        else:
            found += [f"{' '.join(words)} {option}" for option in action.option_strings if words]
    return [each for each in found if not each.endswith((" -h", " --help"))]


def test_the_reference_of_the_terminal_has_every_command_and_option(site):
    text = (site.with_name("site-pages") / "reference" / "terminal.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^#{2,3} (.+)\n((?:(?!^#{2,3} )[\s\S])*)", text, re.MULTILINE))
    for each in commands_of(build_parser()):
        command, _, option = each.partition(" --")
        assert command in parts, each
        assert not option or f"--{option}" in parts[command], each


def test_the_list_of_shortcuts_is_that_of_the_window(site):
    text = (site.with_name("site-pages") / "reference" / "shortcuts.md").read_text(encoding="utf-8")
    window = ROOT / "desktop_agent" / "frontends" / "ui" / "window"
    source = (window / "main_window.py").read_text(encoding="utf-8")
    names = set(re.findall(r'"((?:chat|conversations|view|program|runs|knowledge)\.\w+)"', source))
    assert len(names) > 30
    assert names - set(re.findall(r"`(\w+\.\w+)`", text)) == set()


def test_the_list_of_layers_has_every_part_of_the_program(site):
    text = (site / "develop" / "architecture.html").read_text(encoding="utf-8")
    listed = text[text.index("<ol") : text.index("The build enforces these rules too")]
    there = {
        path.stem
        for path in (ROOT / "desktop_agent").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert there - {"__init__"} <= set(re.findall(r"\w+", listed))


# --- the privacy page


def statements() -> list[str]:
    """The statements of the page: what stands in a list, and rows of tables that name a proof."""
    lines = (SOURCES / "privacy.md").read_text(encoding="utf-8").splitlines()
    found: list[str] = []
    proved = False
    for line in lines:
        if line.startswith("|"):
            proved = proved or line.endswith("| proof |")
            if proved and not line.startswith("| ---") and not line.endswith("| proof |"):
                found.append(line)
            continue
        proved = False
        if line.startswith("- "):
            found.append(line)
        elif line.startswith("  ") and found:
            found[-1] += f" {line.strip()}"
    return found


def test_every_statement_of_the_privacy_page_ends_with_a_test():
    assert len(statements()) > 40
    assert [each for each in statements() if not re.search(r"\{test\}`[^`]+`(?: \|)?$", each)] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_test_that_a_page_names_is_there(page):
    for proof in PROOF.findall(page.read_text(encoding="utf-8")):
        file, _, name = proof.partition("::")
        assert (ROOT / file).is_file(), proof
        assert name in names_of_tests(ROOT / file), proof


def test_a_proof_leads_to_the_code_of_its_test(site):
    text = (site / "privacy.html").read_text(encoding="utf-8")
    links = re.findall(r'href="proofs.html#([^"]+)"', text)
    assert len(links) >= len(statements())
    proofs = (site / "proofs.html").read_text(encoding="utf-8")
    assert [label for label in links if f'id="{label}"' not in proofs] == []


# --- what pages name


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_files_that_a_page_names_are_there(page):
    named = NAMED.findall(page.read_text(encoding="utf-8"))
    missing = [name for name in named if not (ROOT / name.partition("::")[0]).exists()]
    assert [name for name in missing if not re.search(r"/(?:NAME|ID)[._]", name)] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_options_that_a_page_names_are_there(page):
    sections = "|".join(Settings.model_fields)
    text = page.read_text(encoding="utf-8")
    for section, name in re.findall(rf"`({sections})\.([a-z_]+)(?: = [^`]*)?`", text):
        table = type(Settings.model_fields[section].default)
        assert name in ("json", "db", "py") or name in table.model_fields, f"{section}.{name}"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_commands_that_a_page_shows_are_understood(page, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("What is new?"))
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    for line in lines:
        if line.startswith("desktop-agent "):
            words = shlex.split(re.split(r" [<>] ", line)[0])
            build_parser().parse_args(words[1:])  # leaves the process where it does not


def test_the_pictures_that_pages_show_are_drawn(monkeypatch):
    for name in ("QT_QPA_PLATFORM", "QT_API", "PYTHON_KEYRING_BACKEND"):
        monkeypatch.setenv(name, os.environ.get(name, ""))  # the import sets them: put back after
    from tests.ui.screenshots import shots

    drawn = {shot.name for shot in shots("")}
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    shown = {name for text in texts for name in re.findall(r"\{picture\} (\S+)", text)}
    assert len(shown) > 15
    assert shown - drawn == set()


def test_the_links_of_the_readme_lead_somewhere():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    local = [link for link in LINK.findall(text) if "://" not in link]
    assert local
    assert [link for link in local if not (ROOT / link).exists()] == []


def test_model_calls_are_counted_alike_in_readme_guide_window_and_help(capsys):
    from desktop_agent.frontends.ui.wording.labels import strategies

    with pytest.raises(SystemExit):
        build_parser().parse_args(["ask", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "evidence quotes pages and calls no model" in told
    tips = {name: tip for name, (_title, tip) in strategies().items()}
    readme, guide = (
        _calls_by_strategy((ROOT / page).read_text(encoding="utf-8"))
        for page in ("README.md", "resources/docs/guide/strategies.md")
    )
    for name in ("quick", "verified", "team"):
        assert readme[name] == guide[name]
        assert f"({readme[name]}" in told
        assert f", {readme[name]} " in tips[name]


def _calls_by_strategy(page: str) -> dict[str, str]:
    rows = re.findall(r"^\| `(\w+)`[^|]*\|.*\| ([^|]+) \|$", page, re.MULTILINE)
    return dict(rows)


# --- figures


def test_figures_become_tables_by_folder_with_day_and_machine(performance, tmp_path, monkeypatch):
    file = tmp_path / "figures.jsonl"
    monkeypatch.setenv("FIGURES", str(file))
    for test, value in (("window/test_start.py", 0.31), ("window/test_start.py", 0.29)):
        monkeypatch.setenv("PYTEST_CURRENT_TEST", f"tests/benchmarks/{test}::test_it (call)")
        record("Start to first paint", value, "s", limit=0.5)
    for test in ("test_overhead.py", "reader/test_score.py"):
        monkeypatch.setenv("PYTEST_CURRENT_TEST", f"tests/benchmarks/{test}::test_it (call)")
        record(f"What {test} tells", 1234.4, "pages", baseline=800)
    lines = file.read_text(encoding="utf-8").splitlines()
    page = performance.performance_page([*lines, "{torn", "[]"])
    tables = [line for line in page.splitlines() if line.startswith(("## ", "| What", "| Start"))]
    assert tables == [
        "## The window",
        "| Start to first paint | 0.29 s | 0.5 s |  |",
        "## Runs and conversations",
        "| What test_overhead.py tells | 1,234 pages |  | 800 pages |",
        "## Reading pages",
        "| What reader/test_score.py tells | 1,234 pages |  | 800 pages |",
    ]
    told = json.loads(lines[0])
    assert f"Measured {told['day']} on: {told['machine']['processor']}, " in page
    assert "GiB" in page
    assert machine()["memory_gib"] >= 1
    assert platform.node() not in json.dumps(machine()).split('"'), "told without its name"


def test_without_figures_the_page_says_so_and_is_the_kept_one(performance, monkeypatch, tmp_path):
    monkeypatch.delenv("FIGURES", raising=False)
    monkeypatch.chdir(tmp_path)
    record("Nothing", 1.0, "s")
    assert list(tmp_path.iterdir()) == []
    assert "No figures are recorded" in performance.performance_page([])
