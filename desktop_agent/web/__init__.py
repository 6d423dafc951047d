"""Web access: search engines, page fetching with URL checks, and the request ledger."""
