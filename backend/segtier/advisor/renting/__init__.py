"""What could be rented or bought for the best segments, its rivals, and what each costs."""
