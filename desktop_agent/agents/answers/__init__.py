"""Answer formats, comparison of answers, quantities, and choosing between revisions."""
