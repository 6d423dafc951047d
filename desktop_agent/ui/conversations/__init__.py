"""The sidebar: the list of conversations, its search, and what one does to a conversation there."""
