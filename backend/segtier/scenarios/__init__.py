"""Questions under a name: how they are called, and how their answers stand side by side."""

from segtier.scenarios.name import plain_name
from segtier.scenarios.side_by_side import MOST_SIDE_BY_SIDE, Asked, answer_of, side_by_side

__all__ = ["MOST_SIDE_BY_SIDE", "Asked", "answer_of", "plain_name", "side_by_side"]
