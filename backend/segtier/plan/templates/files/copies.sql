PROMPT Written: copy_datafiles.rman, roll_datafiles.rman, switch_datafiles.rman. Read them. Files that are at the SSD already are not in them
PROMPT Then: rman target / cmdfile copy_datafiles.rman (open, no outage)
PROMPT Then: rman target / cmdfile roll_datafiles.rman (open, no outage; needs room for what changed since the copy where backups go)
PROMPT Then: rman target / cmdfile switch_datafiles.rman at once: each file is offline while the redo since the last roll is applied
PROMPT Roll again as often as you like: the longer ago, the longer each file is offline. Each stops what reads or writes it meanwhile
PROMPT If either stops half-way: run this script again, it writes what is left. The way back stays in old_copies.sql
