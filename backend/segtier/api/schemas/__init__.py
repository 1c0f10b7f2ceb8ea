"""The shapes of the API's own answers, one file per noun. Documents (advice, workload) are the model's values."""
