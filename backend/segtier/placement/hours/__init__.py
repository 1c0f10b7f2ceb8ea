"""One choice for many hours: the one that falls least short of each hour's own best in its worst hour."""
