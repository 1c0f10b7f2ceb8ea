"""What a try to sign in is counted under."""

from __future__ import annotations

from collections import Counter

import pytest

from segtier.accounts.tries import BESIEGED, FEW, MOST_OF_ADDRESS, MOST_OF_ONE, Asks, Counted, counted_under, mark_of

HASH = "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"
ADDRESS = "203.0.113.9"


@pytest.mark.parametrize("mark", ["", "x", "é", "\udcff", "0" * 64, mark_of("another password")])
def test_a_mark_that_was_not_given_is_none(mark: str) -> None:
    stranger = counted_under("ana", Asks(ADDRESS), HASH)
    assert counted_under("ana", Asks(ADDRESS, mark), HASH) == stranger
    assert sorted(stranger.most.values()) == [MOST_OF_ONE, MOST_OF_ADDRESS]
    assert stranger.name


def test_a_mark_is_of_one_user_and_counts_apart() -> None:
    known = Asks(ADDRESS, mark_of(HASH))
    mine = counted_under("ana", known, HASH)
    assert set(mine.most.values()) == {MOST_OF_ONE}
    assert not mine.under() & counted_under("ana", Asks(ADDRESS), HASH).under()
    assert mine == counted_under("ana", Asks("elsewhere", known.mark), HASH)
    for other in (counted_under("bea", known, "another hash"), counted_under("nobody", known, None)):
        assert len(other.under()) == 3


def test_nothing_that_was_typed_is_kept() -> None:
    typed = "my password by mistake"
    assert not [who for who in counted_under(typed, Asks(ADDRESS), None).under() if typed in who or ADDRESS in who]


class Tries:
    """All tries of one quarter of an hour."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def allowed(self, name: str, address: str, times: int = 1) -> int:
        return sum(self._allowed(counted_under(name, Asks(address), HASH)) for _ in range(times))

    def _allowed(self, counted: Counted) -> bool:
        may = counted.may_try(self._counts)
        self._counts.update(counted.under() if may else ())
        return may


def test_no_limit_is_of_everybody() -> None:
    """A stranger who tries as often as they like shuts out no other name at another address, nor another address of it."""
    tries = Tries()
    assert tries.allowed("ana", ADDRESS, 200) == MOST_OF_ONE
    assert sum(tries.allowed(f"n{number}", ADDRESS) for number in range(200)) == MOST_OF_ADDRESS - MOST_OF_ONE
    assert tries.allowed("n1", "198.51.100.7", 200) == MOST_OF_ONE
    assert tries.allowed("ana", "198.51.100.8", 200) == MOST_OF_ONE


def test_a_name_that_many_fail_at_has_few_tries_of_each_address_and_always_the_first() -> None:
    tries = Tries()
    each = [tries.allowed("ana", f"198.51.{number // 200}.{number % 200}", 100) for number in range(1_000)]
    assert each == [MOST_OF_ONE] * (BESIEGED // MOST_OF_ONE) + [FEW] * (1_000 - BESIEGED // MOST_OF_ONE)
    assert tries.allowed("bea", ADDRESS, 100) == MOST_OF_ONE, "another name is not besieged"


def test_under_siege_a_holder_of_many_networks_counts_as_one_address() -> None:
    tries = Tries()
    each = [tries.allowed("ana", f"2001:db8:1:{number:x}::/64", 100) for number in range(0x100)]
    assert (each[:2], sum(each[2:])) == ([MOST_OF_ONE] * 2, 0)
    assert tries.allowed("ana", "2001:db8:1:100::/64", 100) == FEW
