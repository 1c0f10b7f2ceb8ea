"""The map: what it holds, and what is said where it is not the right one."""

from __future__ import annotations

import json

import pytest

from segtier.errors import Refused, SegtierError, UnreadableInput
from segtier.masking.map import MaskMap, read_map, read_names
from segtier.masking.mask import Masker
from segtier.masking.tokens import TOKEN
from segtier.masking.unmask import unmask
from segtier.model.names import Kind
from segtier.model.workload import Segment, Workload

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))
ONE = Workload(segments=(Segment("SHOP", "ORDERS"),))


def a_map(key: bytes = KEY, *, own_key: bool = True) -> tuple[Workload, bytes]:
    masks = Masker(MaskMap(key, own_key=own_key))
    return masks.document(ONE), masks.map.encode()


def test_the_same_key_gives_the_same_tokens_and_another_gives_others() -> None:
    assert a_map() == a_map()
    assert a_map()[0] != a_map(OTHER)[0]


def test_a_map_says_that_it_is_to_be_kept_and_is_added_to() -> None:
    _, data = a_map()
    assert json.loads(data)["note"].startswith("Keep this file")
    masks = Masker(read_map(data))
    masks.document(Workload(segments=(Segment("SHOP", "LINES"),)))
    names = {name.original for name in read_names(masks.map.encode()).values()}
    assert names == {"SHOP", "ORDERS", "LINES"}


def test_a_token_is_an_identifier_of_any_release() -> None:
    masked, _ = a_map()
    for name in (masked.segments[0].owner, masked.segments[0].name):
        assert TOKEN.fullmatch(name)
        assert len(name) == 20


def test_a_key_of_the_users_is_not_in_the_map() -> None:
    _, data = a_map(own_key=False)
    assert json.loads(data)["key"] is None
    assert unmask(a_map(own_key=False)[0], read_names(data)) == ONE
    assert read_map(data, KEY).masked(Kind.OWNER, "SHOP")


@pytest.mark.parametrize(
    ("data", "key", "code"),
    [
        (a_map(own_key=False)[1], None, "needs-key"),
        (a_map()[1], OTHER, "wrong-key"),
        (a_map()[1].replace(b"segtier.map/1", b"segtier.map/9"), None, "bad-map"),
        (b'{"schema": "segtier.workload/1"}', None, "bad-map"),
        (b"no json", None, "bad-map"),
        (a_map()[1].replace(b'"key": "', b'"key": "?'), None, "bad-map"),
        (a_map()[1], b"short", "wrong-key"),
    ],
)
def test_another_map_is_refused(data: bytes, key: bytes | None, code: str) -> None:
    with pytest.raises(SegtierError) as fault:
        read_map(data, key)
    assert fault.value.code == code


def test_a_short_key_is_refused() -> None:
    with pytest.raises(Refused, match="5 bytes"):
        MaskMap(b"short", own_key=False)


@pytest.mark.parametrize(
    "data", [b"{}", b'{"format": "other", "key_check": ""}', b"no json"], ids=["empty", "other", "no-json"]
)
def test_what_is_no_map_gives_no_names(data: bytes) -> None:
    with pytest.raises(UnreadableInput) as fault:
        read_names(data)
    assert fault.value.code == "bad-map"


def test_a_token_that_the_map_does_not_hold_is_named() -> None:
    masked, _ = a_map()
    _, foreign = a_map(OTHER)
    with pytest.raises(Refused) as fault:
        unmask(masked, read_names(foreign))
    assert fault.value.code == "wrong-map"
    assert masked.segments[0].owner in fault.value.message


def test_two_names_never_share_a_token() -> None:
    names = MaskMap(KEY, own_key=True)
    names.add("SGT1", Kind.OWNER, "SHOP")
    with pytest.raises(Refused, match="same token"):
        names.add("SGT1", Kind.OWNER, "STOCK")
