"""Check the sentences of an answer against the passages they cite."""
