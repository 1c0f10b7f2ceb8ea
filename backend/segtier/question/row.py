"""What is said once of a field that people may state: the command line, REST, tools and pages are made of it.

A class of fields is a dataclass whose defaults come from `asked`; `rows_of` is the table of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from segtier.dataclass import dataclass

T = TypeVar("T")
Kind = Literal["yes-no", "whole", "number", "choice", "text", "parts"]
Door = Literal["command-line", "rest", "tools", "page"]
Group = Literal["ssd", "server", "storage", "users", "moves", "hours", "forecast"]
GROUPS: dict[Group, str] = {
    "ssd": "SSD",
    "server": "Database server",
    "storage": "Storage today",
    "users": "Users",
    "moves": "What moves",
    "hours": "Hours",
    "forecast": "Forecast",
}
"""In the order of the page, with what each is called there."""
_KINDS: dict[Any, Kind] = {bool: "yes-no", int: "whole", float: "number", str: "text"}


class _Required:
    """The default of what has none."""


REQUIRED: Any = _Required()


@dataclass(frozen=True, slots=True)
class Form:
    """How a text is written, where its length is not all there is to say."""

    metavar: str
    """On the command line: SIZE."""
    pattern: str | None = None
    """What the page holds it against, as Python and JavaScript both read it. None: the server alone says."""
    wrong: str = ""
    """Said of another text, which stands in place of {given}."""
    advice: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A field of the table."""

    label: str
    """On the page."""
    help: str
    group: Group = "ssd"
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    """Ends that are not reached themselves."""
    longest: int | None = None
    """Characters of each text."""
    times: int | None = None
    """How often it may be given, where that is more than once."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Those that may be stated, with what the page calls each; else all of its type."""
    form: Form | None = None
    rest: str = ""
    """Over REST and in addresses of pages, where that is not its name."""
    option: str = ""
    """On the command line, where that is not its name over REST: `--mirror`, `--shared/--not-shared`."""
    made_of: Any = None
    """The class of its fields, where its type is made of them later."""
    reads: Callable[[bytes, str], Any] | None = None
    """From a text and its name, where its fields have a form of their own."""
    absent: Mapping[Door, str] = field(default_factory=dict)
    """Where it is not offered, and why."""
    name: str = ""
    """Of the class, of tools, and where questions are kept. This and what follows is told by the class."""
    kind: Kind = "text"
    many: bool = False
    default: Any = REQUIRED

    @property
    def word(self) -> str:
        """On the command line, without its dashes."""
        return self.option.partition("/")[0].removeprefix("--")

    @property
    def parts(self) -> tuple[Row, ...]:
        return () if self.made_of is None else rows_of(self.made_of)

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    @property
    def open(self) -> bool:
        """May be left unsaid, and is then not known."""
        return self.default is None


def asked(default: T = REQUIRED, **said: Any) -> T:
    """The row of a field, in place of its default: `said` are fields of `Row`. Its kind is that of the field's type."""
    given = {} if default is REQUIRED else {"default": default}
    return dataclasses.field(metadata={"row": Row(**said)}, **given)  # type: ignore[call-overload, no-any-return]


@cache
def rows_of(cls: Any) -> tuple[Row, ...]:
    """The table of a class. Raises TypeError for a field that no row tells of."""
    hints = get_type_hints(cls)
    return tuple(_row(cls, one, hints[one.name]) for one in dataclasses.fields(cls))


def _row(cls: Any, of: dataclasses.Field[Any], hint: Any) -> Row:
    said: Row | None = of.metadata.get("row")
    if said is None:
        raise TypeError(f"{cls.__name__}.{of.name} has no row: give it `asked(...)` as its default")
    inner, many = _inner(hint)
    made_of: Any = said.made_of or (inner if dataclasses.is_dataclass(inner) else None)
    is_choice = get_origin(inner) is Literal
    kind: Kind | None = "parts" if made_of is not None else "choice" if is_choice else _KINDS.get(inner)
    if kind is None:
        raise TypeError(f"{cls.__name__}.{of.name}: no door can take a {hint}")
    default = REQUIRED if of.default is dataclasses.MISSING else of.default
    rest = said.rest or of.name
    word = rest.replace("_", "-")
    either = f"--{word}/--no-{word}" if kind == "yes-no" and default is None else f"--{word}"
    return dataclasses.replace(
        said,
        choices=said.choices or ({one: one for one in get_args(inner)} if is_choice else {}),
        rest=rest,
        option=said.option or either,
        made_of=made_of,
        name=of.name,
        kind=kind,
        many=many,
        default=default,
    )


def _inner(hint: Any) -> tuple[Any, bool]:
    """The type without `| None` and without `tuple[…, ...]`; whether it was one."""
    if get_origin(hint) in (UnionType, Union):
        (hint,) = (one for one in get_args(hint) if one is not type(None))
    many = get_origin(hint) is tuple
    return (get_args(hint)[0] if many else hint), many
