"""The page that plays a recorded run again."""
