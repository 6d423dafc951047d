"""What a build reaches beyond this machine."""

import os

from desktop_agent.core.errors import Offline
from desktop_agent.core.knowledge_build import BuildOrder
from desktop_agent.core.loopback import is_loopback
from desktop_agent.knowledge.place_host import host_of
from desktop_agent.web.ledger import is_offline, note_refusal


def refuse_if_offline(order: BuildOrder) -> None:
    """Raises `Offline` where the network is switched off and the build would use it."""
    if not is_offline():
        return
    for place in (order.scheduler, order.target, order.embedding_url):
        host = host_of(place, os.environ)
        if host and not is_loopback(host):
            note_refusal("documents", host)
            raise Offline(
                f"The network is switched off, and the build would use {place}.",
                "Switch it on, or name places on this machine.",
            )
