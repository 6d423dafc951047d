"""The guard: which URLs may be connected to, and at which addresses."""

from collections.abc import Sequence

import pytest

from desktop_agent.core.errors import AddressRefused, FetchError, SettingsError
from desktop_agent.web.fetch.guard import Guard, why_not_public

PUBLIC = "93.184.216.34"


class Names:
    """A resolver with a table; each list of answers is used once, the last one always."""

    def __init__(self, **answers: list[list[str]]) -> None:
        self.answers = {name.replace("_", "."): given for name, given in answers.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        given = self.answers.get(host)
        if given is None:
            raise OSError(f"no such host: {host}")
        return given.pop(0) if len(given) > 1 else given[0]


@pytest.mark.parametrize(
    ("literal", "why"),
    [
        ("0.0.0.0", "this network"),
        ("127.0.0.1", "loopback"),
        ("168.63.129.16", "cloud metadata"),
        ("192.168.1.1", "private"),
        ("255.255.255.255", "reserved"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("::ffff:10.0.0.1", "private"),
        ("64:ff9b::a9fe:a9fe", "link-local or cloud metadata"),
        ("2001::1", "Teredo"),
        ("2606:4700::5efe:169.254.169.254", "link-local or cloud metadata"),
        ("fe80::1", "link-local"),
        ("ff02::1", "multicast"),
        ("0177.0.0.1", "not an address"),
        # beside the special ranges
        ("8.8.8.8", ""),
        ("::ffff:8.8.8.8", ""),
    ],
)
def test_addresses_that_are_not_of_the_public_internet_are_told_by_kind(literal, why):
    assert why_not_public(literal) == why


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("file:///etc/passwd", "only http and https"),
        ("http://10.0.0.1%0d%0a.example.com/", "no valid host"),
        ("http://127.0.0.1\\@example.com/", "backslash"),
        ("http://example.org:0/", "port 0"),
        ("http://[fe80::1%25eth0]/", "zone"),
        ("http://①②⑦.⓪.⓪.①/", "not a URL"),
        # every spelling of an IPv4 address is read as browsers read it, or refused
        ("http://127.1/", r"127\.0\.0\.1 is not a public address"),
        ("http://0177.1/", r"127\.0\.0\.1 is not a public address"),
        ("http://4294967296/", "valid IPv4 address"),
        ("http://a.1/", "valid IPv4 address"),
        ("http://printer/", "local network"),
    ],
)
async def test_a_url_that_may_not_be_read_is_refused_without_a_look_up(url, said):
    names = Names()
    with pytest.raises(AddressRefused, match=said):
        await Guard(resolver=names).check(url)
    assert names.asked == []


async def test_a_public_host_gives_the_checked_addresses_in_their_order():
    names = Names(
        example_org=[[PUBLIC, "2606:4700::1111"]], **{"xn--bcher-kva_example": [[PUBLIC]]}
    )
    target = await Guard(resolver=names).check("https://user:pw@EXAMPLE.org.:443/a?b=c#d")
    assert str(target.url) == "https://example.org/a?b=c"
    assert target.addresses == (PUBLIC, "2606:4700::1111")
    assert (target.host, target.port, target.opened) == ("example.org", 443, False)
    international = await Guard(resolver=names).check("http://bücher.example/")
    assert international.host == "xn--bcher-kva.example"


async def test_one_address_that_is_not_public_refuses_the_host_which_is_looked_up_once_a_check():
    names = Names(rebind_example=[[PUBLIC], [PUBLIC, "10.0.0.5"]])
    guard = Guard(resolver=names)
    assert (await guard.check("http://rebind.example/")).addresses == (PUBLIC,)
    assert names.asked == ["rebind.example"]
    with pytest.raises(AddressRefused, match=r"rebind\.example \(10\.0\.0\.5\).*private") as caught:
        await guard.check("http://rebind.example/")
    assert "rebind.example to fetch.allow_hosts" in caught.value.remedy


@pytest.mark.parametrize("answers", [None, [[]]])
async def test_a_host_without_an_address_is_a_fetch_error_that_names_it(answers):
    names = Names(**({} if answers is None else {"gone_example": answers}))
    with pytest.raises(FetchError, match=r"gone\.example has no address") as caught:
        await Guard(resolver=names).check("http://gone.example/")
    assert not isinstance(caught.value, AddressRefused)


@pytest.mark.parametrize(
    ("entry", "url", "opens"),
    [
        ("127.0.0.1", "http://127.0.0.1:8080/", True),
        ("127.0.0.1:8080", "http://2130706433:8080/", True),
        ("127.0.0.1:8080", "http://127.0.0.1:8081/", False),
        ("[::1]:9000", "http://[::1]/", False),
        ("Wiki.Corp", "http://wiki.corp./", True),
        ("wiki.corp", "http://wiki.corp@127.0.0.1/", False),
        ("corp", "http://wiki.corp/", False),
    ],
)
async def test_allow_hosts_opens_that_host_and_port_and_no_other(entry, url, opens):
    guard = Guard([entry], Names(wiki_corp=[["10.1.2.3"]], other_corp=[["10.1.2.4"]]))
    if opens:
        assert (await guard.check(url)).opened
    else:
        with pytest.raises(AddressRefused):
            await guard.check(url)


@pytest.mark.parametrize("entry", ["", "http://host/", "a b", "host:port", "[::1"])
def test_an_allow_hosts_entry_that_is_no_host_is_a_settings_error(entry):
    with pytest.raises(SettingsError, match="allow_hosts"):
        Guard([entry])
