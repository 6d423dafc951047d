"""Real model servers, where they are to be had; a test that needs one skips without it."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.servers.loopback import free_port

START_WITHIN_S = 60


@pytest.fixture(scope="session")
def live_python() -> str:
    """A Python that has `llama-cpp-python[server]` and `gguf`; ``make live`` makes one."""
    python = os.environ.get("LIVE_PYTHON", "")
    if not python:
        pytest.skip("LIVE_PYTHON names no Python with llama-cpp-python; make live")
    return python


@pytest.fixture(scope="session")
def tiny_model(live_python, tmp_path_factory) -> Path:
    """The file of a tiny model with random weights."""
    file = tmp_path_factory.mktemp("model") / "tiny.gguf"
    script = Path(__file__).with_name("tiny_model.py")
    subprocess.run([live_python, str(script), str(file)], check=True)
    return file


@pytest.fixture(scope="session")
def llama_cpp(live_python, tiny_model, tmp_path_factory) -> Iterator[str]:
    """The base URL of a llama.cpp server, with /v1."""
    port = free_port()
    command = [live_python, "-m", "llama_cpp.server", "--model", str(tiny_model)]
    command += ["--model_alias", "tiny", "--n_ctx", "512", "--host", "127.0.0.1"]
    log = tmp_path_factory.mktemp("log") / "llama_cpp.log"
    url = f"http://127.0.0.1:{port}/v1"
    with running([*command, "--port", str(port)], f"{url}/models", log):
        yield url


@pytest.fixture(scope="session")
def ollama(tmp_path_factory) -> Iterator[str]:
    """The URL of an Ollama: that of OLLAMA_HOST, or one of our own when it is on PATH."""
    host = os.environ.get("OLLAMA_HOST", "")
    if host:
        yield host if "://" in host else f"http://{host}"
        return
    program = shutil.which("ollama")
    if program is None:
        pytest.skip("there is no Ollama: neither OLLAMA_HOST nor a program on PATH")
    folder = tmp_path_factory.mktemp("ollama")
    url = f"http://127.0.0.1:{free_port()}"
    environment = {"OLLAMA_HOST": url, "OLLAMA_MODELS": str(folder), "HOME": str(folder)}
    with running([program, "serve"], url, folder / "ollama.log", environment):
        yield url


@pytest.fixture(scope="session")
def ollama_model(ollama, request) -> str:
    listed = httpx.get(f"{ollama}/api/tags").json()["models"]
    if listed:
        return str(listed[0]["name"])
    file: Path = request.getfixturevalue("tiny_model")
    modelfile = file.with_name("Modelfile")
    modelfile.write_text(f"FROM {file}\nTEMPLATE {{{{ .Prompt }}}}\n")
    program = shutil.which("ollama")
    if program is None:
        pytest.skip("that Ollama has no model, and the program to make one is not on PATH")
    environment = {**os.environ, "OLLAMA_HOST": ollama}
    subprocess.run([program, "create", "tiny", "-f", str(modelfile)], check=True, env=environment)
    return "tiny"


@contextmanager
def running(
    command: list[str], probe: str, log: Path, environment: dict[str, str] | None = None
) -> Iterator[None]:
    """Runs a server until it is no longer needed; it is up when ``probe`` answers."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, **(environment or {})}
        )
    try:
        deadline = time.monotonic() + START_WITHIN_S
        while not _answers(probe):
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"{command[0]} did not start:\n{log.read_text()[-3000:]}")
            time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait(20)


def _answers(probe: str) -> bool:
    try:
        return httpx.get(probe).is_success
    except httpx.TransportError:
        return False
