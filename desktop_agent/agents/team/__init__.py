"""The strategy ``team``: who decides, who looks, who writes."""
