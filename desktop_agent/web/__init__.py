"""The web: search engines, the page reader and its guard, and the ledger of what went out."""
