"""Families of loads: a folder each, with the schema, the transactions and what of them may be drawn."""
