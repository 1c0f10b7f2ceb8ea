"""The linear program of some classes of units near given prices: how these prices should move, and who should go elsewhere.

All begin at the option that is best at the prices; a variable is how many of a class are at another one. It costs what they keep
less there after paying, so the program begins with prices that are the best of it but for the limits exceeded (dual feasible):
the simplex method turns as few variables as there are units to move. Prices stay in a box: a limit may be exceeded at the
upper price, and room sold at the lower (du Merle, Villeneuve, Desrosiers & Hansen 1999).
"""

from __future__ import annotations

import numpy as np

from segtier.dataclass import dataclass
from segtier.placement.problem import NOWHERE, Floats, Whole

Box = tuple[Floats, Floats]
"""The least and the most of each price."""


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    prices: Floats
    parts: Floats
    """(classes, options): how many of each class are at each."""
    lost: float
    """What all keep less than at their best options, with what exceeded limits cost and unsold room is worth."""
    exceeded: bool
    """A limit is, at the upper price."""


def moved(
    left: Floats, use: Whole, best: Whole, count: Floats, room: Floats, prices: Floats, box: Box, scale: Floats
) -> Moved | None:
    """None where it is not solved.

    `left`: (classes, options), what each option keeps at the prices; `best`: (classes,), the one kept most at; `use`: (rows,
    classes, options); `room`: (rows,), what is free with all units at their best options, or below 0 too much.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - takes half a second, and one limit alone needs none of it
    from scipy.sparse import csr_array, eye_array, hstack  # noqa: PLC0415

    rows, at = np.arange(len(left)), np.where(best == NOWHERE, left.shape[1] - 1, best)
    behind = left - left[rows, at][:, np.newaxis]
    behind[rows, at] = -np.inf
    which, place = np.nonzero(behind > -np.inf)
    more = (use[:, which, place] - use[:, which, at[which]]) / scale[:, np.newaxis]
    limits = eye_array(len(scale), format="csr")
    once = csr_array(
        (np.ones(len(which)), (which, np.arange(len(which)))), shape=(len(left), len(which) + 2 * len(scale))
    )
    cost = np.concatenate([-behind[which, place], (box[1] - prices) * scale, (prices - box[0]) * scale])
    size = max(float(np.abs(cost[: len(which)]).max(initial=0.0)), 1e-300)
    # the stubs know dense lines only
    found = linprog(  # type: ignore[call-overload]
        cost / size,
        A_ub=once,
        b_ub=count,
        A_eq=hstack([csr_array(more), -limits, limits]).tocsr(),
        b_eq=room / scale,
        method="highs-ds",
    )
    if found.x is None:
        return None
    parts = np.zeros(left.shape)
    parts[which, place] = found.x[: len(which)]
    parts[rows, at] = np.maximum(count - parts.sum(axis=1), 0.0)
    over = found.x[len(which) : len(which) + len(scale)]
    return Moved(
        np.clip(prices - found.eqlin.marginals * size / scale, *box),
        parts,
        float(found.fun) * size,
        bool((over > 1e-9).any()),
    )
