"""PL/SQL of the bundles, run without an Oracle server: an interpreter over an emulated dictionary.

`syntax` reads a block, `machine` runs it, `dictionary` is the views it asks (SQLite), `oracle` plays what its DDL does, `sqlplus`
runs whole scripts. It knows what the shipped blocks use: IF, CASE, loops, records, collections, cursor FOR loops, SELECT INTO,
EXECUTE IMMEDIATE, exceptions, local procedures and cursors. What it does not know it refuses by name (`NotKnown`). It is no proof
of what Oracle does: the model of each statement says from which manual it was written.
"""
