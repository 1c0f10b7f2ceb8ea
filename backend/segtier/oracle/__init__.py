"""What Oracle is, whatever the database at hand: facts with their sources, below all stages, so that all of them answer alike.

One subject a file: owners, names, moving (what can move and how), releases, gates (what release, edition and platform
allow), flash_cache, wait_events, devices.
"""
