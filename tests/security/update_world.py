"""A program that trusts the keys of those who publish, and a server that may be anybody's."""

from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from securesystemslib.signer import CryptoSigner

from desktop_agent.app.updates import Build, Place, SignedRepository, Updates
from desktop_agent.core.maintenance import Release
from desktop_agent.core.settings import Settings
from desktop_agent.web.downloads import Patience
from tests.servers.update_repository import LINUX, Answer, Served, UpdateRepository

QUICK = Patience(spare_s=0.3, slowest=4096)
"""For who is slow on purpose: nobody else may be judged by it on a busy machine."""
PROGRAM = b"the program, version 0.2.0 " * 4000


@dataclass
class World:
    """A program that trusts the keys of ``honest``, and a server that may be anybody's."""

    served: Served
    home: Path
    honest: UpdateRepository
    told: list[tuple[int, int]] = field(default_factory=list)
    patience: Patience = field(default_factory=Patience)

    @property
    def trust(self) -> Path:
        return self.home / "trust"

    @property
    def folder(self) -> Path:
        return self.home / "folder"

    def program(self, version: str = "0.1.0") -> Updates:
        place = Place(self.honest.first_root, self.served.url)
        repository = SignedRepository(
            lambda: place, self.trust, nullcontext, patience=self.patience
        )
        build = Build(version, LINUX, "tar")
        return Updates(repository, Settings, self.home / "look.json", build)

    async def update(self) -> tuple[Release | None, Path | None]:
        program = self.program()
        release = await program.check()
        if release is None:
            return None, None
        return release, await program.download(
            release, self.folder, lambda there, size: self.told.append((there, size))
        )

    async def look(self) -> None:
        self.served.repository = self.honest
        assert await self.program().check() is not None

    def evil(self, *stolen: str) -> UpdateRepository:
        """Gives an attacker's copy: of the keys he has those named, for the others he takes his own."""
        copy = self.honest.copy()
        copy.signers = {
            role: keys if role in stolen else [CryptoSigner.generate_ed25519() for _ in keys]
            for role, keys in self.honest.signers.items()
        }
        self.served.repository = copy
        return copy

    def recover(self) -> None:
        """Lets those who publish answer again, with a version more."""
        self.honest.answers.clear()
        self.patience = Patience()
        for signed in (self.honest.targets, self.honest.snapshot, self.honest.timestamp):
            signed.version += 10  # above what a thief may have signed
        self.honest.root.version += 1
        self.honest.publish_root()
        self.honest.release("0.4.0", b"the program, version 0.4.0")
        self.honest.publish()
        self.served.repository = self.honest

    def serve(self, path: str, answer: Answer | bytes) -> None:
        """Answers one path in another way than the honest place does."""
        if isinstance(answer, bytes):
            self.served.repository.files[path] = answer
        else:
            self.served.repository.answers[path] = answer

    @property
    def program_path(self) -> str:
        files = self.served.repository.files
        return next(path for path in files if path.endswith("desktop-agent-0.2.0.tar"))


def make_world(served: Served, home: Path) -> World:
    """Gives a world in which version 0.2.0 is published and nobody has looked yet."""
    honest = UpdateRepository()
    honest.release("0.2.0", PROGRAM)
    honest.publish()
    served.repository = honest
    return World(served, home, honest)
