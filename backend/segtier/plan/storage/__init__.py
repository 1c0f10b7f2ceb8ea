"""Below the files: disks, ASM, file systems, and the room they have."""
