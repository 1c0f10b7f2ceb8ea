"""`verdict`: the answer is one of some states, or none of some."""

from __future__ import annotations

from typing import get_args

from segtier.dataclass import dataclass
from segtier.model.verdict import State
from segtier.policy.rule import Kind, Measured, Seen, files_used, not_known
from segtier.policy.values import Wrong, list_of, one_of

_STATES = list_of(one_of(get_args(State)))
_NO_ANSWER: State = "not-enough-data"


@dataclass(frozen=True, slots=True)
class VerdictLimit:
    one_of: tuple[State, ...] | None = None
    none_of: tuple[State, ...] | None = None

    def __post_init__(self) -> None:
        if (self.one_of is None) == (self.none_of is None):
            raise Wrong("give either 'one-of' or 'none-of'")

    def look(self, measured: Measured) -> Seen:
        """Too little data is an answer only to a rule that names it."""
        verdict = measured.advice.verdict
        named = self.one_of or self.none_of or ()
        limit = f"{'one' if self.one_of else 'none'} of {', '.join(named)}"
        if verdict.state == _NO_ANSWER and _NO_ANSWER not in named:
            return not_known(limit, verdict.headline)
        files = files_used(measured.advice)
        held = (verdict.state in named) == (self.one_of is not None)
        return Seen("held" if held else "broken", limit, verdict.state, why=verdict.headline, files=files)


VERDICT = Kind("verdict", VerdictLimit, {"one-of": _STATES, "none-of": _STATES}, frozenset(("one-of", "none-of")))
