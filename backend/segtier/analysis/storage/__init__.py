"""Storage as the reports show it: which tablespaces share a queue, how fast each reads, and whether that can be trusted."""
