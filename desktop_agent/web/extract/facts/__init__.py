"""What a page says in forms made for machines."""
