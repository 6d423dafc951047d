"""Looks for pages that crash, hang or swell the extractor, guided by the code that they reach.

``python -m tests.benchmarks.reader.fuzz --seconds 600 [--seed N]``; ``--input FILE`` repeats one
input. A finding ends the run with an exit status other than 0; the input is kept in a folder that
is printed. Linux alone has the fuzzer.

The tracing of comparisons itself holds some 15 KiB more after each input. Whether the extractor
leaks is therefore seen by ``--again FOLDER``, which reads all that the fuzzer found worth keeping
many times over, without any tracing.
"""

import argparse
import contextlib
import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from tests.security.hostile_pages.tokens import CHARSETS, MEDIA_TYPES, TOKENS

_FORMATS = ("markdown", "text", "html")
_MOST_S = 5.0  # of processor time for an input
_MOST_BYTES = 1024
_CHECKED_EVERY = 5_000  # inputs
_SETTLED = 10_000  # inputs, after which memory may not grow
_READ_AGAIN = 30_000  # inputs
_MOST_GROWTH_MIB = 10
_HEAD = 4  # bytes of an input that are not its body


class Leak(Exception):
    """Memory, threads or open files grew."""


def body_of(data: bytes) -> bytes:
    """Gives the page that an input stands for: as it is, or each byte a word of HTML."""
    rest = data[_HEAD:]
    if data[3] % 2:
        return rest
    # two bytes to a token, because there are more than 256
    pairs = (rest[at] << 8 | rest[at + 1] for at in range(0, len(rest) - 1, 2))
    return "".join(TOKENS[pair % len(TOKENS)] for pair in pairs).encode("utf-8", "surrogatepass")


class Target:
    """Reads one input after another and looks at what the process holds now and then."""

    def __init__(self, *, traced: bool) -> None:
        import atheris

        include = ["desktop_agent.web.extract"]
        with atheris.instrument_imports(include) if traced else contextlib.nullcontext():
            from desktop_agent.web.extract import pipeline
            from desktop_agent.web.extract import worker_messages as document
        self._document = document
        self._extract = pipeline.extract
        self._traced = traced
        self._process = psutil.Process()
        self._held: tuple[float, int, int] | None = None
        self.count = 0

    def read(self, data: bytes) -> None:
        """Raises what must not be raised; `Unreadable` may be."""
        from desktop_agent.core.errors import Unreadable

        if len(data) <= _HEAD:
            return
        page = self._document.Document(
            body_of(data),
            MEDIA_TYPES[data[0] % len(MEDIA_TYPES)],
            CHARSETS[data[1] % len(CHARSETS)],
            "https://example.org/a/b?c",
            _FORMATS[data[2] % len(_FORMATS)],
        )
        began = time.process_time()
        try:
            found = self._extract(page)
        except Unreadable as error:
            error.message.encode()
        else:
            for text in (found.title, found.text, found.data, *found.links):
                text.encode()
        took = time.process_time() - began
        if took > _MOST_S:
            raise TimeoutError(f"took {took:.1f} s")
        self.count += 1
        if self.count % _CHECKED_EVERY == 0:
            self._check_leaks()

    def _check_leaks(self) -> None:
        gc.collect()
        mib = self._process.memory_info().rss / 2**20
        held = (mib, threading.active_count(), self._process.num_fds())
        if self.count < _SETTLED:
            return
        if self._held is None:
            self._held = held
        swollen = not self._traced and mib > self._held[0] + _MOST_GROWTH_MIB
        if swollen or held[1] > self._held[1] or held[2] > self._held[2]:
            raise Leak(f"MiB, threads, files: {self._held} became {held}")
        print(
            f"Done with {self.count} inputs: {held[0]:.0f} MiB, {held[1]} threads, {held[2]} files"
        )


def seeds() -> Iterator[bytes]:
    """Yields inputs to begin with: each word, each kind of page, and small hostile ones."""
    from tests.security.hostile_pages.attacks import PAGES

    for number in range(len(TOKENS)):
        yield bytes([0, 0, 0, 0]) + b"".join(
            (at % len(TOKENS)).to_bytes(2, "big") for at in range(number, number + 12)
        )
    for number, attack in enumerate(PAGES.values()):
        media_type = attack.content_type.partition(";")[0]
        head = bytes([MEDIA_TYPES.index(media_type), number % len(CHARSETS), number % 3, 1])
        yield head + attack.body(8 / attack.size)[: _MOST_BYTES - _HEAD]


def read_again(corpus: Path) -> None:
    """Reads what a run has kept over and over, without tracing.

    Raises:
        Leak: something grew.
    """
    target = Target(traced=False)
    kept = [path.read_bytes() for path in sorted(corpus.iterdir())]
    while target.count < _READ_AGAIN:
        for data in kept:
            target.read(data)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--input", type=Path)
    parser.add_argument("--folder", type=Path, help="an empty one for what is found")
    parser.add_argument("--again", type=Path, help="that folder, after a run")
    chosen = parser.parse_args(arguments)
    if chosen.again:
        read_again(chosen.again / "corpus")
        return
    target = Target(traced=True)
    if chosen.input:
        target.read(chosen.input.read_bytes())
        return
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="reader-fuzz-"))
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds()):
        (corpus / f"seed-{number}").write_bytes(seed)
    print(f"Findings go to {folder}", flush=True)
    import atheris

    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-max_total_time={chosen.seconds}",
            f"-seed={chosen.seed}",
            f"-max_len={_MOST_BYTES}",
            f"-artifact_prefix={folder}{os.sep}",
            "-timeout=60",
            "-rss_limit_mb=4000",
            "-print_final_stats=1",
        ],
        target.read,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
