"""PL/SQL of the bundles, run without an Oracle server: an interpreter over an emulated database.

The language: `words` and `syntax` read a block into a `tree`, `machine` runs it with `functions` and `queries` (SQL: SQLite).
The database: `database` is what there is, `views` and `segment_views` show it as the dictionary does, `statements` says which DDL
there is, and `moves`, `storage`, `redo` and `temp` what each does; `refusals` what Oracle refuses. `sqlplus` runs whole scripts.
It knows what the shipped blocks use. What it does not know it refuses by name (`NotKnown`). It is no proof of what Oracle does:
each effect says from which manual it was written.
"""
