"""Page fetching: the address guard, single requests, response bodies and the extraction worker."""
