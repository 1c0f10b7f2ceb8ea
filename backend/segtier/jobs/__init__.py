"""The worker: slots that take jobs from the queue of record and have a reader process read them.

The broker is only a bell; nothing depends on it keeping a message, or on its being there.
"""
