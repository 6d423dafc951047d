"""Where the questions that wait were written: they go on by themselves only there."""

from desktop_agent.ui.composer.question_queue import QuestionQueue


class QueuePlace:
    """Holds the queue while another conversation is open."""

    def __init__(self, queue: QuestionQueue) -> None:
        self._queue = queue
        self._home = ""
        self._here = ""

    def is_at(self, conversation_id: str) -> bool:
        """Tells whether that conversation, which has begun, is the one that was open last."""
        return bool(conversation_id) and conversation_id == self._here

    def move(self, here: str, *, begun: bool) -> None:
        """Takes the conversation that is open now; ``begun`` where the open chat has become one."""
        if begun:
            self._home = here
        elif self._queue.drafts and not self._queue.held:
            self._home = self._here
        self._here = here
        self._queue.hold(here != self._home)
