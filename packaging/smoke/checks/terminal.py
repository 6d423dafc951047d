"""What a build does without a window."""

import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pypdfium2
from artefact import Artefact

from checks.surroundings import NO_RING, QUESTION, keyring, servers
from desktop_agent.system.worker_protocol import read_frame, write_frame
from tests.servers.model_hub import real_weights
from tests.servers.model_reply import Reply


def tells_its_version(build: Artefact, _pictures: Path) -> str:
    """Prints its name and version."""
    said = build.run("--version").strip()
    assert said.startswith("Desktop Agent "), said
    return said


def examines_itself(build: Artefact, _pictures: Path) -> str:
    """`doctor` finds what was bundled."""
    with servers() as (environ, _model):
        said = build.run("doctor", environ=environ | NO_RING)
    lines = {line[9:29].strip(): line[:7].strip() for line in said.splitlines() if line[:7].strip()}
    for name in ("system", "settings", "data", "cache", "logs", "model", "documents"):
        assert lines.get(name) == "ok", said
    assert "monty" in said, said
    code = next(line for line in said.splitlines() if "monty" in line)
    return "; ".join((said.splitlines()[0][29:].strip(), code[29:].strip()))


def reads_a_page_for_evidence(build: Artefact, _pictures: Path) -> str:
    """The worker for pages reads it, rules find the value; a page of this machine proves nothing."""
    with servers() as (environ, _model):
        said = build.run("evidence", "--json", QUESTION, environ=environ | NO_RING, status=3)
    told = json.loads(said)
    assert [source["read"] for source in told["sources"]] == [True, True], said
    (found,) = told["candidates"]
    assert found["value"] == "3.14.1", said
    return f"{found['value']}, {found['why']}"


def finds_a_document(build: Artefact, _pictures: Path) -> str:
    """Indexes a file of each kind and finds them."""
    from openpyxl import Workbook
    from pptx import Presentation

    folder = build.outside / "papers"
    folder.mkdir(mode=0o755)
    (folder / "notes.md").write_text("# Pumps\n\nThe heron stood at the weir until noon.\n")
    slides = Presentation()
    slide = slides.slides.add_slide(slides.slide_layouts[1])
    slide.shapes.title.text = "The kingfisher dives at dusk"
    slides.save(str(folder / "slides.pptx"))
    sheet = Workbook()
    sheet.active.append(["bird", "otter"])
    sheet.save(folder / "sheet.xlsx")
    (folder / "paper.pdf").write_bytes(_pdf_by(build, "The bittern booms in the reeds."))
    with servers() as (environ, _model):
        build.run("knowledge", "add", str(build.home / "papers"), environ=environ | NO_RING)
        found = []
        for word, file in (
            ("heron", "notes.md"), ("kingfisher", "slides.pptx"), ("otter", "sheet.xlsx"),
            ("bittern", "paper.pdf"),
        ):  # fmt: skip
            said = build.run("knowledge", "search", word, environ=environ | NO_RING)
            assert file in said, f"{word}: {said}"
            found.append(file)
    return f"found by a word: {', '.join(found)}"


def writes_a_pdf(build: Artefact, _pictures: Path) -> str:
    """Its PDF worker writes a document that can be read."""
    data = _pdf_by(build, "Ein Satz mit Umlauten: äöü.")
    with pypdfium2.PdfDocument(io.BytesIO(data)) as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert "Umlauten: äöü" in text, text
    return f"{len(data):,} bytes, its text can be read"


def _pdf_by(build: Artefact, sentence: str) -> bytes:
    request = {
        "title": "T", "html": f"<p>{sentence}</p>", "style": "", "family": "DejaVu Sans", "page": "a4",
        "pictures": [],
    }  # fmt: skip
    _told, data = _asked(build, json.dumps(request), "--pdf-worker", "1024")
    return data


def _asked(build: Artefact, body: str, *arguments: str) -> tuple[Any, bytes]:
    """Starts a worker, sends it a request; gives its reply and the part of it."""
    process, stdin, stdout, errors = _piped(build, *arguments)
    sink, source = stdin.buffer, stdout.buffer
    assert read_frame(source, 1 << 10) == b"ready", errors.read()
    write_frame(sink, json.dumps({"cpu_s": 60, "wall_s": 600}).encode())
    write_frame(sink, body.encode())
    told, part = json.loads(read_frame(source, 1 << 20)), read_frame(source, 1 << 24)
    sink.close()
    assert process.wait(timeout=60) == 0, errors.read()
    return told, part


def _piped(build: Artefact, *arguments: str, environ: Any = None) -> Any:
    """Starts the program; gives the process and its three streams, whose ``buffer`` is for bytes."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = build.start(*arguments, environ=environ, **pipes)
    return process, process.stdin, process.stdout, process.stderr


def embeds_a_text(build: Artefact, _pictures: Path) -> str:
    """Its worker of the search model turns a text into a vector."""
    shutil.copyfile(real_weights(), build.outside / "model.onnx")
    arguments = ("--search-model-worker", "2048", str(build.home / "model.onnx"))
    told, vector = _asked(build, json.dumps(["The bittern booms in the reeds."]), *arguments)
    assert len(vector) == 4 * told["dimensions"], told
    return f"{told['dimensions']} numbers"


def runs_code(build: Artefact, _pictures: Path) -> str:
    """Code of a model runs in the build's own sandbox."""
    code = "import math\nprint(math.factorial(20) % 1009)"
    calls = Reply(tool_calls=[("run_python", {"code": code})])
    with servers(calls, "Done.") as (environ, model):
        build.run("ask", "--strategy", "quick", "Compute it.", environ=environ | NO_RING)
        told = json.dumps(model.requests[-1])
    import math

    assert str(math.factorial(20) % 1009) in told, told[-1500:]
    return f"20! % 1009 = {math.factorial(20) % 1009}, computed in its sandbox"


def serves_mcp(build: Artefact, _pictures: Path) -> str:
    """Answers a client of the Model Context Protocol."""
    process, stdin, stdout, errors = _piped(build, "mcp")
    client = {"name": "smoke", "version": "1"}
    told = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": told}
    stdin.write(json.dumps(asked) + "\n")
    stdin.flush()
    reply = json.loads(stdout.readline())
    stdin.close()
    assert process.wait(timeout=60) == 0, errors.read()
    served = reply["result"]["serverInfo"]
    return f"{served['name']} {served.get('version', '')} by protocol {reply['result']['protocolVersion']}"


def keeps_a_key_in_the_keyring(build: Artefact, _pictures: Path) -> str:
    """Keeps a key in the keyring, and in no file."""
    with keyring(build.user) as environ:
        build.run("keys", "set", "tavily", environ=environ, said="tvly-smoke-1\n")
        where = build.errors.strip()
        assert "SecretService" in where, where
        assert "tavily" in build.run("keys", "list", environ=environ)
        build.run("keys", "remove", "tavily", environ=environ)
    for file in build.outside.rglob("*"):
        assert not (file.is_file() and b"tvly-smoke-1" in file.read_bytes()), file
    return where.splitlines()[-1]


def says_that_there_is_no_keyring(build: Artefact, _pictures: Path) -> str:
    """Says so where there is no keyring."""
    with servers() as (environ, _model):
        said = build.run("doctor", environ=environ | NO_RING)
    line = next(line for line in said.splitlines() if line[9:].startswith("keys"))
    assert line.startswith("warning"), line
    assert "memory" in line, line
    return line[29:].strip()
