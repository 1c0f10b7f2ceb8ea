"""Frozen values every stage shares. Standard library only; the documents are these values as JSON."""
