"""Tells of a newer version, and of its download once that was asked for."""

from collections.abc import Callable

from desktop_agent.ui.browser import open_address, open_folder
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.notice_line import Act, NoticeLine
from desktop_agent.ui.upkeep.updating import Updating
from desktop_agent.ui.upkeep.words import tr


class UpdateNotice(NoticeLine):
    """Is there from `tell` until it is dismissed; ``show_news`` is called to show what is new."""

    def __init__(self, theme: Theme, updating: Updating, show_news: Callable[[], object]) -> None:
        super().__init__(theme, "download", "accent")
        self._updating = updating
        self._show_news = show_news
        updating.changed.connect(self._follow)

    def tell(self) -> None:
        """Tells of the version that was found, or of how its download stands."""
        updating = self._updating
        release, loading = updating.release, updating.loading
        if release is None:
            return
        version = words.version(release)
        news: Act = (tr("What is new"), self._show_news)
        if updating.path is not None:
            self.say(tr("Version {0} was downloaded and checked.").format(version), self._opening())
        elif loading.active:
            text = tr("Downloading version {0}: {1} %").format(version, words.share(loading))
            self.say(text, [(tr("Cancel"), updating.stop)])
        elif loading.state == "failed":
            self.say(words.fault(loading), [(tr("Try again"), updating.download)], "error")
        else:
            text = tr("Version {0} of Desktop Agent is there.").format(version)
            self.say(text, [news, (tr("Download"), updating.download)])

    def _follow(self) -> None:
        if not self.isHidden():
            self.tell()

    def _opening(self) -> list[Act]:
        path = self._updating.path
        assert path is not None
        acts: list[Act] = [(tr("Show in folder"), lambda: open_folder(path))]
        if words.is_installer(path):
            acts.insert(0, (tr("Open installer"), lambda: open_address(path.as_uri())))
        return acts
