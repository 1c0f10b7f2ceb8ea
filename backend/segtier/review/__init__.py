"""The review of a plan: its states, who may do what from which, and what an approval is bound to. Pure."""

from segtier.review.arrivals import brought
from segtier.review.checks import checks_of, fresh_check
from segtier.review.difference import Side, difference
from segtier.review.note import standing_text, standing_word, unapproved_word
from segtier.review.remarks import About, about, at_line, found_again
from segtier.review.states import (
    ACTIONS,
    WAITING,
    Approval,
    Review,
    Revision,
    begun,
    judged,
    may_resolve,
    moved_on,
    open_actions,
    revised,
    shown_state,
    submitted,
    superseded,
    why_not,
)
from segtier.review.verify import revision_seal

__all__ = [
    "ACTIONS",
    "WAITING",
    "About",
    "Approval",
    "Review",
    "Revision",
    "Side",
    "about",
    "at_line",
    "begun",
    "brought",
    "checks_of",
    "difference",
    "found_again",
    "fresh_check",
    "judged",
    "may_resolve",
    "moved_on",
    "open_actions",
    "revised",
    "revision_seal",
    "shown_state",
    "standing_text",
    "standing_word",
    "submitted",
    "superseded",
    "unapproved_word",
    "why_not",
]
