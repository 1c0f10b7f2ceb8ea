"""The review of a plan: its states, who may do what from which, and what an approval is bound to. Pure."""

from segtier.review.digest import core_digest
from segtier.review.review import (
    Action,
    Approval,
    Refused,
    Review,
    Revision,
    State,
    act,
    allowed,
    begun,
    revised,
    why_not,
)

__all__ = [
    "Action",
    "Approval",
    "Refused",
    "Review",
    "Revision",
    "State",
    "act",
    "allowed",
    "begun",
    "core_digest",
    "revised",
    "why_not",
]
