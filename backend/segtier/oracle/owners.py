"""Schemas that Oracle maintains: their segments are never moved.

From 12.1 `dba_users.oracle_maintained` says it, and the scripts ask; this list is for reports, which do not carry it, and for
11.2. Source: the users that catalog scripts and options of 11.2 to 19c create (Database Security Guide, predefined accounts).
"""

from __future__ import annotations

import re
from functools import lru_cache

OWNERS = (
    "ANONYMOUS APPQOSSYS AUDSYS CTXSYS DBSFWUSER DBSNMP DIP DMSYS DVF DVSYS EXFSYS FLOWS_FILES GGSYS GSMADMIN_INTERNAL "
    "GSMCATUSER GSMUSER LBACSYS MDSYS MGMT_VIEW OJVMSYS OLAPSYS ORACLE_OCM ORDDATA ORDPLUGINS ORDSYS OUTLN "
    "REMOTE_SCHEDULER_AGENT SI_INFORMTN_SCHEMA SYS SYS$UMF SYSBACKUP SYSDG SYSKM SYSMAN SYSRAC SYSTEM TSMSYS WMSYS "
    "XDB XS$NULL"
).split()
APEX = "APEX_"
APEX_SCHEMA = "^APEX_([0-9]{6}|PUBLIC_USER|LISTENER|REST_PUBLIC_USER|INSTANCE_ADMIN_USER)$"
"""The schemas of Application Express carry its release or a purpose behind it; APEX_SHOP is somebody's own. Python and Oracle
read it alike.
"""


_APEX_SCHEMA = re.compile(APEX_SCHEMA)


@lru_cache(maxsize=1024)
def is_oracles(owner: str) -> bool:
    """Whether Oracle maintains the schema."""
    return owner.upper() in OWNERS or _APEX_SCHEMA.match(owner.upper()) is not None
