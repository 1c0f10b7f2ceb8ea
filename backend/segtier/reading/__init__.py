"""Reading what people send, in a process of its own with limits.

A file may hang a reader, or ask for more memory than there is. So no file is opened where requests are answered or leases
are kept: a child process without database, network or folder gets the open file, and is killed beyond its limits.
"""
