"""What those who publish do, from the first key to new ones, and a program that follows it."""

import importlib
import shutil
import stat
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from desktop_agent.app.updates import Build, Place, SignedRepository, Updates
from desktop_agent.core.errors import UpdateError
from desktop_agent.core.settings import Settings
from tests.end2end.world import ROOT
from tests.servers.update_repository import LINUX, Served, UpdateRepository

SECRET = "a passphrase for tests"


@dataclass
class Publisher:
    """The scripts, with the folders that they work on."""

    home: Path
    served: Served

    def run(self, script: str, *words: str, keys: str = "keys") -> None:
        module: Any = importlib.import_module(f"release.{script}")
        rest = ["--keys", str(self.home / keys)] if keys else []
        place = str(self.home / "place")
        order = [place, *words] if script == "refresh" else [*words[:1], place, *words[1:]]
        assert module.main([*order, *rest]) == 0
        self.upload()

    def upload(self) -> None:
        self.served.repository.take_folder(self.home / "place")

    def version(self, version: str, *more: str) -> None:
        for kind in ("deb", "tar"):
            (self.home / f"desktop-agent-{version}.{kind}").write_text(f"{version} {kind}")
        files = [f"{kind}={self.home}/desktop-agent-{version}.{kind}" for kind in ("deb", "tar")]
        options = ["--version", version, "--system", LINUX, "--released", "2026-04-01", *more]
        self.run("publish", "version", *files, *options)

    def program(self, running: str = "0.1.0") -> Updates:
        place = Place((self.home / "first-root.json").read_bytes(), self.served.url)
        held = SignedRepository(lambda: place, self.home / "trust", nullcontext)
        return Updates(held, Settings, self.home / "look.json", Build(running, LINUX, "deb"))

    async def offered(self, running: str = "0.1.0") -> str:
        release = await self.program(running).check()
        return release.version if release else ""


@pytest.fixture
def publisher(tmp_path, served, monkeypatch) -> Publisher:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    monkeypatch.setenv("DESKTOP_AGENT_KEY_PASSPHRASE", SECRET)
    served.repository = UpdateRepository()
    made = Publisher(tmp_path, served)
    made.run("keys", "new")
    shutil.copy(tmp_path / "place/metadata/1.root.json", tmp_path / "first-root.json")
    return made


async def test_a_version_that_is_published_is_offered_and_brought(publisher):
    notes = publisher.home / "notes.md"
    notes.write_text("- It is **faster**.")
    assert await publisher.offered() == "", "nothing is published yet"
    publisher.version("0.2.0", "--notes", str(notes))
    release = await publisher.program().check()
    assert release is not None
    assert (release.version, release.released) == ("0.2.0", "2026-04-01")
    assert release.notes == "- It is **faster**."
    folder = publisher.home / "folder"
    path = await publisher.program().download(release, folder, lambda _there, _size: None)
    assert path.read_text() == "0.2.0 deb"
    publisher.version("0.3.0rc1")
    assert await publisher.offered() == "0.2.0"
    assert await publisher.offered("0.2.0rc1") == "0.3.0rc1"


async def test_new_keys_are_followed_and_the_old_ones_are_worth_nothing(publisher):
    publisher.version("0.2.0")
    assert await publisher.offered() == "0.2.0"
    shutil.copytree(publisher.home / "keys", publisher.home / "stolen")
    shutil.copytree(publisher.home / "place", publisher.home / "kept")
    publisher.run("keys", "rotate", "--role", "targets", "--role", "timestamp")
    assert await publisher.offered() == "0.2.0"
    publisher.run("keys", "rotate", "--role", "root", "--role", "snapshot")
    publisher.version("0.3.0")
    assert await publisher.offered() == "0.3.0"
    shutil.rmtree(publisher.home / "place")
    (publisher.home / "kept").rename(publisher.home / "place")
    (publisher.home / "keys").rename(publisher.home / "new-keys")
    (publisher.home / "stolen").rename(publisher.home / "keys")
    publisher.version("6.6.6")
    with pytest.raises(UpdateError, match="isn't signed by anyone"):
        await publisher.offered()


async def test_two_of_three_who_hold_root_keys_change_the_list_of_signers(publisher, capsys):
    keys = publisher.home / "keys"
    for number in (1, 2, 3):
        (publisher.home / f"person-{number}").mkdir()
        (keys / f"root-{number}.pem").rename(publisher.home / f"person-{number}/root-1.pem")
    publisher.run("keys", "extend", keys="person-2")
    assert "More root keys are needed" in capsys.readouterr().out
    assert not (publisher.home / "place/metadata/2.root.json").exists()
    publisher.run("keys", "sign", keys="person-2")
    assert not (publisher.home / "place/metadata/2.root.json").exists(), "one key counts once"
    publisher.run("keys", "sign", keys="person-3")
    assert (publisher.home / "place/metadata/2.root.json").exists()
    publisher.version("0.2.0")
    assert await publisher.offered() == "0.2.0"


async def test_key_files_are_encrypted_and_the_weekly_job_needs_but_one(publisher, monkeypatch):
    files = sorted((publisher.home / "keys").iterdir())
    assert len(files) == 7
    assert all(b"ENCRYPTED PRIVATE KEY" in path.read_bytes() for path in files)
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    publisher.version("0.2.0")
    held = (publisher.home / "keys/timestamp-1.pem").read_bytes()
    key = load_pem_private_key(held, SECRET.encode())
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    monkeypatch.setenv("DESKTOP_AGENT_TIMESTAMP_KEY", pem.decode())
    before = (publisher.home / "place/metadata/timestamp.json").read_bytes()
    publisher.run("refresh", keys="")
    assert (publisher.home / "place/metadata/timestamp.json").read_bytes() != before
    assert await publisher.offered() == "0.2.0"
    with pytest.raises(SystemExit, match="snapshot needs 1 keys, and 0 are at hand"):
        publisher.run("refresh", "--snapshot", keys="")
    monkeypatch.setenv("DESKTOP_AGENT_KEY_PASSPHRASE", "another passphrase")
    with pytest.raises(SystemExit, match="is no key, or the passphrase is not that of it"):
        publisher.version("0.3.0")


async def test_what_is_withdrawn_is_offered_no_more_and_a_wrong_version_refused(publisher):
    publisher.version("0.2.0")
    publisher.run("publish", "withdraw", f"releases/{LINUX}/latest.json")
    assert await publisher.offered() == ""
    with pytest.raises(SystemExit, match="is not offered"):
        publisher.run("publish", "withdraw", "nothing.json")
    for version, system in (("newest", LINUX), ("1.0", "amiga")):
        words = ["tar=x.tar", "--version", version, "--system", system]
        with pytest.raises(SystemExit):
            publisher.run("publish", "version", *words)
    with pytest.raises(SystemExit):
        publisher.run("publish", "version", "tar=x.tar", "--system", LINUX)
