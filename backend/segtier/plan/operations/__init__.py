"""Placement in, operations out: what Oracle will be asked to do, one statement each. Pure; nothing here writes a script."""
