"""Page fetching: the URL guard, single requests, response bodies and the extraction worker."""
