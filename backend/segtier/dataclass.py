"""`dataclass` of the standard library, but a method is written when it is first called: a class is made in a tenth of the time.

A process uses few of the classes it imports, and compiling half a dozen methods of each is most of what importing them costs.
What is written is what the standard library writes; `fields`, `replace`, `asdict`, msgspec and pydantic see no difference.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **flags):
        return _made(cls, **flags) if cls else lambda cls: _made(cls, **flags)


def _made(cls: Any, *, frozen: bool = False, slots: bool = False, eq: bool = True, **flags: bool) -> Any:
    """A class with the fields of another below it, or with an order, has its methods at once."""
    if flags.get("order") or any(map(dataclasses.is_dataclass, cls.__mro__)):
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq, **flags)(cls)
    words, cls.__doc__ = cls.__doc__, cls.__doc__ or cls.__name__  # where there are none, a signature would be written
    made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, **flags)(cls)
    made.__doc__ = words
    said = made.__dataclass_params__
    said.init, said.repr, said.eq, said.frozen = True, True, eq, frozen
    later = ["__init__", "__repr__", *(["__eq__"] if eq else []), *(["__hash__"] if eq and frozen else [])]
    methods: dict[str, Any] = {name: _later(made, name) for name in later}
    if eq and not frozen:
        methods["__hash__"] = None
    if frozen:
        methods |= {"__setattr__": _set, "__delattr__": _delete}
    if frozen and slots:
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name in methods.keys() - vars(made).keys():
        setattr(made, name, methods[name])
    return made


def _later(cls: Any, name: str) -> Callable[..., Any]:
    def method(self: object, *args: Any, **values: Any) -> Any:
        written = _init(cls) if name == "__init__" else _of_twin(cls, name)
        written.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(self, *args, **values)

    return method


def _init(cls: Any) -> Callable[..., None]:
    """In a third of the time of a twin's: it is the one that nearly every class needs."""
    frozen = cls.__dataclass_params__.frozen
    scope: dict[str, Any] = {"_put": object.__setattr__, "_unsaid": dataclasses.MISSING}
    said, named, lines = ["self"], ["*"], []
    for one in dataclasses.fields(cls):
        value, default = one.name, ""
        if one.default_factory is not dataclasses.MISSING:
            scope[f"_make_{one.name}"], default = one.default_factory, "=_unsaid"
            value = f"_make_{one.name}() if {one.name} is _unsaid else {one.name}"
        elif one.default is not dataclasses.MISSING:
            scope[f"_else_{one.name}"], default = one.default, f"=_else_{one.name}"
        if one.init:
            (named if one.kw_only else said).append(one.name + default)
            if not frozen:
                lines.append(f"self.{one.name} = {value}")
            elif isinstance(
                slot := vars(cls).get(one.name), MemberDescriptorType
            ):  # in two thirds of the time of `_put`
                scope[f"_put_{one.name}"] = slot.__set__
                lines.append(f"_put_{one.name}(self, {value})")
            else:
                lines.append(f"_put(self, {one.name!r}, {value})")
        elif default:
            raise TypeError(f"{cls.__qualname__}.{one.name}: what is not given has no default")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(said + named[len(named) == 1 :])}):\n " + ("\n ".join(lines) or "pass"), scope)
    init: Callable[..., None] = scope["__init__"]
    return init


def _of_twin(cls: Any, name: str) -> Callable[..., Any]:
    """The method of a class with the same fields."""
    twin = dataclasses.make_dataclass(
        cls.__qualname__.rpartition(".")[2],
        [(one.name, one.type, one) for one in dataclasses.fields(cls)],
        namespace={"__doc__": cls.__name__},
        init=False,
        repr=name == "__repr__",
        eq=name != "__repr__",
        frozen=cls.__dataclass_params__.frozen,
    )
    written: Callable[..., Any] = vars(twin)[name]
    return written


def _set(_self: object, name: str, _value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(_self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
