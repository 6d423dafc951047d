"""The main window with its commands and pages."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.errors import SettingsError, StorageError
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.research import CitationCheck, Discovery
from desktop_agent.core.template import Template
from desktop_agent.frontends.ui.chat.answer_sources import SourceCard
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.export.conversation_export import ConversationExport
from desktop_agent.frontends.ui.widgets.accessibility import AnswerAnnouncer
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import language
from desktop_agent.frontends.ui.window.background_runs import NEEDED, BackgroundRuns
from desktop_agent.frontends.ui.window.command_palette import CommandPalette, Offer
from desktop_agent.frontends.ui.window.compare import CompareController
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.window.model_status import ModelStatus
from desktop_agent.frontends.ui.window.page_stack import PageKind
from desktop_agent.frontends.ui.window.replay import ReplayController
from desktop_agent.frontends.ui.window.shell import TOP_BAR
from desktop_agent.frontends.ui.window.single_instance import bring_to_front
from desktop_agent.frontends.ui.window.update_and_crash_notices import UpdateAndCrashNotifier
from desktop_agent.frontends.ui.wording.labels import label

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.pages.tasks.page import TasksPage

# --- The top bar: panes, title, and the most used commands

_BUTTONS: Mapping[str, str] = {
    "view.sidebar": "sidebar",
    "chat.new": "plus",
    "chat.find": "search",
    "chat.export": "export",
    "view.side": "panel",
}
_PANES = ("view.sidebar", "view.side")
_OF_A_CHAT = ("chat.find", "chat.export")


class TopBar(QFrame):
    """The bar above the pages, with a title and command buttons."""

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__()
        self.setObjectName("topBar")
        self.setFixedHeight(TOP_BAR)
        self._buttons = {name: QToolButton() for name in _BUTTONS}
        for name, button in self._buttons.items():
            commands.explain(button, name)
            theme.bind_icon(button, _BUTTONS[name], side=20)
            button.setCheckable(name in _PANES)
            button.clicked.connect(commands[name].action.trigger)
        self._name = self._instead = ""
        self._title = ElidedLabel()
        self._title.setObjectName("productName")
        self.show_conversation(None)
        sidebar, *others = self._buttons.values()
        row = hbox(sidebar, 6, (self._title, 1), *others, margins=(10, 0, 10, 0), spacing=4)
        self.setLayout(row)

    def show_conversation(self, conversation: Conversation | None) -> None:
        self._name = conversation.title if conversation is not None else "Desktop Agent"
        self._has_chat = conversation is not None
        self._show()

    def show_instead(self, name: str) -> None:
        """Show ``name`` in place of the conversation's title and buttons; "" restores them."""
        self._instead = name
        self._show()

    def _show(self) -> None:
        for name in _OF_A_CHAT:
            self._buttons[name].setVisible(self._has_chat and not self._instead)
        self._title.show_text(self._instead or self._name)

    def show_pane(self, name: str, is_open: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._buttons[name].setChecked(is_open)
        if name == "view.sidebar":  # the sidebar has its own button for a new chat
            self._buttons["chat.new"].setVisible(not is_open)


# --- The window

_ZOOMED_MS = 600
"""Delay in milliseconds after which a new text size is saved."""
_pages = partial(QCoreApplication.translate, "Pages")
Row = tuple[str, str, Callable[[], object]]
"""The name, default shortcut and action of a command; ``labels.toml`` has its title."""


class MainWindow(WindowLayout):
    """The main window of a session, which is embedded in the placeholder window ``frame``."""

    def __init__(self, theme: Theme, session: "Session", frame: QWidget | None = None) -> None:
        super().__init__(theme, session, frame)
        self._left = ""  # the conversation that was deleted while it was open
        self.models = ModelStatus(self)
        self.background = BackgroundRuns(self)
        self.replay = ReplayController(self)
        self.compare = CompareController(self, self.replay.events)
        self.exports = ConversationExport(theme, session.conversations, self.tasks, self)
        self._size = 0
        self._zoomed = QTimer(self, singleShot=True, interval=_ZOOMED_MS)
        self._zoomed.timeout.connect(lambda: self._set("appearance.font_size", self._size))
        self.command_palette = CommandPalette(theme, self.commands, self._offers, self)
        self.notices = UpdateAndCrashNotifier(self)
        self._add_pages()
        self._add_commands()
        self._top = TopBar(theme, self.commands)
        self.setAcceptDrops(True)
        self.lay_out(self._top)
        self._connect_buttons()
        self._announcer = AnswerAnnouncer(self)
        self._connect()
        self.panes.resized.connect(self.state.touch)
        self._remember_state()
        self.composer.edit.setFocus()

    # --- Requests from other modules

    def refresh(self) -> None:
        """Load stored data, and find Ollama and tool servers. Call this after the first paint."""
        self.sidebar.refresh()
        self.side.discoveries.refresh()
        self.models.find_program()
        self.page.tools.follow(self.session, self.tasks, self.page.conversation)
        self.page.look_for_documents()

    def look_for_models(self) -> None:
        self.models.look()

    def check_for_updates(self) -> None:
        self.open_settings("privacy/updates")
        self.upkeep.check()

    def ask(self, text: str, strategy: str = "") -> None:
        """Ask a question in the open conversation, or queue it while another is being answered."""
        self.page.ask(text, strategy)

    def _search_conversations(self) -> None:
        self._open_sidebar()
        self.sidebar.head.show_search()

    def _show_deleted(self) -> None:
        self._open_sidebar()
        self.sidebar.head.show_deleted(True)

    def _open_sidebar(self) -> None:
        if self.sidebar.isHidden():
            self.panes.open_sidebar(True)

    def _switch_theme(self) -> None:
        self._set("appearance.theme", "light" if self.theme.colours.dark else "dark")
        self.theme.use(self.session.settings.appearance)

    def zoom(self, points: int) -> None:
        """Change the text size by ``points``; 0 restores the system's size."""
        self._size = self.theme.zoom(points)
        self._zoomed.start()

    def save_template(self, turn: Turn) -> None:
        """Ask for a title, and save the plan of a run as a reasoning template."""

        def ask(template: Template) -> None:
            tr = partial(QCoreApplication.translate, "Templates")
            title = template.title
            LineDialog(
                self, tr("Save as template"), tr("Title"), title, partial(save, template)
            ).open()

        def save(template: Template, title: str) -> None:
            kept = replace(template, title=" ".join(title.split()), own=True)
            self.tasks.start(asyncio.to_thread(write, kept), done)

        def write(template: Template) -> str:
            try:
                self.session.templates.save(template)
            except ValueError as fault:
                return str(fault)
            return ""

        def done(fault: str) -> None:
            if fault:
                show_error(self, f"{fault[:1].upper()}{fault[1:]}")

        if turn.plan is not None:
            draft = asyncio.to_thread(self.session.templates.of_run, turn.question, turn.plan)
            self.tasks.start(draft, ask)

    def _save_chat(self, act: Callable[[str], object]) -> None:
        if self.page.conversation.id:
            act(self.page.conversation.id)

    def _save_discovery(self) -> None:
        focus, sources = self.focusWidget(), self.side.sources.view
        if isinstance(focus, SourceCard):
            focus.save()
            return
        if focus is sources and sources.save_discovery():
            return
        chat = getattr(self.middle.currentWidget(), "chat", None)
        if not (isinstance(chat, ChatView) and chat.save_selection()):
            self.say(self.tr("Select a source or text in an answer to save it"))

    async def aclose(self) -> None:
        """Save the window state and drafts, and stop all tasks, including the active run."""
        self.state.remember()
        await self.runs.aclose()
        with suppress(StorageError):  # no window is left to show the error
            await self.page.drafts.aclose()
        await self.tasks.aclose()

    # --- Reactions to signals

    def _told(self, _turn: Turn, event: Event) -> None:
        self.side.show_event(event)
        if isinstance(event, RunFinished):
            self.notices.look_at_keys()
        self.models.show_event(event)

    def _page_changed(self, _index: int) -> None:
        if self.page.pages.currentWidget() is self.page.welcome:
            self.models.look_again()

    def _setting_changed(self, key: str) -> None:
        settings = self.session.settings
        if key.startswith("appearance."):
            self.theme.use(settings.appearance)
            self.state.touch()
        elif key.startswith("llm."):
            self.look_for_models()
        elif key == "network.offline":
            self._network_switched()
        elif key == "agent.strategy":
            self.page.follow_settings()
        elif key == "agent.review_plan":
            self.composer.options.review.setChecked(settings.agent.review_plan)

    def _shown(self, conversation: Conversation | None) -> None:
        self._top.show_conversation(conversation)
        self.sidebar.select(conversation.id if conversation is not None else "")
        self._show_network()
        self.state.touch()

    def _show_network(self) -> None:
        """Show whether the next question will be answered offline, and why."""
        everywhere, chat = self.session.is_offline(), self.page.offline
        forced_by = self.session.setting_origin("network.offline")
        self.commands["program.network"].action.setChecked(everywhere)
        said, acts = "", []
        if everywhere:
            said = self.tr("Offline. Nothing leaves this computer.")
            if forced_by:
                said = f"{said} {self.tr('Set by {0}.').format(forced_by)}"
            else:
                acts = [(self.tr("Go online"), partial(self._switch_network, offline=False))]
        elif chat:
            said = self.tr("This chat is offline. Nothing leaves this computer.")
            go_online = partial(self.page.set_offline, offline=False)
            acts = [(self.tr("Go online in this chat"), go_online)]
        self.page.banner.say(said, acts)
        self.page.welcome.show_offline(offline=everywhere or chat)
        self.composer.bar.web.setEnabled(not (everywhere or chat))

    def _switch_network(self, *, offline: bool) -> None:
        forced_by = self.session.setting_origin("network.offline")
        if forced_by:
            text = self.tr("{0} controls whether the app works offline.")
            show_error(self, text.format(forced_by), self.tr("Remove it and start the app again."))
            self._show_network()
        elif self._set("network.offline", offline):
            self._network_switched()

    def _toggle_network(self) -> None:
        self._switch_network(offline=not self.session.is_offline())

    def _stop(self) -> None:
        """Close the open drawer; otherwise, leave the page or stop the answer."""
        if not self.panes.close_drawer():
            self.middle.stop()

    def _network_switched(self) -> None:
        self._show_network()
        self.tasks.start(self.session.obey_network_switch())
        self.look_for_models()  # remote providers have become available or unavailable

    def _saved(self, discovery: Discovery) -> None:
        def show() -> None:
            bring_to_front(self.window())
            self.show_panel(self.side.discoveries)
            self.side.discoveries.show_saved(discovery)

        said, viewer = self.tr("Saved to discoveries"), self.side.sources.view.viewer
        if viewer is not None and viewer.isActiveWindow():
            viewer.toast.show_message(said, self.tr("Show"), show, undoes=False)
        else:
            self.say(said, self.tr("Show"), show)

    def _open_conversation(self, conversation_id: str) -> None:
        self.middle.show_chat()
        self.page.open(conversation_id)

    def _changed(self, conversation: Conversation) -> None:
        if conversation.id == self.page.conversation.id:
            self._top.show_conversation(conversation)
            self.page.take_changed(conversation)
        self.sidebar.refresh()

    def _removed(self, conversation_id: str) -> None:
        if conversation_id == self.page.conversation.id:
            self._left = conversation_id
            self.page.leave()  # does not move the focus: in the list, Ctrl+Z undoes the deletion

    def _restored(self, conversation_id: str) -> None:
        if conversation_id == self._left and not self.page.conversation.coming_id:
            self.page.open(conversation_id)

    def _set(self, key: str, value: object) -> bool:
        """Change a setting and return whether it was saved; show any error."""
        try:
            self.session.change_setting(key, value)
        except (SettingsError, StorageError) as error:
            self.show_failure(error)
            return False
        return True

    def _offers(self) -> list[Offer]:
        section = self.tr("Open")
        return [
            Offer(f"open.{each.id}", section, each.title, partial(self.page.open, each.id))
            for each in self.sidebar.conversations
        ]

    def _show_reasoning(self, turn: Turn) -> None:
        self.side.show_turn(turn)
        self.show_panel(self.side.reasoning)

    def _show_source(self, turn: Turn, number: int, check: CitationCheck | None) -> None:
        self.show_panel(self.side.sources)
        if number:
            self.side.point_at(turn, number, check)
        else:  # a page that has no number yet
            self.side.show_turn(turn)

    # --- Pages, which are built when they are first shown

    def _add_pages(self) -> None:
        pages, build = "desktop_agent.frontends.ui.pages", self._build_knowledge_page
        needed = ("desktop_agent.app.documents", f"{pages}.knowledge.page")
        self.middle.add(PageKind("knowledge", _pages("Documents"), build, needed))
        runs = (f"{pages}.tasks.page", *NEEDED)
        self.middle.add(PageKind("tasks", _pages("Tasks"), self._build_tasks_page, runs))

    def _open_embedding_models(self) -> None:
        built_in = self.session.settings.knowledge.embedding_provider == "built-in"
        self.open_settings("search/meaning" if built_in else "models/installed")

    def _build_knowledge_page(self) -> QWidget:
        from desktop_agent.frontends.ui.pages.knowledge.page import KnowledgePage

        page = KnowledgePage(self.theme, self.session, self.tasks)
        page.models_wanted.connect(self._open_embedding_models)
        page.settings_wanted.connect(lambda: self.open_settings("documents"))
        page.ask_wanted.connect(self.middle.ask)
        return page

    def _build_tasks_page(self) -> "TasksPage":
        from desktop_agent.frontends.ui.pages.tasks.page import TasksPage

        background, replay = self.background, self.replay
        background.start()
        background.begin()
        shared = (self.theme, self.session, background.runs, self.sidebar.title_of, self.tasks)
        page = TasksPage(*shared)
        page.opened.connect(background.show_turn)
        page.replay_wanted.connect(replay.play_run)
        page.export_wanted.connect(replay.export_stored_run)
        page.compare_wanted.connect(self.compare.compare_runs)
        return page

    def _ask_regularly(self, question: str) -> None:
        from desktop_agent.frontends.ui.pages.tasks.schedules import ScheduleDialog

        dialog = ScheduleDialog(self.session.schedules, self.tasks, self, question=question)
        dialog.kept.connect(lambda _schedule: self.background.start())
        dialog.open()

    # --- Commands

    def _add_commands(self) -> None:
        for section, rows in (
            ("Chat", self._chat_commands()),
            ("Conversations", self._conversation_commands()),
            ("Knowledge", self._knowledge_commands()),
            ("Runs", self._run_commands()),
            ("View", self._view_commands()),
            ("Program", self._program_commands()),
        ):
            text = partial(label, "Commands", section)
            for name, keys, act in rows:
                self.commands.add(text("section"), name, text(name), keys, act)
        self.commands.settle()

    def _chat_commands(self) -> tuple[Row, ...]:
        page, shown = self.page, self._in_chat
        composer, copy = page.composer, page.chat.copy_answer
        return (
            ("chat.new", "Ctrl+N", shown(page.begin_new)),
            ("chat.focus", "Ctrl+L", shown(composer.edit.setFocus)),
            ("chat.stop", "Esc", self._stop),
            ("chat.pause", "Ctrl+J", page.sleep.switch),
            ("chat.ask_background", "Ctrl+Alt+Return", shown(composer.send_to_background)),
            ("chat.background", "", shown(self.background.hand_over)),
            ("chat.offline", "", shown(lambda: page.set_offline(offline=not page.offline))),
            ("chat.attach", "Ctrl+Shift+A", shown(composer.attach)),
            ("chat.again", "Ctrl+Shift+Return", shown(page.ask_last_again)),
            ("chat.find", "Ctrl+F", shown(page.finding.open)),
            ("chat.latest", "Ctrl+End", shown(page.chat.go_to_latest)),
            ("chat.copy", "", shown(copy)),
            ("chat.copy_markdown", "Ctrl+Shift+C", shown(partial(copy, markdown=True))),
            ("chat.export", "Ctrl+Shift+S", shown(partial(self._save_chat, self.exports.export))),
            ("chat.print", "Ctrl+P", shown(partial(self._save_chat, self.exports.print))),
        )

    def _in_chat(self, act: Callable[[], object]) -> Callable[[], object]:
        """Wrap ``act`` so that the chat is shown first."""

        def show_first() -> None:
            self.middle.show_chat()
            act()

        return show_first

    def _conversation_commands(self) -> tuple[Row, ...]:
        sidebar = self.sidebar
        return (
            ("conversations.search", "Ctrl+Shift+F", self._search_conversations),
            ("conversations.undo", "Ctrl+Z", sidebar.toast.act),
            ("conversations.rename", "", sidebar.rename_current),
            ("conversations.delete", "", sidebar.delete_current),
            ("conversations.deleted", "", self._show_deleted),
        )

    def _knowledge_commands(self) -> tuple[Row, ...]:
        add = partial(self.middle.open, "knowledge")
        return (
            ("view.knowledge", "Ctrl+Shift+K", partial(self.middle.switch, "knowledge")),
            ("knowledge.add_folder", "", lambda: add(lambda page: page.add_folder())),
            ("knowledge.add_files", "", lambda: add(lambda page: page.add_files())),
        )

    def _run_commands(self) -> tuple[Row, ...]:
        replay, written = self.replay, self.composer.edit.toPlainText
        return (
            ("runs.regularly", "", lambda: self._ask_regularly(written())),
            ("runs.open_recording", "", replay.open_recording),
            ("runs.import", "", replay.import_run),
            ("runs.export", "", replay.export_last),
            ("program.servers", "", partial(self.open_settings, "tools/mcp")),
        )

    def _view_commands(self) -> tuple[Row, ...]:
        panes, side, panel = self.panes, self.side, self.show_panel
        return (
            ("view.sidebar", "Ctrl+B", lambda: panes.open_sidebar(self.sidebar.isHidden())),
            ("view.side", "Ctrl+Shift+P", lambda: panes.open_side(side.isHidden())),
            ("view.reasoning", "Ctrl+R", partial(panel, side.reasoning)),
            ("view.sources", "Ctrl+Shift+R", partial(panel, side.sources)),
            ("view.discoveries", "Ctrl+D", partial(panel, side.discoveries)),
            ("discoveries.save", "Ctrl+Shift+D", self._save_discovery),
            ("discoveries.export", "Ctrl+Shift+E", side.discoveries.choose_file),
            ("view.ledger", "Ctrl+Shift+L", partial(self.open_settings, "privacy/log")),
            ("view.larger", "Ctrl++", partial(self.zoom, 1)),
            ("view.smaller", "Ctrl+-", partial(self.zoom, -1)),
            ("view.usual", "Ctrl+0", partial(self.zoom, 0)),
            ("view.runs", "Ctrl+Shift+B", partial(self.middle.switch, "tasks")),
            ("view.theme", "", self._switch_theme),
        )

    def _program_commands(self) -> tuple[Row, ...]:
        settings = self.open_settings
        return (
            ("program.palette", "Ctrl+K", self.command_palette.open),
            ("program.shortcuts", "F1", partial(settings, "appearance/shortcuts")),
            ("program.settings", "Ctrl+,", settings),
            ("program.models", "Ctrl+M", partial(settings, "models/installed")),
            ("program.network", "Ctrl+Shift+O", self._toggle_network),
            ("program.look", "", self.look_for_models),
            ("program.updates", "", self.check_for_updates),
            ("program.backup", "", partial(settings, "privacy/backup")),
            ("program.diagnostics", "", partial(settings, "privacy/diagnostics")),
            ("program.quit", "Ctrl+Q", self.quit),
        )

    # --- Connections

    def _connect_buttons(self) -> None:
        self.panes.sidebar_shown.connect(partial(self._top.show_pane, "view.sidebar"))
        self.panes.side_shown.connect(partial(self._top.show_pane, "view.side"))
        self.panes.open_sidebar(True)
        head, foot = self.sidebar.head, self.sidebar.foot
        for button, name in (
            (head.new, "chat.new"),
            (head.search_entry, "conversations.search"),
            (head.pages["knowledge"], "view.knowledge"),
            (head.pages["tasks"], "view.runs"),
            (foot.settings, "program.settings"),
        ):
            self.commands.explain(button, name, button.text())
        network = self.commands["program.network"].action
        network.setCheckable(True)
        foot.model.offline = network
        self.composer.bar.more.aboutToShow.connect(self._fill_more)
        pause, line = self.commands["chat.pause"], self.page.sleep
        pause.action.changed.connect(lambda: line.show_keys(pause.shown_keys))
        line.show_keys(pause.shown_keys)

    def _fill_more(self) -> None:
        running = self.page.conversation.is_answering
        of_a_run = ("chat.pause", "chat.background") if running else ()
        more = self.composer.bar.more
        more.clear()
        for name in of_a_run:
            more.addAction(self.commands[name].action)
        more.addAction(self.commands["chat.ask_background"].action)
        written = self.composer.edit.toPlainText()
        for title, time in (
            (self.tr("Ask in an hour"), "in 1 hour"),
            (self.tr("Ask tomorrow at 9:00"), "tomorrow 9:00"),
            (self.tr("Ask every day at 8:00"), "daily 8:00"),
        ):
            more.addAction(title, partial(self.background.schedule, written, time))
        more.addAction(self.commands["runs.regularly"].action)

    def _connect(self) -> None:
        here = self.page.conversation
        self.runs.told.connect(self._told)
        self.runs.followed_changed.connect(
            lambda: self.sidebar.show_running(self.runs.conversations)
        )
        here.shown.connect(self._shown)
        here.kept.connect(self._changed)
        here.history.happened.connect(self._announcer.tell)
        self.page.turn_shown.connect(self.side.show_turn)
        step = self.page.welcome.step
        foot = self.sidebar.foot.model
        for asks in (step.settings, self.page.tools.settings, foot.settings):
            asks.connect(self.open_settings)
        finders = (foot.look_again, self.downloads.finished)
        for each in (*finders, self.models_changed):
            each.connect(self.look_for_models)
        self.page.pages.currentChanged.connect(self._page_changed)
        self.chat.wishes.settings.connect(self.open_settings)
        self.chat.wishes.reasoning.connect(self._show_reasoning)
        self.chat.wishes.keep_template.connect(self.save_template)
        self.chat.wishes.cited.connect(self._show_source)
        self.chat.wishes.repeat.connect(self._ask_regularly)
        self._connect_pages()
        self.sidebar.opened.connect(self.page.open_hit)
        self.sidebar.head.new_chat.connect(self.page.begin_new)
        self.sidebar.removed.connect(self._removed)
        self.sidebar.restored.connect(self._restored)
        self.sidebar.changed.connect(self._changed)
        self.sidebar.export_wanted.connect(self.exports.export)
        self.sidebar.print_wanted.connect(self.exports.print)
        self.side.closed.connect(lambda: self.panes.open_side(False))
        self.page.offline_changed.connect(self._show_network)
        self.setting_changed.connect(self._setting_changed)
        self._connect_files()
        self._show_network()

    def _connect_pages(self) -> None:
        middle, sidebar = self.middle, self.sidebar
        for chosen in (sidebar.opened, sidebar.head.new_chat):
            chosen.connect(middle.show_chat)
            chosen.connect(lambda *_what: self.panes.close_sidebar_drawer())
        sidebar.head.page_wanted.connect(middle.switch)
        middle.turned.connect(self._turned)
        self.setting_changed.connect(self._refresh_documents)
        self.models_changed.connect(self._refresh_documents)

    def _turned(self, name: str, title: str) -> None:
        self._top.show_instead(title)
        self.sidebar.head.show_page(name)
        self.sidebar.select("" if name else self.page.conversation.id)
        self.panes.close_sidebar_drawer()
        self.page.look_for_documents()

    def _refresh_documents(self) -> None:
        if self.middle.is_built("knowledge"):
            self.middle.page("knowledge").refresh()

    def _connect_files(self) -> None:
        self.chat.wishes.save.connect(self.side.discoveries.save)
        self.side.discoveries.saved.connect(self._saved)
        self.side.discoveries.conversation.connect(self._open_conversation)
        for each in (self.exports.done, self.side.discoveries.exported):
            each.connect(self.show_exported)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._show_network()  # another process may have changed the setting
            if self.isVisible():
                self.models.look_again()  # a server may have started or stopped

    # --- Drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        from_outside = event.source() is None and self.middle.shown != "knowledge"
        if from_outside and self.composer.edit.canInsertFromMimeData(event.mimeData()):
            event.acceptProposedAction()
            self.composer.show_drop(possible=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self.composer.show_drop(possible=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.show_drop(possible=False)
        event.acceptProposedAction()
        self.middle.show_chat()
        self.composer.take(event.mimeData())

    # --- State that is kept until the next start

    def _remember_state(self) -> None:
        """Register and restore the window state. Call this before the window is shown."""
        keep, page, panes, theme = self.state.keep, self.page, self.panes, self.theme
        keep("widths", panes.widths, panes.restore_widths)
        # width and colours are read by the frame that is painted before the window
        keep(
            "sidebar",
            lambda: str(panes.wanted_sidebar_width),
            lambda width: panes.open_sidebar(width != "0"),
        )
        keep(
            "side",
            lambda: str(int(panes.side_open)),
            lambda is_open: panes.open_side(is_open == "1"),
        )
        keep("tab", lambda: str(self.side.tab), self.side.restore_tab)
        keep("conversation", lambda: page.conversation.id, page.open_first)
        keep("tray", lambda: str(int(self.background.tray_explained)), self.background.restore_tray)
        keep("told-version", lambda: self.notices.told_version, self.notices.restore_version)
        keep("shade", lambda: theme.shade)
        keep("points", lambda: str(round(theme.points)))
        keep("language", language)
        if "conversation" not in self.state.restore():
            page.open_first("")  # show the unsent text even if the file is lost
