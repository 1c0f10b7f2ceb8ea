"""Which pieces `make test` proves this time: those of what was changed, then those not proved for longest, within a budget."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tests.proving.ledger import NEVER, Proof

TESTS_S, JOURNEYS_S = 50.0, 40.0
"""The budget, processor time and time by the clock, for what was not proved for longest, and as much again at most for what the
change reaches: with it `make test` takes about 1,200 s of processor time.
"""
UNKNOWN_S = 20.0
"""What a piece is taken to need that was never run."""


def not_proved_for_longest(pieces: Iterable[str], ledger: Mapping[str, Proof], budget_s: float = TESTS_S) -> list[str]:
    """The pieces to prove, oldest first, as many as the budget holds.

    One that does not fit behind older ones is the older next time; one that fits in no budget is proved by `make prove` alone.
    """
    return _packed(sorted(pieces, key=lambda piece: (_proved(ledger, piece), piece)), ledger, budget_s)


def reached(
    pieces: Iterable[str], near: Collection[str], ledger: Mapping[str, Proof], budget_s: float = TESTS_S
) -> tuple[list[str], list[str]]:
    """Of the pieces whose file (below `tests/`) is `near` a change: those that fit, oldest first, and those that do not."""
    found = sorted((piece for piece in pieces if file_of(piece) in near), key=lambda one: (_proved(ledger, one), one))
    fit = _packed(found, ledger, budget_s)
    return fit, [piece for piece in found if piece not in fit]


def file_of(piece: str) -> str:
    return piece.partition("@")[0].partition("::")[0]


def cost_s(ledger: Mapping[str, Proof], piece: str) -> float:
    return ledger[piece].processor_s if piece in ledger else UNKNOWN_S


def _packed(pieces: Iterable[str], ledger: Mapping[str, Proof], budget_s: float) -> list[str]:
    chosen, left_s = [], budget_s
    for piece in pieces:
        if cost_s(ledger, piece) <= left_s:
            chosen.append(piece)
            left_s -= cost_s(ledger, piece)
    return chosen


def _proved(ledger: Mapping[str, Proof], piece: str) -> str:
    proved = ledger[piece].proved if piece in ledger else NEVER
    return "" if proved == NEVER else proved
