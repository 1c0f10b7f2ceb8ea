"""Calls to files, database and broker that fail on demand in a running worker, and what must become of the uploads."""
