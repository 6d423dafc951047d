"""What can be added to the program: what it is for, how large it is, and the button for it."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_agent.core.updates import Component
from desktop_agent.ui.parts import Pill, wrapped
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.adding import Adding
from desktop_agent.ui.upkeep.part import Said, button, row_of, section
from desktop_agent.ui.upkeep.words import tr
from desktop_agent.ui.upkeep.work_line import WorkLine


class ComponentsPane(QWidget):
    """A card for each component; ``cards`` are there when it is known what there is."""

    def __init__(self, theme: Theme, adding: Adding) -> None:
        super().__init__()
        self._theme = theme
        self._adding = adding
        self.cards: dict[str, ComponentCard] = {}
        self.said = Said()
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 6, 0, 18)
        self._lines.setSpacing(10)
        self._lines.addWidget(section(tr("Add-ons")))
        self._lines.addWidget(self.said)
        adding.changed.connect(self._show)
        self._show()
        adding.refresh()

    def look_again(self) -> None:
        """Asks again what there is."""
        self._adding.refresh()

    def _show(self) -> None:
        adding = self._adding
        self.said.say(words.fault(adding.listing), "error")
        for each in adding.components or ():
            if each.name not in self.cards:
                self.cards[each.name] = ComponentCard(self._theme, adding)
                self._lines.addWidget(self.cards[each.name])
            self.cards[each.name].show_component(each)


class ComponentCard(QFrame):
    """One component."""

    def __init__(self, theme: Theme, adding: Adding) -> None:
        super().__init__()
        self.setObjectName("foldBox")
        self._adding = adding
        self._name = ""
        self._title = section("")
        self.pill = Pill()
        self._about = wrapped("", "muted")
        self.facts = wrapped("", "hint")
        self.said = Said()
        self.line = WorkLine(adding.working, tr("Adding…"))
        self.add = button(tr("Add"), lambda: adding.add(self._name))
        self.remove = button(tr("Remove"), lambda: adding.remove(self._name))
        theme.bind_icon(self.add, "download", "muted", side=16)
        theme.bind_icon(self.remove, "trash", "muted", side=16)
        self._lay_out()

    def show_component(self, component: Component) -> None:
        """Shows how it stands with a component."""
        adding = self._adding
        self._name = component.name
        title = words.component_title(component)
        self._title.setText(title)
        self._about.setText(words.component_about(component))
        self._about.setVisible(bool(self._about.text()))
        self.pill.show_text(words.component_state(component), "ok")
        self.facts.setText(words.component_facts(component))
        self.facts.setVisible(bool(self.facts.text()))
        self.add.setVisible(component.state == "absent")
        self.add.setAccessibleName(tr("Add {0}").format(title))
        self.add.setToolTip(tr("Downloads {0} and adds it once it was checked").format(title))
        self.remove.setVisible(component.state == "added")
        self.remove.setAccessibleName(tr("Remove {0}").format(title))
        self.remove.setToolTip(tr("Takes {0} away; it can be added again").format(title))
        for part in (self.add, self.remove):
            part.setEnabled(not adding.working.active)
        mine = adding.name == component.name
        self.line.setVisible(mine and adding.working.active)
        stopped = tr("Nothing was added.") if adding.working.state == "stopped" else ""
        fault = words.fault(adding.working)
        self.said.say((fault or stopped) if mine else "", "error" if fault else "")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self.pill)
        head.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(14, 12, 14, 12)
        lines.setSpacing(8)
        lines.addLayout(head)
        for part in (self._about, self.facts, self.said, self.line):
            lines.addWidget(part)
        lines.addLayout(row_of(self.add, self.remove))
