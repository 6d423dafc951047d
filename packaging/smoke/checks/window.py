"""What a build does in its window: typed and clicked from outside, seen by its picture."""

import json
import subprocess
import time
from pathlib import Path

from artefact import Artefact

from checks.picture import Picture
from checks.surroundings import NO_RING, display, servers, wait_for

_ANSWER = "The heron stood at the weir until noon."
_FOOT = range(790, 815)  # of a window of 1280 by 820 pixels, which opens at the top


def answers_in_the_window(build: Artefact, pictures: Path) -> str:
    """Starts, paints, answers by the model, answers by evidence, and is quit by the keyboard."""
    with servers(*[_ANSWER] * 4) as (environ, model), display() as (name, screen):
        picture = Picture(screen)
        began = time.monotonic()
        process = _open(build, name, environ)
        wait_for("a painted window", picture.shows_anything)
        painted = time.monotonic() - began
        _see_window(name)
        _wait_for_the_whole(picture)
        picture.save(pictures / "open.png")
        _type(name, "/quick What did the heron do?")
        picture.save(pictures / "asked.png")
        try:
            wait_for("an answer by the model", lambda: _recorded(build, _ANSWER))
        finally:
            picture.save(pictures / "answered.png")
        time.sleep(1)
        picture.save(pictures / "answered.png")
        _type(name, "/evidence What is the latest stable version of Python?")
        wait_for("an answer by evidence", lambda: _recorded(build, "3.14.1"))
        assert model.requests, "the model was not asked"
        time.sleep(1)
        picture.save(pictures / "evidence.png")
        _keys(name, "ctrl+q")
        status = process.wait(timeout=30)
        assert process.stderr
        said = process.stderr.read()
        assert status == 0, f"status {status}: {said}"
        assert "Traceback" not in said, said
    return f"painted {painted:.2f} s after its start, answered twice, quit with status 0"


def is_one_window_only(build: Artefact, _pictures: Path) -> str:
    """A second start shows the first window."""
    with servers() as (environ, _model), display() as (name, screen):
        picture = Picture(screen)
        first = _open(build, name, environ)
        wait_for("a painted window", picture.shows_anything)
        _wait_for_the_whole(picture)
        second = _open(build, name, environ)
        assert second.wait(timeout=30) == 0
        assert first.poll() is None
        _see_window(name)
        _keys(name, "ctrl+q")
        assert first.wait(timeout=30) == 0
    return "a second start hands over to the first and ends"


def _open(build: Artefact, display: str, environ: dict[str, str]) -> "subprocess.Popen[str]":
    told = environ | NO_RING | {"DISPLAY": display, "QT_LOGGING_RULES": "qt.qpa.*=false"}
    return build.start(
        environ=told, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def _wait_for_the_whole(picture: Picture) -> None:
    """A frame is painted first; words stand at the foot of the window when all of it is there."""
    wait_for("the whole window", lambda: picture.colours(_FOOT) > 8)
    time.sleep(1)


def _see_window(display: str) -> None:
    _do(display, "search", "--sync", "--onlyvisible", "--name", "Desktop Agent", "windowfocus")


def _type(display: str, text: str) -> None:
    _keys(display, "ctrl+l")
    _do(display, "type", "--delay", "15", text)
    time.sleep(0.5)
    _keys(display, "Return")


def _keys(display: str, *names: str) -> None:
    _do(display, "key", *names)


def _do(display: str, *arguments: str) -> None:
    subprocess.run(
        ["xdotool", *arguments],  # noqa: S607 - wherever the system has it
        env={"DISPLAY": display, "PATH": "/usr/bin:/bin"},
        check=True,
        capture_output=True,
        timeout=30,
    )


def _recorded(build: Artefact, text: str) -> bool:
    """Whether a run has ended whose answer has this text."""
    for file in (build.outside / "agent" / "data" / "runs").glob("*.jsonl"):
        events = [json.loads(line) for line in file.read_text().splitlines() if line.endswith("}")]
        if any(event["type"] == "run_finished" for event in events):
            answers = [event for event in events if event["type"] == "answer"]
            if any(text in event["text"] for event in answers):
                return True
    return False
