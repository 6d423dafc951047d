"""The side panels: reasoning, sources, discoveries and stored pages."""
