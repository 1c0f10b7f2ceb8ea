"""Work whose length the input decides, in a process of its own with limits: reading what is sent, answering from it.

A file may hang a reader, or ask for more memory than there is. So no file is opened where requests are answered or leases
are kept, and no advice is worked out there: a child process without database, network or folder gets the open file, or the
documents, and is killed beyond its limits.
"""
