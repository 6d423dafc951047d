"""Processes that can be killed: what a document does to one is never the program's problem."""
