"""The one thing to do next so that a model answers."""

from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.models import ProviderState

DOWNLOAD_PAGE = "https://ollama.com/download"
_INSTALL = "curl -fsSL https://ollama.com/install.sh | sh"

Kind = Literal["none", "install", "start", "get_model", "settings", "switch_on"]


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step: ``command`` is for a terminal, ``url`` a page to open, ``model`` one to download."""

    kind: Kind
    command: str = ""
    url: str = ""
    model: str = ""


def next_step(state: ProviderState, platform: str, *, installed: bool, offline: bool) -> NextStep:
    """Gives the step; ``platform`` is `sys.platform`, ``installed`` whether Ollama's program is here.

    Nothing that needs the internet is asked for while the network is switched off, but to switch it
    on.
    """
    if state.ok:
        return NextStep("none") if state.provider != "none" else NextStep("settings")
    if state.provider != "ollama":
        return NextStep("switch_on" if offline else "settings")
    if state.pullable:
        return NextStep("switch_on") if offline else NextStep("get_model", model=state.pullable)
    if installed:
        return _start(platform)
    if offline:
        return NextStep("switch_on")
    if platform.startswith("linux"):
        return NextStep("install", command=_INSTALL, url=DOWNLOAD_PAGE)
    return NextStep("install", url=DOWNLOAD_PAGE)


def _start(platform: str) -> NextStep:
    if platform == "darwin":
        return NextStep("start", command="open -a Ollama")
    return NextStep("start", command="ollama serve")
