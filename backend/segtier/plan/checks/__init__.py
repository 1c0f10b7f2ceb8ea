"""What is looked at before and after: can it be had, is there room, did it work."""
