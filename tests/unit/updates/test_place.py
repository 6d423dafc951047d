"""Whom a build trusts, and where it looks."""

import json
from pathlib import Path

import pytest

from desktop_agent.app.update_client import checked_url
from desktop_agent.app.updates import find_place, this_build, this_system
from desktop_agent.core.errors import UpdateError


def write_build(folder: Path, root: bytes, channel: object = None) -> None:
    (folder / "root.json").write_bytes(root)
    if channel is not None:
        (folder / "channel.json").write_text(json.dumps(channel))


@pytest.mark.parametrize(
    ("root", "channel"),
    [(b"{}", None), (b"", {"url": "https://updates.example.org"}), (b"{}", {"url": ["x"]})],
)
def test_a_build_without_signers_or_an_address_has_no_place(
    tmp_path: Path, root: bytes, channel: object
) -> None:
    assert find_place(" ", tmp_path) is None
    write_build(tmp_path, root, channel)
    assert find_place(" ", tmp_path) is None


def test_the_persons_own_address_comes_before_that_of_the_build(tmp_path: Path) -> None:
    write_build(tmp_path, b"{}", {"url": "https://updates.example.org"})
    named, own = find_place("", tmp_path), find_place(" https://mirror.example.org ", tmp_path)
    assert named is not None
    assert own is not None
    assert (named.url, own.url) == ("https://updates.example.org", "https://mirror.example.org")
    assert named.root == own.root == b"{}", "a mirror has no say in who is trusted"


@pytest.mark.parametrize(
    "url",
    [
        "http://updates.example.org",
        "http://127.0.0.1.example.org",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "updates.example.org",
        "https://",
        "https://user:word@updates.example.org",
        "https://updates.example.org/?a=1",
        "https://updates.example.org:port",
        "https://[",
    ],
)
def test_an_address_that_is_not_encrypted_or_none_is_refused(url: str) -> None:
    with pytest.raises(UpdateError, match=r"https alone|no address"):
        checked_url(url)


def test_https_and_this_machine_are_taken_and_a_build_tells_its_system_and_kind() -> None:
    assert checked_url("https://updates.example.org/a/") == "https://updates.example.org/a"
    assert checked_url("http://[::1]:8080") == "http://[::1]:8080"
    assert checked_url("http://localhost:8080") == "http://localhost:8080"
    build = this_build()
    assert build.system == this_system()
    assert build.system.count("-") == 1
    assert build.kind in {"tar", "deb", "exe", "dmg"}
