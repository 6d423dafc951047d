"""The chat page, and the pages that replace it."""
