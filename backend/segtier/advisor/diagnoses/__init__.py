"""The causes an answer can have, one file each; the order is here."""

from __future__ import annotations

from segtier.advisor.diagnoses.best_option import BEST_OPTION, OPTION_THAT_NEEDS, OPTION_WITH_SIZES
from segtier.advisor.diagnoses.cluster import CLUSTER
from segtier.advisor.diagnoses.commits_elsewhere import COMMITS_ELSEWHERE
from segtier.advisor.diagnoses.concurrency import CONCURRENCY
from segtier.advisor.diagnoses.contradiction import CONTRADICTION
from segtier.advisor.diagnoses.cpu import CPU
from segtier.advisor.diagnoses.cpu_full import CPU_FULL
from segtier.advisor.diagnoses.doubtful_reads import DOUBTFUL_READS
from segtier.advisor.diagnoses.engineered import ENGINEERED
from segtier.advisor.diagnoses.fast_reads import FAST_READS
from segtier.advisor.diagnoses.flash_cache_reads import FLASH_CACHE_READS
from segtier.advisor.diagnoses.held_back import HELD_BACK
from segtier.advisor.diagnoses.idle import HARDLY_BUSY, IDLE
from segtier.advisor.diagnoses.locks import LOCKS
from segtier.advisor.diagnoses.logons import LOGONS
from segtier.advisor.diagnoses.more_cache import INSTEAD_OF_FAST_READS, MORE_CACHE
from segtier.advisor.diagnoses.more_pga import MORE_PGA
from segtier.advisor.diagnoses.network import NETWORK
from segtier.advisor.diagnoses.no_clear_gain import NO_CLEAR_GAIN
from segtier.advisor.diagnoses.nothing_fits import NOTHING_FITS
from segtier.advisor.diagnoses.on_flash import ON_FLASH
from segtier.advisor.diagnoses.other_waits import OTHER_WAITS
from segtier.advisor.diagnoses.parsing import PARSING, PARSING_NOT_TOLD
from segtier.advisor.diagnoses.scans import SCANS
from segtier.advisor.diagnoses.scans_unexplained import SCANS_UNEXPLAINED
from segtier.advisor.diagnoses.small import SMALL_PART
from segtier.advisor.diagnoses.throttled import THROTTLED
from segtier.advisor.diagnoses.too_short import TOO_SHORT
from segtier.advisor.diagnoses.unexplained import UNEXPLAINED
from segtier.advisor.diagnoses.unseen_waits import UNSEEN_WAITS
from segtier.advisor.diagnoses.write_stalls import WRITE_STALLS
from segtier.advisor.diagnosis import Diagnosis

GATES: tuple[Diagnosis, ...] = (IDLE, TOO_SHORT, CONTRADICTION)
"""Nothing can be read from such figures; the first that holds speaks."""
CAUSES: tuple[Diagnosis, ...] = (
    UNSEEN_WAITS,
    THROTTLED,
    SCANS_UNEXPLAINED,
    INSTEAD_OF_FAST_READS,
    FAST_READS,
    LOCKS,
    UNEXPLAINED,
    WRITE_STALLS,
    ON_FLASH,
    PARSING,
    LOGONS,
    CPU,
    CPU_FULL,
    HELD_BACK,
    CLUSTER,
    CONCURRENCY,
    NETWORK,
    FLASH_CACHE_READS,
    OTHER_WAITS,
    MORE_PGA,
    ENGINEERED,
    COMMITS_ELSEWHERE,
    DOUBTFUL_READS,
    SCANS,
)
"""Of those that hold the one that takes the largest part of DB time speaks; of equals the first."""
STORAGE_STANDS_OUT: tuple[Diagnosis, ...] = (
    HARDLY_BUSY,
    SMALL_PART,
    MORE_CACHE,
    PARSING_NOT_TOLD,
    BEST_OPTION,
    OPTION_WITH_SIZES,
    NOTHING_FITS,
    OPTION_THAT_NEEDS,
    NO_CLEAR_GAIN,
)
"""Storage is what there is to say something about; the first that holds speaks, and the last always holds."""
DIAGNOSES = (*GATES, *CAUSES, *STORAGE_STANDS_OUT)
