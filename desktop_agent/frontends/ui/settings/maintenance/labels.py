"""Translatable texts of the maintenance pages and notices."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from desktop_agent.core.maintenance import BackupInfo, CrashReport, Release, RestoreEffects
from desktop_agent.frontends.ui.settings.maintenance.operations import Operation
from desktop_agent.frontends.ui.widgets.model_download import bytes_text
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.widgets.untrusted_text import clipped, visible
from desktop_agent.frontends.ui.wording.dates import local_time
from desktop_agent.frontends.ui.wording.labels import product

tr = partial(QCoreApplication.translate, "Upkeep")

_DOT = " · "
_NAME_MOST = 80
"""Maximum number of characters of an untrusted name or version."""
_TARGET_MOST = 2_000
"""Maximum number of characters of a command or an address."""
_INSTALLERS = frozenset([".appinstaller", ".deb", ".dmg", ".exe", ".msi", ".pkg", ".rpm"])


def version(release: Release) -> str:
    """Return the version of a release as a short line, regardless of who signed it."""
    return one_line(release.version)


def release_line(release: Release) -> str:
    """Return the version, date and download size of a release."""
    day = QDate.fromString(release.released[:10], "yyyy-MM-dd")
    parts = [tr("Version {0} is there").format(version(release))]
    if day.isValid():
        parts.append(QLocale().toString(day, QLocale.FormatType.LongFormat))
    if release.target.size:
        parts.append(bytes_text(release.target.size))
    return _DOT.join(parts)


def progress(work: Operation, doing: str) -> str:
    """Return the progress in bytes, or ``doing`` while it is unknown."""
    if work.state == "stopping":
        return tr("Stopping…")
    if not work.total:
        return doing
    if work.done >= work.total:
        return tr("Checking…")
    return tr("{0} of {1}").format(bytes_text(work.done), bytes_text(work.total))


def share(work: Operation) -> int:
    """Return the progress in percent."""
    return min(100, 100 * work.done // work.total) if work.total else 0


def fault(*works: Operation) -> str:
    """Return the error of the first failed operation, or "" if none has failed."""
    return next((localized_error(each.error) for each in works if each.state == "failed"), "")


def is_installer(path: Path) -> bool:
    """Return whether the system can run a downloaded file as an installer."""
    return path.suffix.lower() in _INSTALLERS


def made(info: BackupInfo) -> str:
    """Describe when and by which version a backup was made, and its size."""
    when = moment(info.made)
    head = tr("Made on {0}").format(when) if when else tr("Made at an unknown time")
    by = tr("with version {0}").format(one_line(info.version))
    return _DOT.join([head, by, bytes_text(info.bytes)])


def holdings(info: BackupInfo) -> list[str]:
    """List the contents of a backup; kinds without any items are left out."""
    counts = (
        (info.conversations, tr("1 conversation"), tr("{0} conversations")),
        (info.runs, tr("1 recorded run"), tr("{0} recorded runs")),
        (info.snapshots, tr("1 stored page"), tr("{0} stored pages")),
        (info.discoveries, tr("1 discovery"), tr("{0} discoveries")),
        (info.templates, tr("1 template of your own"), tr("{0} templates of your own")),
        (info.schedules, tr("1 scheduled question"), tr("{0} scheduled questions")),
        (info.folders, tr("1 folder of documents"), tr("{0} folders of documents")),
    )
    told = [one if n == 1 else many.format(f"{n:,}") for n, one, many in counts if n]
    told.append(tr("Settings and MCP servers"))
    return told


def effects(found: RestoreEffects) -> list[str]:
    """List what a backup would start and ask, and where it would send keys."""
    lines = []
    new = [each for each in found.servers if not each.known]
    if new:
        lines.append(tr("MCP servers, off until you confirm each in the settings:"))
        lines += [f"    {one_line(each.name)}: {_whole(each.target)}" for each in new]
    if found.settings:
        lines.append(tr("Settings that change who is asked, or what may be read:"))
        lines += [
            f"    {each.setting}: {_whole(each.before) or '-'} → {_whole(each.after) or '-'}"
            for each in found.settings
        ]
    keys = [each for each in found.settings if each.key]
    if keys:
        lines.append(tr("Keys that would go to a new server, and are not sent until you allow it:"))
        lines += [f"    {product(each.key)}: {_whole(each.after)}" for each in keys]
    lines += [tr("Not usable: {0}").format(_whole(each)) for each in found.faults]
    return lines


def index_line(info: BackupInfo) -> str:
    """Describe what happens to the document index if the backup does not contain it."""
    if not info.folders or info.index:
        return ""
    return tr("The documents are indexed anew afterwards, from their folders.")


def crashes(count: int) -> str:
    """Return the number of stored reports as text."""
    if not count:
        return tr("There are no reports of failures.")
    if count == 1:
        return tr("1 report of a failure is kept on this machine.")
    return tr("{0} reports of failures are kept on this machine.").format(count)


def crash_line(report: CrashReport) -> str:
    """Return a report as one line."""
    return _DOT.join(filter(None, (moment(report.when), one_line(report.what))))


def moment(text: str) -> str:
    """Return an ISO 8601 time as a local day and time."""
    then = local_time(text)
    if then.year == 1:
        return ""
    local = QDateTime.fromSecsSinceEpoch(int(then.timestamp()))
    day = QLocale().toString(local.date(), QLocale.FormatType.LongFormat)
    return f"{day}, {QLocale().toString(local.time(), QLocale.FormatType.ShortFormat)}"


def _whole(text: str) -> str:
    """Return an untrusted text on one line, long enough that no part of a command is hidden."""
    return clipped(visible(" ".join(text.split())), _TARGET_MOST, 1)


def one_line(text: str) -> str:
    """Return an untrusted text as a short line, with hidden characters made visible."""
    return clipped(visible(" ".join(text.split())), _NAME_MOST, 1)
