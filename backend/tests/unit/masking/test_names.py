"""What is masked, what is Oracle's and stays, and what a masked name must still show."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest

from segtier.analysis.movable import unmovable_reason
from segtier.analysis.storage.found import StorageSeen
from segtier.masking.choice import Choice, Treatment
from segtier.masking.map import MaskMap, read_names
from segtier.masking.mask import Masker
from segtier.masking.tokens import TOKEN
from segtier.masking.unmask import unmask
from segtier.masking.walk import steps
from segtier.model.evidence import Warn
from segtier.model.inventory import Inventory
from segtier.model.names import Kind
from segtier.model.pair import Pair
from segtier.model.plan import PlanRequest
from segtier.model.workload import Workload
from tests.two_speeds import two_speeds

K = Kind


def a_masker(*choice: Treatment) -> Masker:
    return Masker(MaskMap(bytes(16), own_key=True), Choice(*choice))


@pytest.mark.parametrize(
    ("kind", "name", "owner"),
    [
        (K.OWNER, "SYS", None),
        (K.OWNER, "SYSTEM", None),
        (K.OWNER, "APEX_190100", None),
        (K.OWNER, "** MISSING: 1/2 **", None),
        (K.OBJECT, "SYS_LOB0000073961C00002$$", "SHOP"),
        (K.OBJECT, "SYS_IL0000073961C00002$$", "SHOP"),
        (K.OBJECT, "SYS_IOT_TOP_73961", "SHOP"),
        (K.OBJECT, "SYS_C0011029", "SHOP"),
        (K.OBJECT, "TAB$", "SYS"),
        (K.OBJECT, "I_OBJ1", "SYS"),
        (K.OBJECT, "WRH$_SQLSTAT", "SYS"),
        (K.SUBOBJECT, "WRH$_SQLSTA_1234_56", "SYS"),
        (K.SUBOBJECT, "SYS_P4711", "SHOP"),
        (K.TABLESPACE, "SYSAUX", None),
        (K.TABLESPACE, "UNDOTBS2", None),
        (K.TABLESPACE, "TEMP", None),
        (K.PDB, "CDB$ROOT", None),
        (K.MODULE, "SQL*Plus", None),
        (K.MODULE, "JDBC Thin Client", None),
    ],
)
def test_names_of_oracle_stay(kind: Kind, name: str, owner: str | None) -> None:
    assert a_masker().value(kind, name, owner=owner) == name
    assert a_masker(Treatment.DROP, Treatment.DROP).value(kind, name, owner=owner) == name


@pytest.mark.parametrize(
    ("kind", "name", "owner"),
    [
        (K.OWNER, "SHOP", None),
        (K.OWNER, "sys", "SHOP"),
        (K.OWNER, "SYSTEMS_LTD", None),
        (K.OBJECT, "SYS", None),
        (K.OBJECT, "TAB$", "SHOP"),
        (K.OBJECT, "SALARIES", "SYSTEM"),
        (K.OBJECT, "MLOG$_ORDERS", "SYS"),
        (K.OBJECT, "AQ$_PAYMENTS_T", "SYSTEM"),
        (K.OBJECT, "SYS_LOB_OF_MINE", "SHOP"),
        (K.SUBOBJECT, "P_ACME_2024", "SYS"),
        (K.TABLESPACE, "SYSTEMS", None),
        (K.PDB, "SHOPPDB", None),
        (K.MODULE, "payroll@app07 (TNS V1-V3)", None),
        (K.MODULE, "SQL*Plus of mine", None),
        (K.HOST, "db01.example", None),
        (K.DATABASE, "SYS", None),
    ],
)
def test_other_names_do_not(kind: Kind, name: str, owner: str | None) -> None:
    masked = a_masker().value(kind, name, owner=owner)
    if (kind, name) == (K.OWNER, "sys"):
        assert masked == name  # Oracle's user, however it is written
    else:
        assert TOKEN.search(masked or "")
        assert name not in (masked or "")
        assert a_masker(Treatment.DROP, Treatment.DROP).value(kind, name, owner=owner) is None


@pytest.mark.parametrize(
    "name",
    [
        "BIN$Mine",
        "AQ$_MY_QUEUE_T",
        "DR$MY_TEXT$I",
        "MLOG$_ORDERS",
        "RUPD$_ORDERS",
        "SYS_IOT_OVER_MINE",
        "SYS_TEMP_0FD9",
        "SYS_LOBSHOP",
    ],
)
def test_a_masked_name_is_treated_as_the_name_was(name: str) -> None:
    masked = a_masker().value(K.OBJECT, name) or ""
    assert unmovable_reason("SHOP", masked, "TABLE", "D") == unmovable_reason("SHOP", name, "TABLE", "D") is not None
    assert len(masked) <= 30


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("+DATA/shop/users01.dbf", r"\+{t}/{t}"),
        ("+DATA", r"\+{t}"),
        ("/u01/oradata/users01.dbf", "/{t}/{t}/{t}"),
        ("/dev/mapper/shop", "/dev/{t}"),
        ("D:\\oradata\\users01.dbf", r"D:\\{t}\\{t}"),
        ("MISSING00007", "{t}"),
    ],
)
def test_paths_show_where_they_lead_and_nothing_else(path: str, form: str) -> None:
    masked = a_masker().value(K.PATH, path) or ""
    assert re.fullmatch(form.replace("{t}", TOKEN.pattern), masked)


@pytest.mark.parametrize("prefixes", [("/u01", "/u02"), ("/u01", "/u01"), ("+NVM", "+HDD"), ("E:", "F:")])
def test_masked_files_share_queues_as_the_files_did(prefixes: tuple[str, str]) -> None:
    """And the way back gives a sentence that names a place its name again."""
    masks, plain = a_masker(), two_speeds(prefixes=prefixes)
    masked = masks.document(plain)
    seen = []
    for one in (plain, masked):
        storage = StorageSeen()
        storage.add(one)
        seen.append(storage.found(None))
    assert [[space.part for one in at.classes for space in one.tablespaces] for at in seen[0].stations] == [
        [space.part for one in at.classes for space in one.tablespaces] for at in seen[1].stations
    ]
    told = tuple(Warn("test", f"here {station.name}, there") for station in seen[1].stations)
    names = read_names(masks.map.encode())
    back = unmask(replace(masked, warnings=told), names)
    assert [one.message for one in back.warnings] == [f"here {station.name}, there" for station in seen[0].stations]


def test_files_of_one_disk_group_stay_together() -> None:
    masks = a_masker()
    one, two = (masks.value(K.PATH, path) or "" for path in ("+DATA/shop/a.dbf", "+data/shop/b.dbf"))
    assert one != two
    assert one.split("/")[0] == two.split("/")[0] == f"+{masks.value(K.DISK_GROUP, 'DATA')}"


@pytest.mark.parametrize(
    ("parameter", "value", "stays"),
    [
        ("sga_target", "8589934592", True),
        ("db_cache_size", "8G", True),
        ("compatible", "19.0.0", True),
        ("filesystemio_options", "SETALL", True),
        ("db_domain", "TRUE", True),
        ("db_name", "4711", False),
        ("db_domain", "example.com", False),
        ("remote_listener", "scan.example.com:1521", False),
        ("control_files", "+DATA/a.ctl, +FRA/b.ctl", False),
        ("some_new_parameter", "acme", False),
    ],
)
def test_parameters_keep_figures_and_switches_only(parameter: str, value: str, stays: bool) -> None:
    masked = a_masker().value(K.PARAMETER, value, parameter=parameter) or ""
    assert (masked == value) is stays
    assert stays or not [word for word in re.findall(r"[a-z]{4,}|4711", value) if word in masked]


def test_the_undo_tablespace_has_the_token_of_the_tablespace() -> None:
    masks = a_masker()
    assert masks.value(K.PARAMETER, "UNDO_SHOP", parameter="undo_tablespace") == masks.value(K.TABLESPACE, "UNDO_SHOP")
    assert masks.value(K.PARAMETER, "UNDOTBS1", parameter="undo_tablespace") == "UNDOTBS1"


KEEP, HASH, DROP = Treatment


@pytest.mark.parametrize(
    ("choice", "kind", "treated"),
    [
        ((HASH, KEEP), K.OWNER, HASH),
        ((HASH, KEEP), K.HOST, KEEP),
        ((HASH, KEEP), K.PATH, HASH),
        ((KEEP, DROP), K.PARAMETER, DROP),
        ((HASH, HASH, KEEP), K.TABLESPACE, KEEP),
        ((HASH, HASH, DROP), K.FILE, DROP),
        ((DROP, KEEP), K.TABLESPACE, DROP),
        ((DROP, DROP), K.WORD, KEEP),
    ],
)
def test_the_stricter_wish_counts_where_both_may_be_named(
    choice: tuple[Treatment, ...], kind: Kind, treated: Treatment
) -> None:
    assert Choice(*choice).of(kind) is treated


@pytest.mark.parametrize("document", [Workload, Inventory, Pair, PlanRequest], ids=lambda one: one.__name__)
def test_every_text_of_a_document_says_what_it_names(document: type) -> None:
    assert steps(document)


@dataclass(frozen=True)
class Unsaid:
    lists: tuple[str, ...] = ()


def test_a_text_that_does_not_is_refused_with_the_file_to_edit() -> None:
    with pytest.raises(TypeError, match=r"Unsaid\.lists.*model/names\.py"):
        steps(Unsaid)
