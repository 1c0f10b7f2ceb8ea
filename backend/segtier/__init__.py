"""Segtier: which Oracle segments belong on SSD, what it will gain, and what to run tonight."""

__version__ = "0.1.0"
