"""The world around the sandbox that attempts aim at."""

import os
import socket
import threading
from pathlib import Path

SECRET = "sk-planted-7f31c0de"


class World:
    """What an escape would reach: a file, a variable, servers, a process."""

    def __init__(self, folder: Path) -> None:
        self.secret_file = folder / "id_ed25519"
        self.secret_file.write_text(SECRET)
        self.link = folder / "link"
        self.link.symlink_to(self.secret_file)
        self.written = folder / "written"
        self.reached: list[str] = []
        self._pipe = os.pipe()  # which a careless start of a process would hand on
        for end in self._pipe:
            os.set_inheritable(end, True)
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.tcp = self._listen(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0), "tcp")
        self.udp = self._listen(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0), "udp")
        self.unix = str(folder / "bus")
        self._listen(socket.AF_UNIX, socket.SOCK_STREAM, self.unix, "unix")
        self.abstract = f"planted-bus-{os.getpid()}"
        self._listen(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self.abstract}", "abstract")

    def aim(self, code: str) -> str:
        """Fills in where things are; the secret itself stands in no code."""
        names = {
            "@FILE@": str(self.secret_file),
            "@LINK@": str(self.link),
            "@WRITE@": str(self.written),
            "@TCP@": str(self.tcp),
            "@UDP@": str(self.udp),
            "@UNIX@": self.unix,
            "@ABSTRACT@": self.abstract,
            "@PID@": str(os.getpid()),
            "@HOST@": socket.gethostname(),
        }
        for name, value in names.items():
            code = code.replace(name, value)
        return code

    def close(self) -> None:
        for each in self._sockets:
            if each.type == socket.SOCK_STREAM:
                each.shutdown(socket.SHUT_RDWR)
            else:
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as waker:
                    waker.sendto(b"end", each.getsockname())
        for thread in self._threads:
            thread.join(5)
        for each in self._sockets:
            each.close()
        for end in self._pipe:
            os.close(end)

    def _listen(self, family: int, kind: int, address: object, name: str) -> int:
        server = socket.socket(family, kind)
        server.bind(address)
        self._sockets.append(server)
        if kind == socket.SOCK_STREAM:
            server.listen()
        thread = threading.Thread(target=self._serve, args=(server, name), daemon=True)
        thread.start()
        self._threads.append(thread)
        return server.getsockname()[1] if family == socket.AF_INET else 0

    def _serve(self, server: socket.socket, name: str) -> None:
        while True:
            try:
                if server.type == socket.SOCK_STREAM:
                    connection, _ = server.accept()
                    connection.close()
                elif server.recv(100) == b"end":
                    return
            except OSError:
                return
            self.reached.append(name)
