"""What the type checker cannot ask of a target: the pieces of SQL that scripts take from it, and its own name."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from segtier.errors import Infeasible, Refused
from segtier.model.option import SPECS
from segtier.model.plan import Destination, TargetName
from segtier.plan.sqlplus.template import template, text_of
from segtier.plan.targets import target_of, targeted
from tests.unit.plan.requests import a_request

NAMES: tuple[TargetName, ...] = get_args(TargetName)


def pieces(name: TargetName) -> dict[str, set[str]]:
    """By piece, the slots that it fills."""
    found = re.findall(r"^-- piece: (\w+)$", text_of(f"{name}/target.sql"), re.MULTILINE)
    return {piece: set(re.findall(r"%%([A-Z_]+)%%", text_of(f"{name}/target.sql#{piece}"))) for piece in found}


def test_every_target_has_the_pieces_that_scripts_ask_for() -> None:
    asked = [pieces(name).keys() for name in NAMES]
    assert asked[0]
    assert all(one == asked[0] for one in asked), "templates/NAME/target.sql"


@pytest.mark.parametrize("name", NAMES)
def test_a_target_is_found_by_its_name(name: TargetName) -> None:
    assert target_of(name).name == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", SPECS)
def test_an_option_has_scripts_or_a_reason(name: TargetName, option: str) -> None:
    request = targeted(a_request(option, targets=Destination(target=name)))
    if SPECS[request.option].needs_flash and request.option != "combination":
        assert request.scripts.title
    else:
        with pytest.raises(Refused) as refused:
            str(request.scripts)
        assert refused.value.code == "no-scripts"


def test_an_option_that_a_target_does_not_list_is_told_with_the_place_to_enter_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(target_of("own"), "scripts", {})
    with pytest.raises(Infeasible, match=r"plan/targets/own/__init__\.py"):
        str(targeted(a_request("temp")).scripts)


def test_a_piece_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        template("own/target.sql#nothing")
