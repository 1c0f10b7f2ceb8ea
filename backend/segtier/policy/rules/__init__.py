"""Every kind of rule, in the order docs/check.md tells them: one a file, its `Kind` here."""

from segtier.policy.rule import Kind
from segtier.policy.rules.db_time import DB_TIME
from segtier.policy.rules.forecast import FORECAST
from segtier.policy.rules.hours import HOURS
from segtier.policy.rules.placement import PLACEMENT
from segtier.policy.rules.quality import QUALITY
from segtier.policy.rules.segment_iops import SEGMENT_IOPS
from segtier.policy.rules.sessions import SESSIONS
from segtier.policy.rules.share import SHARE
from segtier.policy.rules.verdict import VERDICT
from segtier.policy.rules.wait import WAIT

KINDS: tuple[Kind, ...] = (SHARE, WAIT, DB_TIME, SESSIONS, VERDICT, FORECAST, SEGMENT_IOPS, PLACEMENT, QUALITY, HOURS)
