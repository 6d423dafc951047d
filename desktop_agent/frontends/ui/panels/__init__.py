"""The side panels: reasoning, sources, discoveries, network ledger and stored pages."""
