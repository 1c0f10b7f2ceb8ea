"""Placement in, scripts out. Nothing here runs anything: people do, after they have read it."""
