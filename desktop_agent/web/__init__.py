"""Web access: search engines, page fetching and its address guard, and the ledger of requests."""
