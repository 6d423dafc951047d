"""What a person wants of a turn in a chat."""

from PySide6.QtCore import QObject, Signal


class TurnWishes(QObject):
    """One signal for each wish; whoever shows the chat decides what is done.

    ``regenerate``, ``from_sources`` and ``edit`` bring the id of a turn, ``switched`` too, with the
    step to another version of it, and ``compare``, with whether it is to be asked again first;
    ``repeat`` brings a question that is to be asked regularly, ``pull`` an error card that wants a
    model, ``look_for_models`` one that wants to offer others, and ``model_chosen`` a turn's id with
    the provider and the model that are to answer it;
    ``reasoning`` and ``keep_template`` a turn, ``save`` a `Discovery` to be stored, and ``cited`` a
    turn, the number of a source and the
    check of that citation or None.
    """

    regenerate = Signal(int)
    edit = Signal(int)
    switched = Signal(int, int)
    from_sources = Signal(int)
    pull = Signal(object)
    look_for_models = Signal(object)
    model_chosen = Signal(int, str, str)
    settings = Signal()
    reasoning = Signal(object)
    keep_template = Signal(object)
    compare = Signal(int, bool)
    repeat = Signal(str)
    save = Signal(object)
    cited = Signal(object, int, object)

    def hand_on(self, to: "TurnWishes") -> None:
        """Hands on what can be done with a turn wherever it is shown."""
        self.cited.connect(to.cited)
        self.reasoning.connect(to.reasoning)
        self.pull.connect(to.pull)
        self.look_for_models.connect(to.look_for_models)
        self.settings.connect(to.settings)
        self.keep_template.connect(to.keep_template)
        self.repeat.connect(to.repeat)
        self.save.connect(to.save)
