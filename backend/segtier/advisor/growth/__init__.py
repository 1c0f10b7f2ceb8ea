"""How load and sizes grow, and until when the SSD lasts."""
