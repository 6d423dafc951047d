"""The names that the settings give to the members of a swarm: ``[provider/]model[@url]``."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from desktop_agent.core.errors import SettingsError

PROVIDERS = ("ollama", "openai", "anthropic")
"""What may stand before the first slash; any other word there belongs to the model's own name."""

_ADDRESS = re.compile(r"@(?=https?://)", re.IGNORECASE)
_FORM = (
    "Write it as [provider/]model[@url], like qwen3:4b, openai/gpt-5 or "
    "ollama/qwen3:8b@http://192.168.1.20:11434."
)


@dataclass(frozen=True, slots=True)
class MemberName:
    """One member: who serves it, what it is called there, and where; no ``url`` is the provider's."""

    provider: str
    model: str
    url: str = ""


def parse_member(text: str, provider: str) -> MemberName:
    """Reads one entry of ``swarm.models``; ``provider`` is whose model it is where none is named.

    Names hold slashes and colons of their own (``hf.co/x/y:Q4_K_M``), so only a known provider
    before the first slash counts as one: a model that is itself called ``openai/…`` is written
    ``openai/openai/…``.

    Raises:
        SettingsError: the entry is wrong; it is named, with what is wrong and how to write it.
    """
    named, *rest = _ADDRESS.split(text.strip(), maxsplit=1)
    before, slash, after = named.partition("/")
    if slash and before.strip().lower() in PROVIDERS:
        provider, named = before.strip().lower(), after
    model = named.strip()
    if not model:
        raise _wrong(text, "names no model")
    if "@" in model[1:]:
        raise _wrong(text, "has an address that begins with neither http:// nor https://")
    if re.search(r"\s", model):
        raise _wrong(text, "has a space in the name of the model")
    if provider not in PROVIDERS:
        raise _wrong(text, f"names no provider, and llm.provider is {provider}")
    return MemberName(provider, model, _checked_url(text, rest[0]) if rest else "")


def _checked_url(text: str, url: str) -> str:
    parts = _split(text, url)
    if not parts.hostname or re.search(r"\s", url):
        raise _wrong(text, "has an address without a host")
    if parts.username is not None:
        raise _wrong(text, "has a name or a password in its address")
    if parts.query or parts.fragment:
        raise _wrong(text, "has an address with a ? or # in it")
    return url.rstrip("/")


def _split(text: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # it is read only when it is asked for
    except ValueError:
        raise _wrong(text, "has an address that cannot be read") from None
    return parts


def _wrong(text: str, fault: str) -> SettingsError:
    return SettingsError(f"The entry {text[:120]!r} of swarm.models {fault}.", _FORM)
