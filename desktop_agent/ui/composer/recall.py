"""Earlier questions, gone through with the arrow keys."""

from collections.abc import Sequence


class Recall:
    """Walks through earlier questions and back to what was being written."""

    def __init__(self) -> None:
        self._questions: list[str] = []
        self._place = 0
        self._unsent = ""

    def set_questions(self, questions: Sequence[str]) -> None:
        """Takes the earlier questions, oldest first."""
        self._questions = list(questions)
        self.leave()

    def add(self, question: str) -> None:
        """Takes a question that was sent; the same one twice is kept once."""
        if self._questions[-1:] != [question]:
            self._questions.append(question)
        self.leave()

    def leave(self) -> None:
        """Begins at the end again; what was unsent is forgotten."""
        self._place = len(self._questions)
        self._unsent = ""

    def earlier(self, text: str) -> str | None:
        """Gives the question before, or None at the first; ``text`` is what the field holds now."""
        if self._place == 0:
            return None
        if self._place == len(self._questions):
            self._unsent = text
        self._place -= 1
        return self._questions[self._place]

    def later(self) -> str | None:
        """Gives the question after, at last what was unsent, or None when that is shown."""
        if self._place >= len(self._questions):
            return None
        self._place += 1
        if self._place == len(self._questions):
            return self._unsent
        return self._questions[self._place]
