"""What runs beside the code inside the jail."""
