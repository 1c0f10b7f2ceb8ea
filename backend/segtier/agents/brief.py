"""A brief answer: what fits a reader's window. Fewer fields, rounded figures, short digests, no more than `MOST_BYTES`.

Nothing in it differs from the full answer but by rounding and by what is left out, which `left_out` counts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

MOST_BYTES = 6_000
"""Of the answer as JSON in UTF-8."""
DIGEST = 12
"""Characters of a digest that a brief answer shows; questions take them in place of the whole."""
_DIGITS = 3
_LARGE = 1_000_000
"""Whole numbers of bytes are rounded from here on."""
_LENGTHS = (600, 300, 150, 80, 40, 20)
"""Characters of one text, tried in turn until the answer fits."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_KEPT_WHOLE = ("figures_from",)


class Some(NamedTuple):
    """The first items of a list, or as many spread over the whole list."""

    most: int
    of: Shape | None = None
    spread: bool = False


Shape: TypeAlias = dict[str, Any]
"""The fields that a brief answer keeps; behind each a shape for what it holds, `Some` of a list, or None for everything."""


def fields(*names: str) -> Shape:
    """A shape of these, each with all it holds."""
    return dict.fromkeys(names)


def brief(value: Any, shape: Shape, harmless: Callable[[Any], Any]) -> Any:
    """The answer in short. `harmless` makes its texts inert, which can lengthen them."""
    left_out = Counter[str]()
    kept = _short(_kept(value, shape, "", left_out))
    for longest in _LENGTHS:
        said = harmless(_cut(kept, longest))
        more = _drop_items(said)
        if more is not None:
            break
    counts = left_out + (more or Counter())
    return {**said, "left_out": dict(sorted(counts.items()))} if counts else said


def size(value: Any) -> int:
    """Bytes of the answer as it is sent."""
    return len(text_of(value).encode())


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _kept(value: Any, shape: Any, path: str, left_out: Counter[str]) -> Any:
    match value, shape:
        case dict(), dict():
            below = {name: f"{path}.{name}".lstrip(".") for name in shape}
            return {name: _kept(value[name], of, below[name], left_out) for name, of in shape.items() if name in value}
        case list(), Some(most, of, spread):
            shown = _spread(value, most) if spread else value[:most]
            left_out[path] += len(value) - len(shown)
            return [_kept(one, of, path, left_out) for one in shown]
        case list(), dict():
            return [_kept(one, shape, path, left_out) for one in value]
        case _:
            return value


def _spread(items: list[Any], most: int) -> list[Any]:
    """The first, the last, and as many between them."""
    if len(items) <= most:
        return items
    return [items[at * (len(items) - 1) // (most - 1)] for at in range(most)]


def _short(value: Any, key: str = "") -> Any:
    """Rounded; without what is not known, and with the first row of the evidence of each figure."""
    match value:
        case dict():
            said = {name: _short(one, name) for name, one in value.items() if one is not None and one != ""}
            if key == "evidence" and said.get("occurrence") == 0:
                del said["occurrence"]  # as it is understood where it is left out
            return said
        case list():
            return [_short(one, key) for one in (value[:1] if key == "evidence" else value)]
        case bool():
            return value
        case float():
            return rounded(value)
        case int() if key.endswith("bytes") and abs(value) >= _LARGE:
            return rounded(value)
        case str() if _SHA256.fullmatch(value):
            return value[:DIGEST]
        case _:
            return value


def rounded(figure: float) -> float:
    """To three significant digits; whole where nothing stands behind the point."""
    near = float(f"{figure:.{_DIGITS}g}")
    return int(near) if near.is_integer() else near


def _cut(value: Any, longest: int) -> Any:
    match value:
        case dict():
            return {name: _cut(one, longest) for name, one in value.items()}
        case list():
            return [_cut(one, longest) for one in value]
        case str() if len(value) > longest:
            return f"{value[:longest]}... ({len(value):,} characters)"
        case _:
            return value


def _drop_items(said: dict[str, Any]) -> Counter[str] | None:
    """Items taken off the ends of lists, the longest first, until the rest fits; None where it does not."""
    dropped = Counter[str]()
    room = MOST_BYTES - 200  # for `left_out` itself
    while (over := size(said) - room) > 0:
        path, longest = max(_lists(said), key=lambda one: size(one[1]), default=("", []))
        if not longest:
            return None
        least = max(1, len(longest) // 2)
        while over > 0 and len(longest) > least:
            over -= size(longest.pop()) + 1
            dropped[path] += 1
    return dropped


def _lists(value: Any, path: str = "") -> Iterator[tuple[str, list[Any]]]:
    """Those with more than one item."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in _KEPT_WHOLE:
                yield from _lists(one, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        if len(value) > 1:
            yield path, value
        for one in value:
            yield from _lists(one, path)
