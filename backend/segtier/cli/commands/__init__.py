"""One module for each command of `segtier`; its `command` is found by the name of the module."""
