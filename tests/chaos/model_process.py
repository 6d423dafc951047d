"""An Ollama in a process of its own, which can be killed, stopped and started again.

python -m tests.chaos.model_process PORT SECONDS_BETWEEN_WORDS
"""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request

from tests.end2end.world import ROOT, wait_for
from tests.servers.loopback import free_port


class ModelProcess:
    """The process; it serves from `start` on, always at the same port."""

    def __init__(self, between_s: float = 0.0) -> None:
        self._port = free_port()
        self._between_s = between_s
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(self._port), str(self._between_s)],
            cwd=ROOT,
            env=kept,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self._answers)

    def kill(self) -> None:
        """Kills it as the system does where memory is short."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Lets it hang, with all its connections open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/version", timeout=1):
                return True
        except (urllib.error.URLError, OSError):
            return False


def main(port: int, between_s: float) -> None:
    import uvicorn

    from tests.chaos.outside import talk
    from tests.servers.ollama import FakeOllama

    app = FakeOllama(models=["m"], replies=talk(between_s)).app
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error", lifespan="off")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
