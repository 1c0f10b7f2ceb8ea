"""One file per kind of move: what it checks, what it runs, and the list of what it runs on."""
