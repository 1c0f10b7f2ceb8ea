"""Which faults are put where, and what is spared."""

from __future__ import annotations

import pytest

from mutation.faults import faults, with_fault


def changed(text: str) -> list[str]:
    """The text with each of its faults."""
    found = [with_fault(text, fault) for some in faults(text).values() for fault in some]
    return [one for one in found if one is not None]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = a + b\n", ["x = a - b\n"]),
        ("x = a / b\n", ["x = a * b\n"]),
        ("x = 1\n", ["x = 2\n", "x = 0\n"]),
        ("x = a <= b\n", ["x = a < b\n", "x = a >= b\n"]),
        ("x = a if b else c\n", ["x = a if not b else c\n"]),
        ("x = not a\n", ["x =  a\n"]),
        ("x = a or b\n", ["x = a and b\n"]),
        ("for a in b:\n    c()\n", ["for a in []:\n    c()\n"]),
        ("def f():\n    return a | b\n", ["def f():\n    return a & b\n"]),
    ],
)
def test_faults(text: str, wanted: list[str]) -> None:
    assert changed(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        '"""1 + 1"""\n',
        "x: int | None = y\n",
        "def f(a: int | None, *, b: Literal[1]) -> int | None: ...\n",
        "Either = int | str\n",
        "@dataclass(frozen=True)\nclass A: ...\n",
        "class A(Struct, frozen=True): ...\n",
        "@lru_cache(maxsize=64)\ndef f(): ...\n",
        "zip(a, b, strict=True)\n",
        "f(*a, **b)\n",
        "if TYPE_CHECKING:\n    import a\n",
        "try:\n    a()\nexcept (b.C, c.D):\n    e()\n",
    ],
)
def test_what_is_spared(text: str) -> None:
    assert changed(text) == []


def test_a_place_knows_its_statement_and_when_it_runs() -> None:
    text = "A = 1\ndef f(b=2):\n    if (\n        b > c\n    ):\n        return d(\n            3,\n        )\n"
    found = {(place.line, place.statement, place.in_function) for place in faults(text)}
    assert found == {
        (1, (1, 1), False),
        (2, (2, 2), False),
        (3, (3, 3), True),
        (4, (3, 4), True),
        (7, (6, 8), True),
    }
