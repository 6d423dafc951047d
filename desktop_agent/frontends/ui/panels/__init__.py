"""The side panels: reasoning, sources, discoveries, network ledger, stored pages."""
