"""Which segments: those that could move, the best choice of them and its proof, each with its rank and its reason."""
