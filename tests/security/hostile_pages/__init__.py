"""Pages and servers made to hang, swell or crash whoever reads them, through the real fetcher."""
