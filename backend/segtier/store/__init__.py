"""Everything that survives a restart: tables, files, and one module of queries per noun.

Rows of the object mapper never leave this package; callers get the frozen values of `records`.
"""
