"""Who reads the history of another database (--dbid) is asked for no more than that takes."""

from __future__ import annotations

import pytest

from segtier.collect.catalogue import DIAGNOSTICS_PACK, STATSPACK, queries
from segtier.collect.privileges import grant_select, grant_statements, object_of, views_of

NOT_NEEDED = ("SYS.DBA_DATA_FILES", "SYS.DBA_INDEXES", "SYS.DBA_SEGMENTS")


@pytest.mark.parametrize("diagnostics_pack", [True, False])
def test_all_that_history_is_read_from_and_nothing_of_the_dictionary(diagnostics_pack: bool) -> None:
    pack = DIAGNOSTICS_PACK if diagnostics_pack else STATSPACK
    asked = grant_statements("segtier", diagnostics_pack=diagnostics_pack, history=True)
    everything = grant_statements("segtier", diagnostics_pack=diagnostics_pack)
    read = {object_of(view) for query in queries() if query.licence == pack for view in views_of(query)}
    looked_at = {f"SYS.{one}" for one in ("V_$DATABASE", "GV_$INSTANCE", "V_$CONTAINERS", "DBA_TAB_COLUMNS")}
    assert {grant_select(one, "segtier") for one in read | looked_at} <= set(asked) < set(everything)
    for one in NOT_NEEDED:
        assert grant_select(one, "segtier") in set(everything) - set(asked)
