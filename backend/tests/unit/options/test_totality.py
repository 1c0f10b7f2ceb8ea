"""Every option has all that a room asks of it; what is missing is told with the file to write it into."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from segtier.advisor.options import OPTIONS
from segtier.api.routers.catalogue import get_options
from segtier.model.option import (
    COMBINATION,
    PARTS,
    SPECS,
    TIERS,
    OptionKind,
    OptionName,
    PlaceName,
    Recommendation,
    Spec,
)
from segtier.model.plan import Destination
from segtier.plan.bundle.one_option import steps_for
from segtier.plan.options import SCRIPTS
from segtier.plan.targets import targeted
from segtier.plan.write_plan import write_plan
from tests.unit.plan.requests import a_request

EACH = pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))


def test_every_name_has_a_spec() -> None:
    missing = {*get_args(OptionKind)} ^ {*SPECS}
    assert not missing, f"model/option.py: {missing} stands in one of OptionKind and _SPECS only"


def test_the_command_line_and_the_advisor_know_the_same() -> None:
    assert [option.name for option in OPTIONS.values()] == [*SPECS]
    assert {*get_args(PlaceName)} == {field.name for field in fields(Destination)} - {"target", "rds"}


@EACH
def test_words_are_there_and_closed_lists_are_kept(spec: Spec) -> None:
    assert spec.title
    assert spec.label
    assert spec.recommends in get_args(Recommendation)


@EACH
def test_what_moves_goes_somewhere_and_is_chosen_by_preference(spec: Spec) -> None:
    assert bool(spec.targets) == bool(spec.preference) == spec.needs_flash
    assert not spec.targets or spec.targets[-1].endswith("_diskgroup")
    assert bool(spec.files) == spec.beside_data


@EACH
def test_a_part_of_a_combination_says_how_it_joins(spec: Spec) -> None:
    file = f"advisor/options/{spec.name.replace('-', '_')}.py"
    assert (OPTIONS[spec.name].join is not None) == (spec.name in PARTS), f"{file}: join, and model/option.py: part"


@pytest.mark.parametrize("field", ["preference", "part"])
def test_no_two_have_the_same_place(field: str) -> None:
    places = [getattr(spec, field) for spec in SPECS.values() if getattr(spec, field)]
    assert sorted(places) == list(range(1, len(places) + 1))


@EACH
def test_what_needs_flash_has_scripts(spec: Spec) -> None:
    of_others = spec.name in (COMBINATION, TIERS)
    assert (spec.name in SCRIPTS or of_others) == spec.needs_flash, "plan/options/__init__.py"


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_numbered_file_of_a_bundle_is_a_step(name: OptionName) -> None:
    request = a_request(name)
    files = [file for file in write_plan(request).files if re.match(r"[1-8]\d_.*\.sql", file.path)]
    untold = (
        {file.path for file in files}
        - {step.file for step in steps_for(files, targeted(request))}
        - {"20_asm_diskgroups_md.sql"}
    )
    assert not untold, f"plan/options/{name.replace('-', '_')}.py: steps"


def test_the_pages_are_built_with_the_options_the_api_lists() -> None:
    file = Path(__file__).parents[4] / "frontend" / "src" / "api" / "options.json"
    listed = get_options().model_dump(mode="json")
    assert json.loads(file.read_text()) == listed, f"{file.name} is stale: run make openapi and commit the result"
