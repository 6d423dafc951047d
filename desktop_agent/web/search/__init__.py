"""Web search: engines asked in order, with pacing, cool-downs and caching."""
