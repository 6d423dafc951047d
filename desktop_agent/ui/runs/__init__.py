"""Runs that go on by themselves: the page that lists them, and what the chat shows of them."""
