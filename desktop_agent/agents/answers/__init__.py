"""Format and compare answers, parse quantities, and choose between revisions."""
