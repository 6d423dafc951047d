"""What a try of a server found, in plain words, and what to do about it."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.models import Diagnosis

PROVIDERS = {"ollama": "Ollama", "openai": "OpenAI", "anthropic": "Anthropic"}


def found_text(found: Diagnosis) -> str:
    """Gives what was found, in one sentence."""
    tr = partial(QCoreApplication.translate, "Diagnosis")
    if found.ok:
        if found.models == 1:
            return tr("It works: one model is there.")
        return tr("It works: {0} models are there.").format(found.models)
    text = {
        "offline": tr("The network is switched off, and this server is not on this computer."),
        "bad_address": tr("“{0}” is no address of a server.").format(found.url),
        "unknown_name": tr("No computer of that name is known: {0}").format(found.url),
        "refused": tr("Nothing listens at {0}.").format(found.url),
        "no_route": tr("The network does not lead to {0}.").format(found.url),
        "tls": tr("No safe connection (TLS) to {0} could be made.").format(found.url),
        "no_key": tr("This server wants a key, and none is stored."),
        "key_refused": tr("The server answers, but does not accept the key."),
        "wrong_path": tr("The server answers, but not at this path."),
        "other_server": tr("Something answers there, but not {0}.").format(_kind(found.provider)),
        "timeout": tr("{0} does not answer in time.").format(found.url),
        "no_models": tr("It works, but there is no model that can chat."),
        "model_missing": tr("It works, but the model {0} is not installed.").format(found.model),
        "busy": tr("The key is accepted, but the server takes no more requests now."),
    }.get(found.finding)
    return text or found.detail


def remedy_text(found: Diagnosis) -> str:
    """Gives what to do about it; empty where all is well or nothing can be advised."""
    tr = partial(QCoreApplication.translate, "Diagnosis")
    if found.better_url:
        kind = _kind(found.better_provider)
        return tr("{0} answers at {1}").format(kind, found.better_url)
    local = found.provider == "ollama"
    return {
        "offline": tr("Switch the network on, or use a model on this computer."),
        "bad_address": tr("Write it like http://127.0.0.1:11434"),
        "unknown_name": tr("Check the spelling, and whether you are connected."),
        "refused": tr("Is Ollama running? Start it with: ollama serve")
        if local
        else tr("Is the server running, and is the port right?"),
        "no_route": tr("Check your network connection."),
        "tls": tr("Check http or https and the name. Do not send a key there."),
        "no_key": tr("Store one on the page Keys."),
        "key_refused": tr("Copy the key again, or check its rights and credit."),
        "wrong_path": tr("An OpenAI-compatible address mostly ends with /v1."),
        "other_server": tr("Check the address and the port."),
        "timeout": tr("Is it busy, or is a firewall between?"),
        "busy": tr("Wait a while."),
    }.get(found.finding, "")


def _kind(provider: str) -> str:
    openai = QCoreApplication.translate("Diagnosis", "an OpenAI-compatible server")
    return openai if provider == "openai" else PROVIDERS.get(provider, provider)
