"""What a try to sign in is counted under."""

from __future__ import annotations

import pytest

from segtier.accounts.tries import MOST_OF_MANY, MOST_OF_ONE, Asks, counted_under, mark_of

HASH = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"
ADDRESS = "203.0.113.9"


@pytest.mark.parametrize("mark", ["", "x", "é", "\udcff", "0" * 64, mark_of("another password")])
def test_a_mark_that_was_not_given_is_none(mark: str) -> None:
    stranger = counted_under("ana", Asks(ADDRESS), HASH)
    assert counted_under("ana", Asks(ADDRESS, mark), HASH) == stranger
    assert sorted(stranger.most.values()) == [MOST_OF_ONE, MOST_OF_MANY, MOST_OF_MANY]


def test_a_mark_is_of_one_user_and_counts_apart() -> None:
    known = Asks(ADDRESS, mark_of(HASH))
    mine = counted_under("ana", known, HASH)
    assert set(mine.most.values()) == {MOST_OF_ONE}
    assert not set(mine.most) & set(counted_under("ana", Asks(ADDRESS), HASH).most)
    assert mine == counted_under("ana", Asks("elsewhere", known.mark), HASH)
    for other in (counted_under("bea", known, "another hash"), counted_under("nobody", known, None)):
        assert len(other.most) == 3


def test_nothing_that_was_typed_is_kept() -> None:
    typed = "my password by mistake"
    assert not [who for who in counted_under(typed, Asks(ADDRESS), None).most if typed in who or ADDRESS in who]


def test_no_count_is_of_everybody() -> None:
    """A stranger who tries as often as they like shuts out nobody else: no two share a count."""
    here, there = counted_under("ana", Asks(ADDRESS), HASH), counted_under("bea", Asks("198.51.100.7"), HASH)
    assert not set(here.most) & set(there.most)
