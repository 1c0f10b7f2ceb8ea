"""An advice as one file: its pieces, and a row for each segment that is sorted, filtered and paged where it lies."""
