"""What is told where a keyring refuses, or never answers."""

import threading

import pytest
from keyring.backend import KeyringBackend

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.storage.secrets import Secrets


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            ConnectionResetError(104, "Connection reset by peer"),
            "refused (Connection reset by peer)",
        ),
        (RuntimeError("org.freedesktop.DBus.Error.NoReply"), "the keyring refused."),
        (ValueError("odd <object object at 0x7f00>"), "the keyring refused."),
    ],
)
def test_a_refusal_is_told_in_the_words_of_the_system_and_no_other(home, monkeypatch, error, words):
    class Refusing(KeyringBackend):
        priority = 1

        def get_password(self, service, username):
            raise error

        def set_password(self, service, username, password):
            raise error

    secrets = Secrets({})
    secrets.record.add(["tavily"])
    monkeypatch.setattr("desktop_agent.storage.secrets._usable_keyring", lambda: (Refusing(), ""))
    with pytest.raises(KeyStoreError) as caught:
        secrets.get("tavily")
    assert words in caught.value.message
    assert "0x" not in caught.value.message


def test_a_keyring_that_never_answers_is_given_up_when_the_program_ends(home, monkeypatch):
    over, asked = threading.Event(), threading.Event()

    class Silent(KeyringBackend):
        priority = 1

        def get_password(self, service, username):
            asked.set()
            over.wait(10)

        def set_password(self, service, username, password):
            over.wait(10)

    secrets = Secrets({})
    secrets.record.add(["tavily"])
    monkeypatch.setattr("desktop_agent.storage.secrets._usable_keyring", lambda: (Silent(), ""))
    failures = []

    def read():
        try:
            secrets.get("tavily")
        except KeyStoreError as error:
            failures.append(error.message)

    reader = threading.Thread(target=read)
    reader.start()
    assert asked.wait(5)
    secrets.give_up()
    reader.join(5)
    over.set()
    assert failures == ["The keyring does not answer."]
