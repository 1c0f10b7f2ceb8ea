"""Users somebody gave, held against the reports by Little's law: N = X (think time + response time)."""

from __future__ import annotations

from segtier.model.evidence import Warn
from segtier.model.profile import Profile
from segtier.model.request import Users

FITS = 1.3
"""Times too many or too few that a busy hour's ups and downs explain."""


def users_that_do_not_fit(users: Users | None, profile: Profile) -> tuple[Warn, ...]:
    """One warning where users, think time, transactions and DB time of the reports contradict each other."""
    if users is None or not profile.txn_per_s:
        return ()
    expected = profile.txn_per_s * users.think_time_s + profile.db_time_per_s
    if 1 / FITS <= users.count / expected <= FITS:
        return ()
    text = (
        f"{users.count:,.0f} users with {users.think_time_s:g} s think time do not fit the reports: "
        f"{profile.txn_per_s:,.1f} transactions/s and {profile.db_time_per_s:,.1f} active sessions mean "
        f"{expected:,.0f} users (Little's law). The forecast keeps the number of users and the reports' figures."
    )
    return (Warn("users-do-not-fit", text),)
