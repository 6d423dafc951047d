"""Search the web with several engines in turn, with pacing, cool-downs and caching."""
