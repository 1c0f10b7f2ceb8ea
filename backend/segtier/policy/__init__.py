"""A policy: rules with limits, held against what an advice and a comparison already say. It works nothing out anew.

One kind of rule a file in `rules/`, one form of the outcome a file in `outputs/`; no file is opened here.
"""

from segtier.policy.check import check
from segtier.policy.outcome import Checked, Outcome
from segtier.policy.read import read_policy
from segtier.policy.rule import Measured, Policy

__all__ = ["Checked", "Measured", "Outcome", "Policy", "check", "read_policy"]
