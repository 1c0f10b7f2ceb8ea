"""The table of what may be asked: each field of a question once, with its limits, its words and its place at every door."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.model.assumption import STATABLE
from segtier.model.constraints import Hold, Together
from segtier.model.device import Attachment, Media, Raid, StorageToday
from segtier.model.measured import FIGURES
from segtier.model.timeline import DEFAULT_WINDOW, Window
from segtier.question.forms import ASSUMPTION, CAPACITY, DEVICE, FIGURE, MACHINE, MOMENT, RATE, SEGMENT, SET
from segtier.question.row import asked, rows_of
from segtier.question.storage import MEDIA, MOST_DISKS, RAID, AskedStorage, read_storage
from segtier.question.tiers import MOST_TIERS, AskedTier


@dataclass(frozen=True, slots=True)
class Question:
    """The flash at hand, as `ssd` or `device`, and what is known about the machine."""

    ssd: str | None = asked(
        None,
        label="Usable size",
        help="Usable SSD after mirroring: 700GB (decimal) or 652GiB (binary); else 700 GB.",
        longest=40,
        form=CAPACITY,
    )
    device: str | None = asked(
        None, label="Device", help="A device from the catalogue; add how many, and whether mirrored.",
        longest=80, form=DEVICE,
    )  # fmt: skip
    count: int = asked(1, label="How many", help="How many of that device.", least=1, most=1000)
    mirrored: bool = asked(False, label="Mirrored", help="Devices are mirrored in pairs.", option="--mirror")
    shared: bool | None = asked(
        None,
        label="Seen by every node",
        help="Every node of the cluster sees the SSD.",
        option="--shared/--not-shared",
    )
    attachment: Attachment | None = asked(
        None,
        label="Attached by",
        help="How the SSD is attached.",
        choices={"server-pcie": "PCIe in the server", "sas": "SAS", "san": "SAN"},
    )
    figures: tuple[str, ...] = asked(
        (),
        label="Measured figures",
        help="A measured figure of all of that SSD, as it stands: 'read_us=212 (180-260) from a run of fio', "
        "read_iops>=350000; docs/use/measured-flash.md.",
        longest=1000,
        times=len(FIGURES),
        form=FIGURE,
        rest="figure",
    )
    tiers: tuple[AskedTier, ...] = asked(
        (),
        label="Tier",
        help="More storage for segments, added to that SSD or replacing it: name=SAS, device=sas-emlc-800, count=8, "
        "raid=raid5, place=+SAS; or by size and read_us; docs/use/tiers.md.",
        longest=4000,
        times=MOST_TIERS,
        rest="tier",
    )
    demotion: bool = asked(
        False,
        label="May go down",
        help="Segments may go to a slower tier to free room.",
        option="--demotion",
    )
    flash_cache_os: bool | None = asked(
        None,
        label="Oracle Linux or Solaris",
        help="The database server runs Oracle Linux or Solaris (Smart Flash Cache runs nowhere else).",
        group="server",
    )
    instances: tuple[int, ...] = asked(
        (),
        label="Instances",
        help="In a cluster: the load of these instances only, if the inputs lack the others.",
        group="server",
        least=1,
        most=1_000,
        times=100,
        rest="instance",
    )
    storage: StorageToday | None = asked(
        None,
        label="Groups of disks",
        help="All groups of today's storage, with media, spindles, raid and what they hold: docs/use/storage-today.md.",
        group="storage",
        longest=8000,
        made_of=AskedStorage,
        reads=read_storage,
    )
    media: Media | None = asked(
        None,
        label="Media",
        help="What holds the data today, where it is all in one group.",
        group="storage",
        choices=MEDIA,
    )
    spindles: int | None = asked(
        None, label="Disks", help="How many disks that group has.", group="storage", least=1, most=MOST_DISKS
    )
    raid: Raid | None = asked(
        None, label="RAID", help="How the disks of that group are combined.", group="storage", choices=RAID
    )
    window: Window = asked(
        DEFAULT_WINDOW,
        label="Which hours",
        help="Which of several intervals to forecast: the busiest of the load that takes most DB time with odd ones left out, "
        "the busiest of all, the one at the 95th percentile, or all on average.",
        group="hours",
        choices={
            "busy": "Busiest usual hour",
            "busiest": "Busiest of all",
            "p95": "95th-percentile hour",
            "average": "All, on average",
        },
    )
    hours_from: str | None = asked(
        None,
        label="Hours from",
        help="Forecast the intervals from this time on, whatever the window: 2024-03-12T11:00 by the database's own clock, or "
        "a day.",
        group="hours",
        longest=40,
        form=MOMENT,
    )
    hours_to: str | None = asked(
        None,
        label="Hours to",
        help="... and before this time; a day counts whole.",
        group="hours",
        longest=40,
        form=MOMENT,
    )
    users: float | None = asked(
        None,
        label="Users",
        help="Sessions that make the load; with their think time.",
        group="users",
        least=1,
        most=1e6,
    )
    think_time_s: float | None = asked(
        None,
        label="Think time, s",
        help="Seconds a user thinks between two requests; 0 of a load generator without pauses.",
        group="users",
        least=0,
        most=86_400,
        option="--think-time",
    )
    response_limit_s: float = asked(
        1.0,
        label="Response limit, s",
        help="Seconds: count the users each option carries at this response time.",
        group="users",
        above=0,
        most=3600,
        option="--response-limit",
    )
    price: float | None = asked(
        None, label="Total price", help="Price of the whole SSD, in any currency.", above=0, most=1e12
    )
    headroom_pct: float = asked(
        10.0, label="Kept free, %", help="Per cent of the SSD kept free.", least=0, below=100, option="--headroom"
    )
    most_moves: int | None = asked(
        None,
        label="Most segments moved",
        help="Move at most this many segments.",
        group="moves",
        least=0,
        most=1_000_000,
        option="--max-moves",
    )
    move_at_most: str | None = asked(
        None,
        label="Most moved",
        help="Move at most this many bytes, what a change window has time for: 200GB.",
        group="moves",
        longest=40,
        form=CAPACITY,
    )
    pinned: tuple[str, ...] = asked(
        (),
        label="Goes to SSD",
        help="OWNER.NAME goes to SSD whatever it saves; * for any letters.",
        group="moves",
        longest=400,
        times=200,
        form=SEGMENT,
        rest="pin",
    )
    excluded: tuple[str, ...] = asked(
        (),
        label="Stays",
        help="OWNER.NAME stays where it is; * for any letters.",
        group="moves",
        longest=400,
        times=200,
        form=SEGMENT,
        rest="exclude",
    )
    together: Together = asked(
        "segment",
        label="Moves together",
        help="Each segment by itself, or a table with its partitions, indexes and LOBs.",
        group="moves",
        choices={"segment": "Each segment by itself", "table": "A table with all its segments"},
    )
    hold: Hold = asked(
        "window",
        label="Best for",
        help="The best placement for the hours of the forecast, or the one that loses least in the worst hour of the inputs.",
        group="moves",
        choices={"window": "The hours of the forecast", "every-hour": "Every hour"},
    )
    sets: tuple[str, ...] = asked(
        (),
        label="Sets of segments",
        help="These segments are an option of their own, set-LABEL: yesterday=OWNER.NAME,OWNER.NAME; words for many of them: "
        "INDEXES, HOTTEST (tables, as many as fit), HOTTEST 4; and REDO or TEMP with them.",
        group="moves",
        longest=30_000,
        times=20,
        form=SET,
        rest="set",
    )
    assume: tuple[str, ...] = asked(
        (),
        label="Inputs you know",
        help="An input of the forecast that is known, instead of a draw: disk_utilisation=0.6; names and limits stand with the "
        "assumptions of each option.",
        group="forecast",
        longest=200,
        times=len(STATABLE),
        form=ASSUMPTION,
    )
    machine_type: str | None = asked(
        None,
        label="Machine type",
        help="Type of the machine in the catalogue, r6i.8xlarge or db.r6i.8xlarge: what it lets through to its volumes. What is "
        "stated of requests or bytes a second goes before.",
        group="server",
        longest=80,
        form=MACHINE,
    )
    machine_requests_per_s: float | None = asked(
        None,
        label="Requests/s it lets through",
        help="The machine's limit to all its storage, requests a second.",
        group="server",
        above=0,
        most=1e9,
        option="--machine-iops",
    )
    machine_rate: str | None = asked(
        None,
        label="Bytes/s it lets through",
        help="The machine's limit to all its storage, bytes a second: 800MB/s.",
        group="server",
        longest=40,
        form=RATE,
    )


ROWS = rows_of(Question)
