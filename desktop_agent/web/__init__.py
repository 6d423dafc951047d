"""Web access: search engines, page fetching with its address guard, and the request ledger."""
