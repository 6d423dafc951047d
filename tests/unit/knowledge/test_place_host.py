"""Which host a place of an index leads to: what the network switch goes by."""

import pytest

from desktop_agent.core.network import is_loopback
from desktop_agent.knowledge.index.lance import host_of

OWN = {
    "AWS_ENDPOINT_URL": "http://127.0.0.1:9000",
    "AWS_ACCESS_KEY_ID": "key",
    "AWS_SECRET_ACCESS_KEY": "secret",
}


WITHOUT_KEYS = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9000"}  # the cloud is asked for them first


@pytest.mark.parametrize(
    ("place", "environ", "host"),
    [
        ("/srv/index", {}, ""),
        (" S3://127.0.0.1/folder ", {}, "s3://127.0.0.1"),
        ("gs://127.0.0.1/a", OWN, "gs://127.0.0.1"),
        ("https://tables.example/a", {}, "tables.example"),
        ("tcp://127.0.0.1:8786", {}, "127.0.0.1"),
        ("http://localhost@tables.example/", {}, "tables.example"),
        ("http:///a", {}, "http:///a"),
        ("s3://bucket/a", OWN, "127.0.0.1"),
        ("s3://bucket/a", WITHOUT_KEYS, "s3://bucket"),
        ("s3://a/b", OWN | {"AWS_ENDPOINT_URL": "https://minio.example"}, "minio.example"),
    ],
)
def test_a_place_names_its_host_or_its_bucket_which_is_never_this_machine_whatever_it_is_called(
    place: str, environ: dict[str, str], host: str
):
    assert host_of(place, environ) == host
    assert is_loopback(host) == (host == "127.0.0.1")


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("localhost.", False),  # a name server would be asked for it
        ("127.0.0.1", True),
        ("[::1]", True),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_loopback_is_told_without_a_look_up(host: str, local: bool):
    assert is_loopback(host) is local
