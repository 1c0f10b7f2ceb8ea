PROMPT Written: copy_datafiles.rman, switch_datafiles.rman. Read them. Files that are at the SSD already are not in them
PROMPT Then: rman target / cmdfile copy_datafiles.rman (open, no outage)
PROMPT Then: rman target / cmdfile switch_datafiles.rman (each file is offline while it recovers)
PROMPT If either stops half-way: run this script again, it writes what is left. The way back stays in old_copies.sql
