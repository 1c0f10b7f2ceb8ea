"""What commands share: what is typed, what is printed, what is in the folder."""
