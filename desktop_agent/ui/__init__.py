"""The window: everything that knows Qt. It talks to `app` and `core` only."""
