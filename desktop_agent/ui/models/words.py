"""Sizes, speeds, times and uses of models in the words of the window."""

from PySide6.QtCore import QCoreApplication

from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.models.downloads import Download


def bytes_text(count: float) -> str:
    """Gives bytes as people write them: ``2.6 GB``, ``274 MB``."""
    if count >= 1e9:
        return QCoreApplication.translate("Models", "{0:.1f} GB").format(count / 1e9)
    if count >= 1e6:
        return QCoreApplication.translate("Models", "{0:.0f} MB").format(count / 1e6)
    return QCoreApplication.translate("Models", "{0:.0f} kB").format(count / 1e3)


def duration_text(seconds: float) -> str:
    """Gives a time still to go, no more exactly than it can be known."""
    if seconds < 60:
        return QCoreApplication.translate("Models", "{0} s left").format(max(1, round(seconds)))
    minutes = round(seconds / 60)
    if minutes < 60:
        return QCoreApplication.translate("Models", "{0} min left").format(minutes)
    hours, minutes = divmod(minutes, 60)
    return QCoreApplication.translate("Models", "{0} h {1} min left").format(hours, minutes)


def progress_text(download: Download) -> str:
    """Gives the line under the bar of a download."""
    meter = download.meter
    match download.state:
        case "queued":
            return QCoreApplication.translate("Models", "Waits for the one before it")
        case "stopped":
            return QCoreApplication.translate("Models", "Stopped. It goes on where it was.")
        case "failed":
            return localized_error(download.error)
        case "done":
            return QCoreApplication.translate("Models", "Installed")
    if not meter.total:
        return QCoreApplication.translate("Models", "Asking Ollama…")
    if meter.is_whole:
        return QCoreApplication.translate("Models", "Checking what was loaded…")
    parts = [
        QCoreApplication.translate("Models", "{0} of {1}").format(
            bytes_text(meter.completed), bytes_text(meter.total)
        )
    ]
    speed, eta = meter.speed, meter.eta_s
    if speed is not None:
        parts.append(QCoreApplication.translate("Models", "{0}/s").format(bytes_text(speed)))
    if eta is not None:
        parts.append(duration_text(eta))
    return " · ".join(parts)


def capability_text(name: str) -> str:
    """Gives Ollama's word for what a model can as a person would say it; empty for plain chat."""
    return {
        "completion": "",
        "tools": QCoreApplication.translate("Models", "tools"),
        "thinking": QCoreApplication.translate("Models", "thinks"),
        "vision": QCoreApplication.translate("Models", "sees images"),
        "embedding": QCoreApplication.translate("Models", "for search"),
        "insert": "",
    }.get(name, name)


def use_text(use: str) -> str:
    """Gives what a suggested model is good for."""
    return {
        "small": QCoreApplication.translate("Models", "Quick on any machine; simple questions"),
        "everyday": QCoreApplication.translate("Models", "A good start: researches and reasons"),
        "strong": QCoreApplication.translate("Models", "Better answers; takes its time"),
        "images": QCoreApplication.translate("Models", "Looks at images you attach"),
        "search": QCoreApplication.translate("Models", "Finds passages in your files; no chat"),
    }.get(use, "")


def context_text(tokens: int) -> str:
    """Gives a context length, ``40k tokens``."""
    short = f"{tokens / 1000:.0f}k" if tokens >= 10_000 else str(tokens)
    return QCoreApplication.translate("Models", "{0} tokens").format(short)
