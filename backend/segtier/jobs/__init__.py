"""The worker: takes jobs from the queue of record.

The broker is only a bell; nothing depends on it keeping a message.
"""
