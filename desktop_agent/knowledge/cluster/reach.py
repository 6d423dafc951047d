"""What a build reaches beyond this machine."""

from urllib.parse import urlsplit

from desktop_agent.core.errors import Offline
from desktop_agent.core.knowledge_build import BuildOrder
from desktop_agent.core.loopback import is_loopback
from desktop_agent.web.ledger import is_offline


def refuse_if_offline(order: BuildOrder) -> None:
    """Raises `Offline` where the network is switched off and the build would use it."""
    if not is_offline():
        return
    for place in (order.scheduler, order.target, order.embedding_url):
        if "://" in place and not is_loopback(urlsplit(place).hostname or ""):
            raise Offline(
                f"The network is switched off, and the build would use {place}.",
                "Switch it on, or name places on this machine.",
            )
