"""Page fetching: address guard, requests hop by hop, bodies, the extraction worker."""
