"""Devices that answer as modelled: a library in C that a process loads first, and what Python writes into its shared memory."""
