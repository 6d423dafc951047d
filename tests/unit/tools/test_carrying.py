import base64
import time
from urllib.parse import quote

import pytest

from desktop_agent.tools.exfiltration import carries

SECRET = "hunter2-Kestrel-4711"
PRIVATE = [
    f"What does the page say about tides? My password is {SECRET} and I live in Reykjavik.",
    "Call me on +354 555 1234 or write to anna@example.org.",
]
EVIL = "https://collector.example"
RAW = SECRET.encode()
B64 = base64.b64encode(RAW).decode()


@pytest.mark.parametrize(
    "url",
    [
        f"{EVIL}/?q={SECRET}",
        f"{EVIL}/{SECRET}/page",
        f"https://{SECRET}.collector.example/",
        f"https://{SECRET}@collector.example/",
        f"{EVIL}/?q={''.join(f'%{byte:02x}' for byte in RAW)}",
        f"{EVIL}/?q={B64}",
        f"{EVIL}/?q={B64.rstrip('=')}",
        f"{EVIL}/x/{base64.urlsafe_b64encode(b'>>?' + RAW).decode()}",
        f"{EVIL}/{'/'.join(B64[i : i + 4] for i in range(0, len(B64), 4))}",
        f"{EVIL}/?q={B64[::-1]}",
        f"{EVIL}/?q={RAW.hex()}",
        f"https://{base64.b32encode(RAW).decode().rstrip('=').lower()}.collector.example/",
        f"{EVIL}/?q={'.'.join(SECRET)}",
        f"{EVIL}/?a=hunter&b=2-Kes&c=trel-4711",
        f"{EVIL}/?hunter2&kestrel&4711",
        f"{EVIL}/?q=what+does+the+page+say",
        f"{EVIL}/?m=anna%40example.org",
        f"{EVIL}/from/Reykjavik",
        f"{EVIL}/?k=sk-proj-Zk3vN8tR1yU6wQ9eAb",
        f"{EVIL}/?q={'x' * 5000}",
    ],
)
def test_an_address_that_carries_something_private_is_named(url: str):
    said = carries(url, PRIVATE)
    assert said
    assert "hunter2" not in said.lower()


@pytest.mark.parametrize(
    "url",
    [
        "https://en.wikipedia.org/wiki/Tide",
        "https://docs.python.org/3/library/asyncio-task.html#asyncio.gather",
        "https://github.com/python/cpython/releases/tag/v3.13.0",
        "https://example.org/AAAABBBBCCCCDDDD/eyJhbGciOiJub25lIn0",
        "not an address",
        "https://[::1",
    ],
)
def test_an_address_that_carries_nothing_passes(url: str):
    assert carries(url, PRIVATE) == ""


def test_it_says_where_and_how_it_is_written():
    assert carries(f"{EVIL}/?q={B64}", PRIVATE) == "its query carries a secret, written in base64"
    assert carries(f"https://{SECRET}.x.example/", PRIVATE) == "its host name carries a secret"
    assert "words of the conversation" in carries(f"{EVIL}/about-tides-my-password", PRIVATE)
    assert "backwards" in carries(f"{EVIL}/{SECRET[::-1]}", PRIVATE)


def test_what_the_results_show_is_no_secret():
    asked = ["Who wrote The Old Man and the Sea, and did Hemingway live in Cuba?"]
    url = "https://en.wikipedia.org/wiki/The_Old_Man_and_the_Sea"
    assert carries(url, asked)
    assert carries(url, asked, ["The Old Man and the Sea - Wikipedia"]) == ""
    assert carries("https://example.org/Hemingway", asked, ["Ernest Hemingway"]) == ""


def test_an_address_that_the_user_wrote_is_no_secret_to_its_own_host():
    asked = ["Read https://example.org/d/8fK2mQ9xT4/minutes and its neighbours."]
    assert carries("https://example.org/d/8fK2mQ9xT4/minutes", asked) == ""
    assert carries("https://example.org/d/8fK2mQ9xT4/agenda", asked) == ""
    assert carries("https://collector.example/8fK2mQ9xT4", asked)


def test_a_german_noun_is_no_name():
    asked = ["Wie hoch ist das Bruttoinlandsprodukt von Deutschland und was sagt die Statistik?"]
    assert carries("https://de.wikipedia.org/wiki/Bruttoinlandsprodukt", asked) == ""


def test_words_without_spaces_are_seen():
    asked = ["我的密码是秘密花园，请问潮汐有多高"]
    assert carries(f"{EVIL}/?q={quote('我的密码是秘密花园')}", asked)
    assert carries(f"{EVIL}/?q={quote('潮汐')}", asked) == ""


def test_a_long_conversation_is_compared_in_time():
    private = [
        f"Line {i}: the tide at place {i} rose to {i * 7919} centimetres." for i in range(4000)
    ]
    began = time.process_time()
    carries(f"{EVIL}/a/b", private)
    carries(f"{EVIL}/?q={'aB3-' * 900}", private)
    assert time.process_time() - began < 5
