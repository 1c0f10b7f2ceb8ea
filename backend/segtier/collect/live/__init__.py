"""`segtier collect`: the catalogue's queries over a live, read-only connection, into the same bundle as the script's."""
