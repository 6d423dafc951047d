"""Web search with several engines tried in order, with pacing, cool-downs and caching."""
