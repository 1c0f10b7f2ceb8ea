"""The answers and questions of the API: written by `make openapi`, not by hand."""

# ruff: noqa

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

FigureItem: TypeAlias = str


TierItem: TypeAlias = str


InstanceItem: TypeAlias = int


PinItem: TypeAlias = str


ExcludeItem: TypeAlias = str


SetItem: TypeAlias = str


AssumeItem: TypeAlias = str


class AdviceQuestion(TypedDict):
    """
    The flash you have, what you know about the machine, and limits. Each field is one of `segtier.question.Question`.
    """

    ssd: NotRequired[str | None]
    device: NotRequired[str | None]
    count: NotRequired[int]
    mirrored: NotRequired[bool]
    shared: NotRequired[bool | None]
    attachment: NotRequired[Literal['server-pcie', 'sas', 'san'] | None]
    figure: NotRequired[list[FigureItem]]
    tier: NotRequired[list[TierItem]]
    demotion: NotRequired[bool]
    flash_cache_os: NotRequired[bool | None]
    instance: NotRequired[list[InstanceItem]]
    storage: NotRequired[str | None]
    media: NotRequired[Literal['hdd', 'flash', 'cached-array'] | None]
    spindles: NotRequired[int | None]
    raid: NotRequired[Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None]
    window: NotRequired[Literal['busy', 'busiest', 'p95', 'average']]
    hours_from: NotRequired[str | None]
    hours_to: NotRequired[str | None]
    users: NotRequired[float | None]
    think_time_s: NotRequired[float | None]
    response_limit_s: NotRequired[float]
    price: NotRequired[float | None]
    headroom_pct: NotRequired[float]
    most_moves: NotRequired[int | None]
    move_at_most: NotRequired[str | None]
    pin: NotRequired[list[PinItem]]
    exclude: NotRequired[list[ExcludeItem]]
    together: NotRequired[Literal['segment', 'table']]
    hold: NotRequired[Literal['window', 'every-hour']]
    set: NotRequired[list[SetItem]]
    assume: NotRequired[list[AssumeItem]]
    machine_type: NotRequired[str | None]
    machine_requests_per_s: NotRequired[float | None]
    machine_rate: NotRequired[str | None]


class Alive(TypedDict):
    status: Literal['ok']
    version: str


class ArchiveMembers(TypedDict):
    """
    What an archive held and how far it is. `files`, `known` and `refused` are null until it is taken apart.
    """

    files: int | None
    known: int | None
    refused: int | None
    added: int
    finished: int
    failed: int
    database_ids: list[str]


class Assumption(TypedDict):
    name: str
    value: float | str | None
    low: float | None
    high: float | None
    unit: str
    source: str
    title: str
    influence: float | None
    least: float | None
    most: float | None


class AuditFaultItem(TypedDict):
    """
    The first entry that does not follow from those before, and why.
    """

    sequence: int
    reason: str


class AuditItem(TypedDict):
    sequence: int
    at: str
    actor_id: str
    actor_name: str
    action: str
    subject: str
    detail: dict[str, Any]
    previous: str
    digest: str


class AuditPage(TypedDict):
    items: list[AuditItem]
    next_before: int | None
    next_cursor: str | None


class BatchStates(TypedDict):
    """
    How many files are in which state; of an archive those it held.
    """

    queued: int
    running: int
    succeeded: int
    failed: int
    quarantined: int


class BeforeUpload(TypedDict):
    """
    The answer is from before these files: `at` is when the first came. Of `files_total` the first are named.
    """

    at: str
    files: list[str]
    files_total: int


class Blocker(TypedDict):
    """
    What stands in the way of an option.
    """

    code: str
    text: str
    needs: Literal['sizes', 'shared-flash', 'more-flash', 'segments', 'cache-size', 'cache-advisory', 'busy-hour', 'wait-events', 'whole-report'] | None


class BodyReadMeasurements(TypedDict):
    file: list[str]


class Check(TypedDict):
    """
    Looked at before people are asked to.
    """

    code: str
    level: Literal['error', 'warning', 'passed', 'not-known']
    text: str


class CollectedFile(TypedDict):
    """
    One file of a bundle. `heavy`: only where asked for. `one_row_for`: what makes the file long.
    """

    file: str
    title: str
    views: list[str]
    licence: Literal['none', 'diagnostics-pack', 'statspack']
    heavy: bool
    one_row_for: str | None


class CollectionQuery(TypedDict):
    """
    A script to run at the database to collect what Segtier reads.
    """

    name: str
    title: str
    what_for: str
    client: str
    text: str
    licence: str


class CollectionQueryList(TypedDict):
    items: list[CollectionQuery]


class CommentChange(TypedDict):
    resolved: bool


class ComparedFigure(TypedDict):
    """
    An average wait (µs), what a transaction does, or a rate (/s), of both periods; None is unknown.
    """

    name: str
    unit: str
    before: float | None
    after: float | None
    noise_low: float
    noise_high: float
    moved: bool | None


class ComparedPart(TypedDict):
    """
    One cause of the difference in DB time per transaction. All of them add up to it.
    """

    cause: Literal['work', 'latency', 'cpu', 'waits', 'unexplained', 'not-printed']
    name: str
    ms_per_txn: float
    event: str | None
    most: bool


class ConstraintCost(TypedDict):
    """
    What the placement would save more without one of the constraints asked for.
    """

    name: Literal['most_moves', 'most_moved_bytes', 'pinned', 'excluded', 'together', 'hold']
    text: str
    saved_s_per_hour: float
    costs_s_per_hour: float


class Database(TypedDict):
    name: str | None
    unique_name: str | None
    dbid: int | None
    release: str | None
    edition: str | None
    role: str | None
    rac: bool | None
    cdb: bool | None
    pdb: str | None
    platform: str | None
    engineered: Literal['none', 'exadata', 'oda', 'autonomous'] | None
    block_size_bytes: int | None
    size_bytes: int | None


class DatabaseFile(TypedDict):
    """
    A data file or temp file. `max_bytes` is where automatic growth ends; None where it does not grow.
    """

    name: str
    tablespace: str | None
    file_id: int | None
    pdb: str | None
    size_bytes: int | None
    max_bytes: int | None
    next_bytes: int | None
    status: str | None


class DatabaseItem(TypedDict):
    """
    A database with what is stored about it. `first_time` and `last_time` are in the database's own time zone.
    """

    id: str
    name: str
    dbid: int | None
    release: str | None
    rac: bool | None
    platform: str | None
    sample: bool
    reports: int
    first_time: str | None
    last_time: str | None
    has_segment_counters: bool
    has_sizes: bool
    after_reports: int


class DatabaseList(TypedDict):
    items: list[DatabaseItem]
    next_cursor: str | None


class Decision(TypedDict):
    """
    What the advice said of the option, and whether somebody asked for it all the same.
    """

    verdict: str | None
    forecast: str | None
    overridden: bool
    why_not: str | None


class DeliveryItem(TypedDict):
    """
    `id` is the `webhook-id` of every try. `attempt`: how many tries there were; `fault`: why the last one failed.
    """

    id: str
    webhook_id: str
    sequence: int
    kind: Literal['upload.completed', 'upload.failed', 'report.parsed', 'forecast.sealed', 'comparison.ready', 'advice.ready', 'placement.drifted', 'plan.drafted', 'plan.revised', 'plan.submitted', 'plan.approved', 'plan.rejected', 'plan.withdrawn', 'plan.applied', 'plan.superseded', 'plan.commented', 'plan.comment-resolved', 'plan.comment-opened', 'webhook.tested']
    state: Literal['waiting', 'sending', 'delivered', 'dead']
    attempt: int
    created_at: str
    due_at: str
    ended_at: str | None
    status: int | None
    fault: str | None


class DeliveryPage(TypedDict):
    items: list[DeliveryItem]
    next_cursor: str | None


class DeviceModel(TypedDict):
    """
    A device of the catalogue, per single device, latencies as the data sheet gives them at low load.
    """

    id: str
    model: str
    attachment: Literal['server-pcie', 'sas', 'san']
    raw_bytes: int
    read_us: float
    write_us: float
    read_iops: float
    write_iops: float
    read_bytes_per_s: float
    write_bytes_per_s: float
    endurance_bytes: float | None
    source: str
    confidence: Literal['A', 'B', 'K']


class Difference(TypedDict):
    """
    A field of which a question says something else than the first one.
    """

    name: str
    value: str | bool | int | float | list[str | int] | None
    first: str | bool | int | float | list[str | int] | None


class DiskGroup(TypedDict):
    """
    `usable_bytes` is what files can still take after mirroring.
    """

    name: str
    redundancy: str | None
    total_bytes: int | None
    free_bytes: int | None
    usable_bytes: int | None
    allocation_unit_bytes: int | None
    compatible_rdbms: str | None
    state: str | None


class DriftBase(TypedDict):
    """
    What was compared with.
    """

    kind: Literal['set', 'plan', 'storage']
    text: str
    plans: list[str]
    since: str | None


class EventAfter(TypedDict):
    """
    Predicted time of one wait event in an hour at the same work; None for `time_s_*` where it cannot be told.
    """

    event: str
    wait_class: str
    time_s: float
    time_s_low: float | None
    time_s_high: float | None


class EventItem(TypedDict):
    """
    `data` holds identifiers and counts; ask for the rest by them.
    """

    sequence: int
    at: str
    kind: Literal['upload.completed', 'upload.failed', 'report.parsed', 'forecast.sealed', 'comparison.ready', 'advice.ready', 'placement.drifted', 'plan.drafted', 'plan.revised', 'plan.submitted', 'plan.approved', 'plan.rejected', 'plan.withdrawn', 'plan.applied', 'plan.superseded', 'plan.commented', 'plan.comment-resolved', 'plan.comment-opened', 'webhook.tested']
    database_id: str | None
    subject: str
    data: dict[str, str | int]


class EventPage(TypedDict):
    items: list[EventItem]
    next_after: int


class Evidence(TypedDict):
    """
    One table row of one input.

    `section` is the section's name as `sections[]` lists it, `occurrence` counts the tables of that section
    from 0, `row` counts its data rows from 0. The column is the section's `columns[field]`. `source` is the
    SHA-256 of the file where several files are joined; None means the document's own file.
    """

    section: str
    occurrence: int
    row: int
    source: str | None
    column: str | None


class Facet(TypedDict):
    name: str
    segments: int


class FewerMoves(TypedDict):
    """
    The segments that save most, as many as make this part of what all chosen ones save.
    """

    part: float
    moves: int
    bytes: int
    saved_s_per_hour: float


class Figure(TypedDict):
    """
    One figure as Oracle sees it. A latency has a range; a rate has none.
    """

    value: float
    low: float | None
    high: float | None
    bound: bool
    source: str


class FileChange(TypedDict):
    path: str
    change: Literal['added', 'removed', 'changed']
    diff: str | None


class FileIo(TypedDict):
    tablespace: str
    file: str
    pdb: str | None
    read_requests: float | None
    read_requests_per_s: float | None
    avg_read_us: float | None
    blocks_per_read: float | None
    single_block_reads: float | None
    avg_single_block_read_us: float | None
    write_requests: float | None
    write_requests_per_s: float | None
    avg_write_us: float | None
    instance: int | None
    evidence: list[Evidence]


class Finding(TypedDict):
    code: str
    severity: Literal['info', 'warning', 'critical']
    text: str
    evidence: list[Evidence]


class FlashCacheFile(TypedDict):
    name: str
    size_bytes: int | None
    enabled: bool | None
    instance: int | None


class FlashCacheSkip(TypedDict):
    """
    Blocks that left the buffer cache and were not taken in, by reason.
    """

    reason: str
    per_s: float


class FlashCacheUse(TypedDict):
    """
    Segments by STORAGE (FLASH_CACHE ...), the first of them by name; all others are DEFAULT.
    """

    keep: list[str]
    keep_count: int
    keep_bytes: int
    none: list[str]
    none_count: int


class FleetShare(TypedDict):
    """
    What one database gets of the budget. Flash as it is bought: what the headroom keeps free is counted in.
    """

    share_bytes: int
    saved_s_per_hour: float
    next_s_per_hour_per_gib: float


class FleetTotal(TypedDict):
    budget_bytes: int
    share_bytes: int
    saved_s_per_hour: float
    databases: int


class FoldedSegments(TypedDict):
    """
    Segments kept as a sum: too small and too idle to be placed one by one.
    """

    segments: int
    size_bytes: int
    owner: str | None
    tablespace: str | None
    kind: str | None
    pdb: str | None


class ForecastToSeal(TypedDict):
    """
    An option, and the fields of a question as the advice takes them in its address.
    """

    ssd: NotRequired[str | None]
    device: NotRequired[str | None]
    count: NotRequired[int | None]
    mirrored: NotRequired[bool | None]
    shared: NotRequired[bool | None]
    attachment: NotRequired[Literal['server-pcie', 'sas', 'san'] | None]
    figure: NotRequired[list[FigureItem] | None]
    tier: NotRequired[list[TierItem] | None]
    demotion: NotRequired[bool | None]
    flash_cache_os: NotRequired[bool | None]
    instance: NotRequired[list[InstanceItem] | None]
    storage: NotRequired[str | None]
    media: NotRequired[Literal['hdd', 'flash', 'cached-array'] | None]
    spindles: NotRequired[int | None]
    raid: NotRequired[Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None]
    window: NotRequired[Literal['busy', 'busiest', 'p95', 'average'] | None]
    hours_from: NotRequired[str | None]
    hours_to: NotRequired[str | None]
    users: NotRequired[float | None]
    think_time_s: NotRequired[float | None]
    response_limit_s: NotRequired[float | None]
    price: NotRequired[float | None]
    headroom_pct: NotRequired[float | None]
    most_moves: NotRequired[int | None]
    move_at_most: NotRequired[str | None]
    pin: NotRequired[list[PinItem] | None]
    exclude: NotRequired[list[ExcludeItem] | None]
    together: NotRequired[Literal['segment', 'table'] | None]
    hold: NotRequired[Literal['window', 'every-hour'] | None]
    set: NotRequired[list[SetItem] | None]
    assume: NotRequired[list[AssumeItem] | None]
    machine_type: NotRequired[str | None]
    machine_requests_per_s: NotRequired[float | None]
    machine_rate: NotRequired[str | None]
    option: str


class FoundPlace(TypedDict):
    """
    A figure's place in its file: `line` and `column_in_line` count from 1, `row` from 0.
    """

    file: str | None
    source: str
    section: str
    table_heading: str
    row: int
    column: str | None
    raw_text: str | None
    line: int | None
    column_in_line: int | None
    row_cells: list[str]
    headings: list[str]


class Grant(TypedDict):
    """
    One statement for the user SEGTIER. `way`: needed always, or the role, or instead of the role.
    """

    statement: str
    licence: Literal['none', 'diagnostics-pack', 'statspack']
    way: Literal['always', 'role', 'single']


class GrowthLimit(TypedDict):
    of: Literal['bytes', 'requests']
    state: Literal['reached', 'between', 'from', 'not-within', 'no-trend', 'unknown']
    text: str
    earliest: str | None
    latest: str | None
    followed_to: str | None


class HeatGroup(TypedDict):
    """
    All other segments of one owner.
    """

    owner: str | None
    segments: int
    least: list[float | None]


class HeatSegment(TypedDict):
    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    tablespace: str | None
    least: list[float | None]
    most: list[float | None]
    place: Literal['in', 'fast', 'unknown', 'out'] | None


class HistogramBucket(TypedDict):
    from_us: float
    to_us: float | None
    pct_of_waits: float | None


class InHours(TypedDict):
    """
    What the load of each interval of the inputs would take of the limits.
    """

    intervals: int
    near: int
    past: int
    most: float
    most_begin: str | None
    most_limit: Literal['volume-requests', 'volume-bytes', 'machine-requests', 'machine-bytes'] | None


class InOtherHours(TypedDict):
    """
    What the placement would save in each interval of the inputs, beside the best placement of that interval.
    """

    intervals: int
    least_saved: float
    most_saved: float
    worst_short: float
    worst_short_at_most: float
    least_worst: float | None
    intervals_left_out: int
    only_elsewhere: int
    worst_begin: str | None
    same_bytes: float


class Input(TypedDict):
    file: str | None
    sha256: str | None
    kind: Literal['awr-html', 'awr-text', 'awr-rac-html', 'awr-rac-text', 'awr-diff-html', 'awr-diff-text', 'statspack', 'awr-miner', 'pasted-events', 'pasted-counters', 'segment-counters', 'segment-sizes', 'heat-map', 'bundle', 'awr-dump', 'typed']
    begin_time: str | None
    end_time: str | None
    elapsed_s: float | None


class Instance(TypedDict):
    number: int | None
    name: str | None
    host: str | None
    cpus: int | None
    cores: int | None
    sockets: int | None
    memory_bytes: int | None
    startup_time: str | None


class InstanceStatistic(TypedDict):
    name: str
    total: float | None
    per_s: float | None
    per_txn: float | None
    instance: int | None
    evidence: list[Evidence]


class Interval(TypedDict):
    begin_snap: int | None
    end_snap: int | None
    begin_time: str | None
    end_time: str | None
    elapsed_s: float | None
    db_time_s: float | None
    db_cpu_s: float | None
    begin_sessions: int | None
    end_sessions: int | None
    instances_reported: int | None
    instances: list[int]


class InventorySegment(TypedDict):
    """
    One row of dba_segments and what the dictionary says of it. None means not known, never zero.

    `parent_*` is the table of an index, of a LOB (with `column`) or of a nested table, the cluster of a clustered table.
    """

    owner: str
    name: str
    subobject: str | None
    pdb: str | None
    type: str | None
    tablespace: str | None
    size_bytes: int | None
    parent_owner: str | None
    parent_name: str | None
    column: str | None
    facts: dict[str, bool | str | None] | None
    evidence: list[Evidence]


class IoFigures(TypedDict):
    """
    I/O in a transaction of one period: requests, bytes, and how long one takes. None is unknown, never 0.
    """

    reads_per_txn: float | None
    writes_per_txn: float | None
    read_bytes_per_txn: float | None
    write_bytes_per_txn: float | None
    wait_us: float | None


class IoFiletype(TypedDict):
    filetype: str
    read_bytes: int | None
    read_requests_per_s: float | None
    write_bytes: int | None
    write_requests_per_s: float | None
    small_read_us: float | None
    large_read_us: float | None
    instance: int | None
    evidence: list[Evidence]


class IoFunction(TypedDict):
    function: str
    read_bytes: int | None
    read_requests: float | None
    read_requests_per_s: float | None
    write_bytes: int | None
    write_requests: float | None
    write_requests_per_s: float | None
    waits: int | None
    avg_wait_us: float | None
    instance: int | None
    evidence: list[Evidence]


class IoLoad(TypedDict):
    """
    Requests and bytes a second; requests as they come, however large.
    """

    requests_per_s: float
    bytes_per_s: float


class Lacking(TypedDict):
    """
    What somebody may not do, and the least role that may.
    """

    scope: Literal['reports:read', 'uploads:write', 'scenarios:write', 'plans:read', 'plans:write', 'plans:review', 'audit:read', 'webhooks:write', 'admin']
    role: Literal['viewer', 'analyst', 'reviewer', 'admin']


class LastUsed(TypedDict):
    """
    When Oracle's heat map saw a segment used last: dates, no counts. None: not since the map was switched on, or not known.
    """

    owner: str
    name: str
    subobject: str | None
    pdb: str | None
    written: str | None
    read: str | None
    full_scan: str | None
    lookup: str | None
    evidence: list[Evidence]


class LatencyBucket(TypedDict):
    from_us: float
    to_us: float | None
    waits_pct: float
    time_pct: float | None


class LatencyHistogram(TypedDict):
    event: str
    wait_class: str
    demand: Literal['single-block-read', 'multi-block-read', 'direct-read', 'direct-write', 'temp-read', 'temp-write', 'flash-read', 'cell-read', 'unnamed-io', 'commit', 'log-stall', 'write-stall', 'other-io', 'cpu', 'parsing', 'concurrency', 'locks', 'cluster', 'network', 'idle', 'other']
    waits: int | None
    avg_wait_us: float | None
    buckets: list[LatencyBucket]
    evidence: list[Evidence]


class LeftOutFile(TypedDict):
    """
    A file of a masked archive that was not stored: it could not be read, and so not masked.
    """

    file: str
    code: str
    message: str


class LoadLimit(TypedDict):
    """
    The load at which responses take as long as they may.
    """

    limit_s: float
    users: float | None
    users_text: str


class LoadMetric(TypedDict):
    metric: str
    label: str | None
    per_s: float | None
    per_txn: float | None
    instance: int | None
    evidence: list[Evidence]


class LoadPoint(TypedDict):
    """
    One point of the load curve: users, what they get done relative to today, and how long it takes relative to today.
    """

    users: float
    throughput_ratio: float
    response_ratio: float


class LoadRow(TypedDict):
    """
    Of the hours used; None where no report of them prints it.
    """

    metric: str
    label: str
    unit: Literal['bytes', 'blocks', 's', '']
    per_s: float | None
    per_txn: float | None
    evidence: list[Evidence]


class Machine(TypedDict):
    """
    What the machine lets through to all of its volumes together; None: not stated.
    """

    requests_per_s: float | None
    bytes_per_s: float | None
    type: str | None
    said: str


class MachineModel(TypedDict):
    """
    A type of machine: what it lets through for as long as one likes, bursts left out. None: no source says.
    """

    id: str
    provider: str
    requests_per_s: float | None
    bytes_per_s: float | None
    sources: list[str]
    as_of: str
    stale_after_days: int
    note: str


class MapGroup(TypedDict):
    """
    The smaller segments of one owner in one place.
    """

    owner: str | None
    place: Literal['in', 'fast', 'unknown', 'out']
    segments: int
    size_bytes: int
    saving_known: int
    benefit_s_per_hour: float | None
    benefit_density_s_per_hour_per_gib: float | None


class MapSegment(TypedDict):
    """
    One of the largest, as the option places it. None is unknown, not zero.
    """

    rank: int
    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    tablespace: str | None
    size_bytes: int
    place: Literal['in', 'fast', 'unknown', 'out']
    benefit_s_per_hour: float | None
    benefit_low_s_per_hour: float | None
    benefit_high_s_per_hour: float | None
    benefit_density_s_per_hour_per_gib: float | None
    reason: str


class MaskedNames(TypedDict):
    """
    What came of masking an upload. The server keeps none of this.
    """

    map_file: str | None
    left_out: list[LeftOutFile]


class Me(TypedDict):
    """
    Whoever asks. `accounts`: false where whoever shows the secret of the installation is the single user.
    """

    id: str
    name: str
    scopes: list[Literal['reports:read', 'uploads:write', 'scenarios:write', 'plans:read', 'plans:write', 'plans:review', 'audit:read', 'webhooks:write', 'admin']]
    lacks: list[Lacking]
    databases: list[str] | None
    token: str | None
    accounts: bool


class Measured(TypedDict):
    """
    What was measured; None: not measured, and the data sheet stays.
    """

    read_us: Figure | None
    write_us: Figure | None
    read_iops: Figure | None
    write_iops: Figure | None
    read_bytes_per_s: Figure | None
    write_bytes_per_s: Figure | None


class MissingFiles(TypedDict):
    """
    What is not here of a dump in several files.
    """

    numbers: list[int]
    behind: int | None


class Moves(TypedDict):
    """
    How many segments an option moves and leaves, and their bytes (None where a size is missing).
    """

    segments: int
    left: int
    bytes: int | None


class NamedSet(TypedDict):
    """
    A set of segments that somebody typed, beside the best placement. Its forecast and its room are those of its option.
    """

    option: str
    label: str
    segments: int
    fits: bool | None
    saved_s_per_hour: float | None
    best_saves_more_s_per_hour: float | None
    take_off: list[str]
    take_off_count: int
    add: list[str]
    add_count: int


class NewComment(TypedDict):
    """
    On an operation, a file or a line of a file of the current revision; with none of them on the plan.
    """

    text: str
    operation: NotRequired[str | None]
    file: NotRequired[str | None]
    line: NotRequired[int | None]


class NewScenario(TypedDict):
    """
    A name, and the fields of a question as the advice takes them in its address. Of a fork: those that change.
    """

    ssd: NotRequired[str | None]
    device: NotRequired[str | None]
    count: NotRequired[int | None]
    mirrored: NotRequired[bool | None]
    shared: NotRequired[bool | None]
    attachment: NotRequired[Literal['server-pcie', 'sas', 'san'] | None]
    figure: NotRequired[list[FigureItem] | None]
    tier: NotRequired[list[TierItem] | None]
    demotion: NotRequired[bool | None]
    flash_cache_os: NotRequired[bool | None]
    instance: NotRequired[list[InstanceItem] | None]
    storage: NotRequired[str | None]
    media: NotRequired[Literal['hdd', 'flash', 'cached-array'] | None]
    spindles: NotRequired[int | None]
    raid: NotRequired[Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None]
    window: NotRequired[Literal['busy', 'busiest', 'p95', 'average'] | None]
    hours_from: NotRequired[str | None]
    hours_to: NotRequired[str | None]
    users: NotRequired[float | None]
    think_time_s: NotRequired[float | None]
    response_limit_s: NotRequired[float | None]
    price: NotRequired[float | None]
    headroom_pct: NotRequired[float | None]
    most_moves: NotRequired[int | None]
    move_at_most: NotRequired[str | None]
    pin: NotRequired[list[PinItem] | None]
    exclude: NotRequired[list[ExcludeItem] | None]
    together: NotRequired[Literal['segment', 'table'] | None]
    hold: NotRequired[Literal['window', 'every-hour'] | None]
    set: NotRequired[list[SetItem] | None]
    assume: NotRequired[list[AssumeItem] | None]
    machine_type: NotRequired[str | None]
    machine_requests_per_s: NotRequired[float | None]
    machine_rate: NotRequired[str | None]
    name: str


Database1: TypeAlias = str


class NewToken(TypedDict):
    name: str
    scopes: list[Literal['reports:read', 'uploads:write', 'scenarios:write', 'plans:read', 'plans:write', 'plans:review', 'audit:read', 'webhooks:write', 'admin']]
    databases: NotRequired[list[Database1] | None]
    days: NotRequired[int]


class NewUser(TypedDict):
    name: str
    role: Literal['viewer', 'analyst', 'reviewer', 'admin']
    password: str


class NewWebhook(TypedDict):
    address: str
    kinds: NotRequired[list[Literal['upload.completed', 'upload.failed', 'report.parsed', 'forecast.sealed', 'comparison.ready', 'advice.ready', 'placement.drifted', 'plan.drafted', 'plan.revised', 'plan.submitted', 'plan.approved', 'plan.rejected', 'plan.withdrawn', 'plan.applied', 'plan.superseded', 'plan.commented', 'plan.comment-resolved', 'plan.comment-opened', 'webhook.tested']]]
    databases: NotRequired[list[Database1] | None]
    active: NotRequired[bool]
    format: NotRequired[Literal['event', 'slack', 'teams', 'plain']]


class NotKnown(TypedDict):
    """
    Why nothing is forecast: the outcome hangs on what the inputs do not tell.
    """

    least_pct: float
    most_pct: float
    why: str
    text: str
    bring: str


class OpenAction(TypedDict):
    """
    An action, for whoever asks.
    """

    action: Literal['revise', 'submit', 'withdraw', 'approve', 'reject', 'mark-applied']
    open: bool
    refused_because: str | None
    refused_code: str | None


class OptionSpec(TypedDict):
    """
    What is true of an option whatever the database.
    """

    name: Literal['none', 'all', 'indexes', 'segments', 'tiers', 'set', 'redo', 'temp', 'flash-cache', 'buffer-cache', 'combination']
    title: str
    label: str
    needs_flash: bool
    recommends: Literal['move-segments', 'move-all-data', 'flash-cache', 'redo', 'temp', 'combination', 'more-memory', 'tune-first', 'do-nothing', 'not-enough-data'] | None
    part: int
    helps: list[Literal['single-block-read', 'multi-block-read', 'direct-read', 'direct-write', 'temp-read', 'temp-write', 'flash-read', 'cell-read', 'unnamed-io', 'commit', 'log-stall', 'write-stall', 'other-io', 'cpu', 'parsing', 'concurrency', 'locks', 'cluster', 'network', 'idle', 'other']]
    beside_data: bool
    targets: list[Literal['data_tablespace', 'index_tablespace', 'temp_tablespace', 'data_diskgroup', 'redo_diskgroup', 'temp_diskgroup', 'flash_diskgroup']]


class OsStatistic(TypedDict):
    name: str
    value: float | None
    end_value: float | None
    instance: int | None
    evidence: list[Evidence]


class Parameter(TypedDict):
    name: str
    begin: str | None
    end: str | None
    pdb: str | None
    instance: int | None
    evidence: list[Evidence]


class PartOfPlan(TypedDict):
    """
    An option of a combination, or what goes to one of several tiers; its steps are those in its folder.
    """

    option: str
    folder: str
    needed_bytes: int | None
    operations: list[str]
    tier: str | None
    place: str | None


class PasswordChange(TypedDict):
    old_password: str
    new_password: str


class PasswordReset(TypedDict):
    password: NotRequired[str | None]


class PgaAdvice(TypedDict):
    target_bytes: int | None
    size_factor: float | None
    est_extra_bytes: float | None
    est_cache_hit_pct: float | None
    overallocations: float | None
    instance: int | None
    evidence: list[Evidence]


class PlacementChange(TypedDict):
    """
    Which segments move that did not, and the other way round. Names with their PDB; bytes None where a size is missing.
    """

    came: list[str]
    went: list[str]
    bytes_before: int | None
    bytes_after: int | None
    text: str


class PlanAct(TypedDict):
    """
    Something that was done to a plan.
    """

    done: Literal['submitted', 'withdrawn', 'approved', 'rejected', 'applied', 'superseded']
    revision: int
    digest: str
    actor_id: str
    actor_name: str
    at: str
    said: str
    checks: list[Check]
    self_approved: bool
    forecast_id: str | None


class PlanComment(TypedDict):
    id: str
    revision: int
    operation: str | None
    file: str | None
    line: int | None
    line_text: str | None
    outdated: bool
    text: str
    author_id: str
    author_name: str
    at: str
    resolved_by: str | None
    resolved_at: str | None
    may_resolve: bool


class PlanCommentList(TypedDict):
    items: list[PlanComment]


class PlanFaultItem(TypedDict):
    plan_id: str
    revision: int
    reason: str


class PlanFile(TypedDict):
    path: str
    sha256: str
    bytes: int
    executable: bool
    signed: bool


class PlanInput(TypedDict):
    file: str
    sha256: str | None


class PlanScore(TypedDict):
    """
    What was measured of the forecast that the approval sealed; ratios after / before of DB time a transaction.
    """

    standing: Literal['scored', 'waiting', 'not-comparable']
    reason: str
    measured: float | None
    error: float | None
    inside: bool | None


class PlanTarget(TypedDict):
    """
    A tablespace on the flash, by the name it was asked for with.
    """

    name: Literal['data_tablespace', 'index_tablespace', 'temp_tablespace', 'data_diskgroup', 'redo_diskgroup', 'temp_diskgroup', 'flash_diskgroup']
    tablespace: str
    tier: str | None


class PlanToDraft(TypedDict):
    """
    An option too; every revision of the plan is of that option.
    """

    data_tablespace: NotRequired[str | None]
    index_tablespace: NotRequired[str | None]
    temp_tablespace: NotRequired[str | None]
    data_diskgroup: NotRequired[str | None]
    redo_diskgroup: NotRequired[str | None]
    temp_diskgroup: NotRequired[str | None]
    flash_diskgroup: NotRequired[str | None]
    target: NotRequired[Literal['own', 'rds']]
    rds_instance: NotRequired[str]
    rds_parameter_group: NotRequired[str]
    rds_volume: NotRequired[Literal['rdsdbdata2', 'rdsdbdata3', 'rdsdbdata4']]
    rds_volume_type: NotRequired[Literal['gp3', 'io2']]
    rds_volume_gib: NotRequired[int | None]
    rds_iops: NotRequired[int | None]
    rds_cache_tenths: NotRequired[int | None]
    rds_temp_tenths: NotRequired[int | None]
    ssd: NotRequired[str | None]
    device: NotRequired[str | None]
    count: NotRequired[int | None]
    mirrored: NotRequired[bool | None]
    shared: NotRequired[bool | None]
    attachment: NotRequired[Literal['server-pcie', 'sas', 'san'] | None]
    figure: NotRequired[list[FigureItem] | None]
    tier: NotRequired[list[TierItem] | None]
    demotion: NotRequired[bool | None]
    flash_cache_os: NotRequired[bool | None]
    instance: NotRequired[list[InstanceItem] | None]
    storage: NotRequired[str | None]
    media: NotRequired[Literal['hdd', 'flash', 'cached-array'] | None]
    spindles: NotRequired[int | None]
    raid: NotRequired[Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None]
    window: NotRequired[Literal['busy', 'busiest', 'p95', 'average'] | None]
    hours_from: NotRequired[str | None]
    hours_to: NotRequired[str | None]
    users: NotRequired[float | None]
    think_time_s: NotRequired[float | None]
    response_limit_s: NotRequired[float | None]
    price: NotRequired[float | None]
    headroom_pct: NotRequired[float | None]
    most_moves: NotRequired[int | None]
    move_at_most: NotRequired[str | None]
    pin: NotRequired[list[PinItem] | None]
    exclude: NotRequired[list[ExcludeItem] | None]
    together: NotRequired[Literal['segment', 'table'] | None]
    hold: NotRequired[Literal['window', 'every-hour'] | None]
    set: NotRequired[list[SetItem] | None]
    assume: NotRequired[list[AssumeItem] | None]
    machine_type: NotRequired[str | None]
    machine_requests_per_s: NotRequired[float | None]
    machine_rate: NotRequired[str | None]
    override: NotRequired[bool]
    note: NotRequired[str]
    option: str


class PlanToJudge(TypedDict):
    verdict: Literal['approve', 'reject']
    digest: str
    comment: NotRequired[str]


class PlanToMove(TypedDict):
    comment: NotRequired[str]


class PlanToRevise(TypedDict):
    """
    The fields of a question and of a place, as `/plan` takes them in its address.
    """

    data_tablespace: NotRequired[str | None]
    index_tablespace: NotRequired[str | None]
    temp_tablespace: NotRequired[str | None]
    data_diskgroup: NotRequired[str | None]
    redo_diskgroup: NotRequired[str | None]
    temp_diskgroup: NotRequired[str | None]
    flash_diskgroup: NotRequired[str | None]
    target: NotRequired[Literal['own', 'rds']]
    rds_instance: NotRequired[str]
    rds_parameter_group: NotRequired[str]
    rds_volume: NotRequired[Literal['rdsdbdata2', 'rdsdbdata3', 'rdsdbdata4']]
    rds_volume_type: NotRequired[Literal['gp3', 'io2']]
    rds_volume_gib: NotRequired[int | None]
    rds_iops: NotRequired[int | None]
    rds_cache_tenths: NotRequired[int | None]
    rds_temp_tenths: NotRequired[int | None]
    ssd: NotRequired[str | None]
    device: NotRequired[str | None]
    count: NotRequired[int | None]
    mirrored: NotRequired[bool | None]
    shared: NotRequired[bool | None]
    attachment: NotRequired[Literal['server-pcie', 'sas', 'san'] | None]
    figure: NotRequired[list[FigureItem] | None]
    tier: NotRequired[list[TierItem] | None]
    demotion: NotRequired[bool | None]
    flash_cache_os: NotRequired[bool | None]
    instance: NotRequired[list[InstanceItem] | None]
    storage: NotRequired[str | None]
    media: NotRequired[Literal['hdd', 'flash', 'cached-array'] | None]
    spindles: NotRequired[int | None]
    raid: NotRequired[Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None]
    window: NotRequired[Literal['busy', 'busiest', 'p95', 'average'] | None]
    hours_from: NotRequired[str | None]
    hours_to: NotRequired[str | None]
    users: NotRequired[float | None]
    think_time_s: NotRequired[float | None]
    response_limit_s: NotRequired[float | None]
    price: NotRequired[float | None]
    headroom_pct: NotRequired[float | None]
    most_moves: NotRequired[int | None]
    move_at_most: NotRequired[str | None]
    pin: NotRequired[list[PinItem] | None]
    exclude: NotRequired[list[ExcludeItem] | None]
    together: NotRequired[Literal['segment', 'table'] | None]
    hold: NotRequired[Literal['window', 'every-hour'] | None]
    set: NotRequired[list[SetItem] | None]
    assume: NotRequired[list[AssumeItem] | None]
    machine_type: NotRequired[str | None]
    machine_requests_per_s: NotRequired[float | None]
    machine_rate: NotRequired[str | None]
    override: NotRequired[bool]
    note: NotRequired[str]


class PlanToSubmit(TypedDict):
    reason: NotRequired[str]


class Prices(TypedDict):
    """
    What is paid today, and for the rivals of a volume; a month each, in the currency of the volumes. None: nobody said.
    """

    today_gib: float | None
    today_from: str
    memory_gib: float | None
    disk: float | None


class PublishedResult(TypedDict):
    """
    What a paper measured, as it prints it.
    """

    paper: str
    change: str
    result: str


class Quality(TypedDict):
    grade: Literal['A', 'B', 'C', 'D']
    coverage: dict[str, float | None]
    reasons: list[str]
    meaning: str
    coverage_of: Literal['listed', 'export']


class Quota(TypedDict):
    """
    `unlimited` leaves `max_bytes` None.
    """

    user: str
    tablespace: str
    pdb: str | None
    used_bytes: int | None
    max_bytes: int | None
    unlimited: bool


class Range(TypedDict):
    """
    P10, P50 and P90 of the sampled forecast (low <= expected <= high), in the unit of the field that holds it.
    """

    low: float
    expected: float
    high: float


class RankedSegment(TypedDict):
    """
    One segment in the order of its worth. Rates are per hour of the interval; None is unknown, not zero.
    """

    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    tablespace: str | None
    size_bytes: int | None
    physical_read_requests_per_hour: float | None
    physical_write_requests_per_hour: float | None
    physical_reads_blocks_per_hour: float | None
    physical_writes_blocks_per_hour: float | None
    requests_estimated: bool
    io_share: float | None
    read_write_ratio: float | None
    benefit_s_per_hour: float | None
    benefit_density_s_per_hour_per_gib: float | None
    movable: bool
    included: bool
    reason: str
    benefit_low_s_per_hour: float | None
    benefit_high_s_per_hour: float | None
    rank: int
    options: list[str]
    reason_beside: str
    evidence: list[Evidence]
    fast_today: bool
    lies: str | None
    tier: str | None
    tier_reason: str
    tier_rank: int | None
    tier_benefit_s_per_hour: float | None
    tier_benefit_low_s_per_hour: float | None
    tier_benefit_high_s_per_hour: float | None


class Rds(TypedDict):
    """
    The instance on Amazon RDS; what is empty the administrator fills in (rds.env), every shell script stops without it.
    """

    instance: str
    parameter_group: str
    volume: Literal['rdsdbdata2', 'rdsdbdata3', 'rdsdbdata4'] | Literal['rdsdbdata']
    volume_type: Literal['gp3', 'io2']
    volume_gib: int | None
    iops: int | None
    cache_tenths: int | None
    temp_tenths: int | None


class ReadTimes(TypedDict):
    """
    Whether the read times by tablespace can be trusted, and why.
    """

    trusted: bool
    text: str
    apart: bool
    column: Literal['single-block', 'mixed'] | None
    reconciles: float | None
    unexplained_share: float
    error: float


class ReadyPart(TypedDict):
    name: Literal['database', 'migrations', 'worker', 'broker', 'disk', 'files', 'clock']
    ready: bool
    needed: bool
    detail: str


class RedoGroup(TypedDict):
    group: int
    thread: int | None
    size_bytes: int | None
    block_size_bytes: int | None
    members: list[str]
    status: str | None
    standby: bool


class Refusal(TypedDict):
    """
    Why there is no answer.
    """

    code: str
    message: str
    advice: str | None


class RejectedLine(TypedDict):
    line: int | None
    excerpt: str | None
    message: str
    advice: str | None


class ReportChange(TypedDict):
    """
    What may be changed of a report: the period it counts for, and the database an export belongs to.
    """

    period: NotRequired[Literal['before', 'after', 'ignored'] | None]
    database_id: NotRequired[str | None]


class Rewrite(TypedDict):
    """
    One segment written anew. `home`: where it lies today; `target`: where the new copy goes; None = not known.
    """

    role: Literal['moves', 'rewritten', 'rebuilt']
    type: str | None
    owner: str
    name: str
    subobject: str | None
    home: str | None
    target: str | None
    size_bytes: int | None
    column: str | None


class Rival(TypedDict):
    """
    What else could be bought, forecast like a volume.
    """

    name: Literal['memory', 'disks']
    title: str
    amount: float | None
    response_ratio: Range | None
    month: float | None
    text: str


class RoomNeeded(TypedDict):
    """
    Room a tablespace must have: for all that arrives, or, where indexes are rebuilt one after another, the largest.
    """

    pdb: str | None
    tablespace: str | None
    bytes: int | None
    why: Literal['arrives', 'rewritten']


class ScenarioAnswer(TypedDict):
    """
    What the advice says in one line.
    """

    flash: str
    flash_bytes: int
    state: Literal['move', 'needs', 'memory-first', 'tune-first', 'leave', 'not-enough-data']
    tag: str
    headline: str
    option: str
    option_title: str
    gain: Range | None
    used_bytes: int | None
    moves: int | None


class ScenarioChange(TypedDict):
    """
    Fields that change; null is what it is where nobody says anything.
    """

    ssd: NotRequired[str | None]
    device: NotRequired[str | None]
    count: NotRequired[int | None]
    mirrored: NotRequired[bool | None]
    shared: NotRequired[bool | None]
    attachment: NotRequired[Literal['server-pcie', 'sas', 'san'] | None]
    figure: NotRequired[list[FigureItem] | None]
    tier: NotRequired[list[TierItem] | None]
    demotion: NotRequired[bool | None]
    flash_cache_os: NotRequired[bool | None]
    instance: NotRequired[list[InstanceItem] | None]
    storage: NotRequired[str | None]
    media: NotRequired[Literal['hdd', 'flash', 'cached-array'] | None]
    spindles: NotRequired[int | None]
    raid: NotRequired[Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None]
    window: NotRequired[Literal['busy', 'busiest', 'p95', 'average'] | None]
    hours_from: NotRequired[str | None]
    hours_to: NotRequired[str | None]
    users: NotRequired[float | None]
    think_time_s: NotRequired[float | None]
    response_limit_s: NotRequired[float | None]
    price: NotRequired[float | None]
    headroom_pct: NotRequired[float | None]
    most_moves: NotRequired[int | None]
    move_at_most: NotRequired[str | None]
    pin: NotRequired[list[PinItem] | None]
    exclude: NotRequired[list[ExcludeItem] | None]
    together: NotRequired[Literal['segment', 'table'] | None]
    hold: NotRequired[Literal['window', 'every-hour'] | None]
    set: NotRequired[list[SetItem] | None]
    assume: NotRequired[list[AssumeItem] | None]
    machine_type: NotRequired[str | None]
    machine_requests_per_s: NotRequired[float | None]
    machine_rate: NotRequired[str | None]
    name: NotRequired[str | None]


class ScenarioItem(TypedDict):
    """
    A question under a name. From its first answer on (`used_at`) it stays as it is.
    """

    id: str
    name: str
    question: AdviceQuestion
    question_digest: str
    created_at: str
    forked_from: str | None
    used_at: str | None
    engine_version: str | None
    inputs_digest: str | None
    changed: list[Literal['inputs', 'engine']]


class ScenarioLine(TypedDict):
    name: str
    price: float | None
    differs: list[Difference]
    answer: ScenarioAnswer | None
    refusal: Refusal | None
    id: str | None
    changed: list[Literal['inputs', 'engine']]


class ScenarioList(TypedDict):
    items: list[ScenarioItem]
    next_cursor: str | None


class ScoredClass(TypedDict):
    wait_class: str
    forecast: Range
    measured: float
    inside: bool | None


class SealFaultItem(TypedDict):
    forecast_id: str
    reason: str


class SealedClass(TypedDict):
    """
    The time of a wait class a transaction, after / before.
    """

    wait_class: str
    ratio: Range


class SealedForecast(TypedDict):
    """
    A forecast as it was sealed; `response_ratio` is DB time a transaction, after / before.
    """

    id: str
    database_id: str
    database: str
    option: str
    question_digest: str
    inputs: list[str]
    engine_version: str
    response_ratio: Range
    classes: list[SealedClass]
    plan_id: str | None
    actor_name: str
    at: str
    digest: str


class Section(TypedDict):
    """
    State of one section. `columns` maps document fields to printed headings.
    """

    name: str
    state: Literal['found', 'missing', 'unreadable']
    rows: int | None
    columns: dict[str, str]
    message: str | None


class Segment(TypedDict):
    """
    One segment's counters over the interval (or cumulative, see `segment_basis`).

    A statistic whose list is full and does not name the segment is None with its upper bound in `below`:
    `{"physical_writes_blocks": 12345}` means "unknown, between 0 and 12,345".
    """

    owner: str
    name: str
    subobject: str | None
    pdb: str | None
    type: str | None
    tablespace: str | None
    object_id: int | None
    data_object_id: int | None
    size_bytes: int | None
    instance: int | None
    logical_reads_blocks: float | None
    physical_reads_blocks: float | None
    physical_read_requests: float | None
    unoptimized_read_requests: float | None
    optimized_read_requests: float | None
    direct_reads_blocks: float | None
    direct_untold_blocks: float | None
    physical_writes_blocks: float | None
    physical_write_requests: float | None
    direct_writes_blocks: float | None
    block_changes: float | None
    table_scans: float | None
    buffer_busy_waits: float | None
    row_lock_waits: float | None
    itl_waits: float | None
    below: dict[str, float]
    no_difference: str | None
    name_cut: bool
    evidence: list[Evidence]


class SegmentFacets(TypedDict):
    """
    What a list of the segments can be narrowed by; of each the 500 with most segments, the most first.
    """

    owners: list[Facet]
    tablespaces: list[Facet]
    types: list[Facet]


class SegmentList(TypedDict):
    """
    A page of the ranked segments, as the option places them; `total`: that pass the filter.
    """

    items: list[RankedSegment]
    total: int


class SegmentName(TypedDict):
    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    size_bytes: int | None


class SegmentWait(TypedDict):
    """
    How long foreground sessions waited for reads of a segment, by samples of the active sessions.

    `analysis/sampled_waits.py` says between what ends that lies, and what one read took. A segment that is not listed was
    waited for in no sample, which is not never. The sum of all samples is `segment_coverage["read_wait_s"].captured`.
    """

    owner: str
    name: str
    subobject: str | None
    pdb: str | None
    type: str | None
    tablespace: str | None
    samples: int | None
    read_wait_s: float | None
    variance_s2: float | None
    instance: int | None
    evidence: list[Evidence]


class SettingChange(TypedDict):
    """
    A field of the question, a name of the target, the files or the version; None: nothing was said.
    """

    name: str
    before: str | bool | int | float | list[str | int] | None
    after: str | bool | int | float | list[str | int] | None


class SgaAdvice(TypedDict):
    target_bytes: int | None
    size_factor: float | None
    est_db_time_s: float | None
    est_physical_reads: float | None
    instance: int | None
    evidence: list[Evidence]


class SideBySide(TypedDict):
    scenarios: list[ScenarioLine]
    schema: str


class SignIn(TypedDict):
    name: str
    password: str


class SizesTaken(TypedDict):
    accepted: int
    rejected: list[RejectedLine]


class SizesText(TypedDict):
    """
    Sizes as typed or pasted, one segment per line: `OWNER.NAME 12.5G` or CSV.
    """

    text: str


class SolverReport(TypedDict):
    """
    How good the placement of the best segments is. The first four of the linear problem at its own point, which is what is
    proved; the full model is no more than met there.
    """

    method: Literal['exact', 'bounded']
    gap: float
    greedy_gap: float
    bound_s_per_hour: float | None
    saved_s_per_hour: float | None
    rest_s_per_hour: float | None


class Source(TypedDict):
    kind: Literal['awr-html', 'awr-text', 'awr-rac-html', 'awr-rac-text', 'awr-diff-html', 'awr-diff-text', 'statspack', 'awr-miner', 'pasted-events', 'pasted-counters', 'segment-counters', 'segment-sizes', 'heat-map', 'bundle', 'awr-dump', 'typed']
    file: str | None
    sha256: str | None
    bytes: int | None
    encoding: str | None


class SpaceHere(TypedDict):
    """
    A tablespace on a station.
    """

    name: str
    pdb: str | None
    part: float
    read_us: float | None
    time_share: float | None
    factor: float | None


class StatedHours(TypedDict):
    """
    From when to when, by the database's own clock; None: open on that side.
    """

    begin: str | None
    end: str | None


class Statement(TypedDict):
    """
    One statement's work over the interval. Shares of statements are not disjoint.

    What a PL/SQL block reads holds the reads of the statements it calls, and a query's those of the functions in it, so
    rows may add up to more than the instance read. None is unknown, 0 executions is none that ended in the interval.
    """

    sql_id: str
    pdb: str | None
    module: str | None
    physical_reads_blocks: float | None
    executions: int | None
    reads_pct: float | None
    elapsed_s: float | None
    cpu_s: float | None
    plsql: bool | None
    instance: int | None
    evidence: list[Evidence]


class Staying(TypedDict):
    """
    A segment that the plan does not touch.
    """

    pdb: str | None
    owner: str
    name: str
    subobject: str | None
    type: str | None
    tablespace: str | None
    size_bytes: int | None
    reason: str


class Step(TypedDict):
    """
    A file of the bundle that somebody runs: who, what it does and costs, and how it is taken back.
    """

    file: str
    who: str
    what: str
    outage: str
    cost: str
    back: str


class StepCost(TypedDict):
    """
    A step of the plan: its operations and what they need together.
    """

    file: str
    operations: int
    moved_bytes: int | None
    redo_bytes: int | None
    sort_bytes: int | None
    minutes_low: int | None
    minutes_high: int | None
    outage: Literal['none', 'short-lock', 'blocks-writes', 'restart', 'looked-up']


class StorageGroup(TypedDict):
    """
    Where part of the database lives today. Unknown figures are None; `inferred` says nobody stated them.
    """

    name: str
    holds: list[Literal['data', 'temp', 'redo']]
    media: Literal['hdd', 'flash', 'cached-array', 'unknown']
    spindles: int | None
    raid: Literal['raid0', 'raid1', 'raid10', 'raid5', 'raid6'] | None
    tablespaces: list[str]
    inferred: bool
    files: list[str]
    read_us: float | None


class StoredFaultItem(TypedDict):
    kind: Literal['database', 'upload']
    id: str
    reason: str


class Tablespace(TypedDict):
    name: str
    pdb: str | None
    contents: str | None
    bigfile: bool | None
    block_size_bytes: int | None
    extent_management: str | None
    allocation: str | None
    uniform_bytes: int | None
    segment_space_management: str | None
    logging: bool | None
    force_logging: bool | None
    encrypted: bool | None
    compress_for: str | None
    status: str | None


class TablespaceIo(TypedDict):
    tablespace: str
    pdb: str | None
    block_size_bytes: int | None
    read_requests: float | None
    read_requests_per_s: float | None
    avg_read_us: float | None
    single_block_reads_per_s: float | None
    avg_single_block_read_us: float | None
    blocks_per_read: float | None
    write_requests: float | None
    write_requests_per_s: float | None
    avg_write_us: float | None
    buffer_waits: float | None
    avg_buffer_wait_us: float | None
    instance: int | None
    evidence: list[Evidence]


class TierFigure(TypedDict):
    """
    One figure of the flash at hand, and where it is from.
    """

    name: Literal['read_us', 'write_us', 'read_iops', 'write_iops', 'read_bytes_per_s', 'write_bytes_per_s']
    title: str
    unit: str
    value: float
    low: float | None
    high: float | None
    taken_from: Literal['data-sheet', 'measured', 'bound', 'stated']
    source: str


class TierLimitUsed(TypedDict):
    limit: Literal['bytes', 'busy', 'read-bytes', 'written-bytes', 'written-a-day']
    part: float


class TierMove(TypedDict):
    """
    One segment that changes its place.
    """

    name: str
    type: str | None
    size_bytes: int
    lies: str | None
    tier: str
    saved_s_per_hour: float


class TierSize(TypedDict):
    """
    What the placement would save if the tier had another size, all else as it is.
    """

    usable_bytes: int
    saved_s_per_hour: float


class TimeModelRow(TypedDict):
    name: str
    time_s: float | None
    db_time_pct: float | None
    instance: int | None
    evidence: list[Evidence]


class TimeSlice(TypedDict):
    """
    A part of DB time per hour of elapsed time: CPU, a wait class, or the unexplained rest.
    """

    name: str
    time_s_per_hour: float | None
    db_time_pct: float
    evidence: list[Evidence]


class TimelineNote(TypedDict):
    """
    A gap, an overlap, a restart, an instance that is missing, what was left out, another load at other hours: what a reader of
    one answer for all hours should know.
    """

    code: str
    message: str


class TimelinePoint(TypedDict):
    """
    One interval, all its instances together.
    """

    begin_snap: int | None
    end_snap: int | None
    begin_time: str | None
    end_time: str | None
    elapsed_s: float | None
    average_active_sessions: float | None
    read_wait_pct: float | None
    txn_per_s: float | None
    instances: list[int]
    files: list[str]
    used: bool
    io_per_s: float | None
    io_bytes_per_s: float | None
    read_wait_us: float | None
    classes: dict[str, float]
    events: dict[str, dict[str, float]]


class TokenItem(TypedDict):
    id: str
    name: str
    scopes: list[Literal['reports:read', 'uploads:write', 'scenarios:write', 'plans:read', 'plans:write', 'plans:review', 'audit:read', 'webhooks:write', 'admin']]
    databases: list[str] | None
    created_at: str
    expires_at: str
    used_at: str | None


class TokenList(TypedDict):
    items: list[TokenItem]


class TooLarge(TypedDict):
    """
    In one piece more than the flash holds, though it would save much.
    """

    pdb: str | None
    owner: str
    name: str
    bytes: int
    saves_s_per_hour: float


class TopEvent(TypedDict):
    event: str
    wait_class: str | None
    demand: Literal['single-block-read', 'multi-block-read', 'direct-read', 'direct-write', 'temp-read', 'temp-write', 'flash-read', 'cell-read', 'unnamed-io', 'commit', 'log-stall', 'write-stall', 'other-io', 'cpu', 'parsing', 'concurrency', 'locks', 'cluster', 'network', 'idle', 'other']
    helped_by: list[str]
    waits_per_hour: float | None
    time_s_per_hour: float | None
    avg_wait_us: float | None
    db_time_pct: float | None
    below_1ms_pct: float | None
    evidence: list[Evidence]


class TopStatement(TypedDict):
    """
    A statement of the reports' lists of those that read most. Shares are not disjoint: a block's holds its statements'.
    """

    sql_id: str
    pdb: str | None
    module: str | None
    plsql: bool | None
    physical_reads_blocks_per_hour: float | None
    reads_share: float | None
    executions_per_hour: float | None
    reads_per_execution: float | None
    elapsed_s_per_hour: float | None
    evidence: list[Evidence]


class Totals(TypedDict):
    """
    Over the rows that count. None without one.
    """

    number: int
    median_error: float | None
    inside: float | None


Treatment: TypeAlias = Literal['keep', 'hash', 'drop']


class Trend(TypedDict):
    of: Literal['db-time', 'reads', 'redo', 'all-segments', 'ssd-segments']
    state: Literal['grows', 'shrinks', 'no-trend', 'too-short', 'unknown']
    text: str
    unit: str
    weeks: int
    like_hours: int | None
    now: float | None
    per_week: Range | None
    last: str | None


class UnsizedSegments(TypedDict):
    """
    Segments whose size nothing says, in one tablespace: a map has no area for them.
    """

    tablespace: str | None
    segments: int
    saving_known: int
    benefit_s_per_hour: float | None


class UploadAbout(TypedDict):
    """
    What an upload's document says it is of; times in the database's own time zone.
    """

    database_name: str | None
    dbid: int | None
    release: str | None
    instance: str | None
    begin_time: str | None
    end_time: str | None


class UploadError(TypedDict):
    """
    Why the file could not be read and what to do; the place is given as far as it is known.
    """

    code: str
    message: str
    advice: str | None
    section: str | None
    line: int | None
    column: int | None
    excerpt: str | None


class UploadHolds(TypedDict):
    """
    What is read of one database out of a dump or a bundle; times in the database's own time zone.
    """

    database_id: str | None
    database_name: str | None
    dbid: int | None
    instances: list[str]
    intervals: int
    counted: int
    begin_snap: int
    end_snap: int | None
    begin_time: str | None
    end_time: str | None


class UploadSection(TypedDict):
    """
    A section of a report, a file of a bundle. `message` is the reason where it is missing or unreadable.
    """

    name: str
    state: Literal['found', 'missing', 'unreadable']
    rows: int | None
    message: str | None


class UserChange(TypedDict):
    role: Literal['viewer', 'analyst', 'reviewer', 'admin']


class UserItem(TypedDict):
    id: str
    name: str
    role: Literal['viewer', 'analyst', 'reviewer', 'admin']
    created_at: str


class UserList(TypedDict):
    items: list[UserItem]
    next_cursor: str | None


class Verdict(TypedDict):
    state: Literal['move', 'needs', 'memory-first', 'tune-first', 'leave', 'not-enough-data']
    cause: str
    bottleneck: Literal['storage-read', 'storage-write', 'commit', 'cpu', 'memory', 'locks', 'cluster', 'sql', 'mixed', 'idle', 'unknown']
    recommendation: Literal['move-segments', 'move-all-data', 'flash-cache', 'redo', 'temp', 'combination', 'more-memory', 'tune-first', 'do-nothing', 'not-enough-data']
    tag: str
    headline: str
    text: str
    next_step: str
    would_change: list[str]
    ceiling_throughput_ratio: float | None
    ceiling_db_time_pct: float | None
    ceiling_covers_pct: float | None
    option: str
    gain: Range | None
    blocked_by: list[Blocker]
    segments: list[SegmentName]
    move_allowed: bool


class VolumeFigure(TypedDict):
    """
    One figure of the catalogue as its file has it, and who says it.
    """

    name: str
    value: str
    sources: list[str]


class VolumeModel(TypedDict):
    """
    A kind of volume of the catalogue. None: no source says; a price of None is not known, one of 0 is free.
    """

    id: str
    name: str
    read_us_low: float
    read_us: float
    read_us_high: float
    least_requests_per_s: float
    free_requests_per_s: float
    most_requests_per_s: float | None
    requests_per_s_per_gib: float | None
    free_bytes_per_s: float
    most_bytes_per_s: float | None
    bytes_per_s_per_gib: float | None
    bytes_per_request_per_s: float | None
    counted_bytes: int | None
    bought: bool
    least_bytes: int
    most_bytes: int | None
    most_count: int | None
    price_gib_month: float | None
    price_request_per_s_month: float | None
    price_mb_per_s_month: float | None
    currency: str
    region: str
    as_of: str
    stale_after_days: int
    source: str
    confidence: Literal['A', 'B', 'K']
    runs_on: str
    figures: list[VolumeFigure]


class VolumeOffer(TypedDict):
    """
    A volume for the best segments of its size, ordered with something to spare, and what it gains.
    """

    count: int
    bytes: int
    freed_bytes: int
    moves: int
    requests_per_s: float | None
    bytes_per_s: float | None
    month: float | None
    freed_month: float | None
    net_month: float | None
    response_ratio: Range
    binding: Literal['volume-requests', 'volume-bytes', 'machine-requests', 'machine-bytes'] | None
    times: float | None
    hours: InHours | None


class WaitClass(TypedDict):
    wait_class: str
    waits: int | None
    time_s: float | None
    avg_wait_us: float | None
    db_time_pct: float | None
    instance: int | None
    evidence: list[Evidence]


class WaitEvent(TypedDict):
    event: str
    wait_class: str | None
    foreground: bool
    waits: int | None
    timeouts_pct: float | None
    time_s: float | None
    avg_wait_us: float | None
    db_time_pct: float | None
    instance: int | None
    evidence: list[Evidence]


class WaitHistogram(TypedDict):
    event: str
    waits: int | None
    buckets: list[HistogramBucket]
    instance: int | None
    evidence: list[Evidence]


class Warn(TypedDict):
    """
    Something a reader should know before trusting a figure; widens the estimate, never stops the work.
    """

    code: str
    message: str
    section: str | None
    line: int | None


class WebhookChange(TypedDict):
    """
    Fields that are not there, or null, stay as they are; but `databases`: null means all.
    """

    address: NotRequired[str | None]
    kinds: NotRequired[list[Literal['upload.completed', 'upload.failed', 'report.parsed', 'forecast.sealed', 'comparison.ready', 'advice.ready', 'placement.drifted', 'plan.drafted', 'plan.revised', 'plan.submitted', 'plan.approved', 'plan.rejected', 'plan.withdrawn', 'plan.applied', 'plan.superseded', 'plan.commented', 'plan.comment-resolved', 'plan.comment-opened', 'webhook.tested']] | None]
    databases: NotRequired[list[Database1] | None]
    active: NotRequired[bool | None]
    format: NotRequired[Literal['event', 'slack', 'teams', 'plain'] | None]


class WebhookItem(TypedDict):
    """
    `gone`: it was switched off because the receiver answered 410.
    """

    id: str
    address: str
    kinds: list[Literal['upload.completed', 'upload.failed', 'report.parsed', 'forecast.sealed', 'comparison.ready', 'advice.ready', 'placement.drifted', 'plan.drafted', 'plan.revised', 'plan.submitted', 'plan.approved', 'plan.rejected', 'plan.withdrawn', 'plan.applied', 'plan.superseded', 'plan.commented', 'plan.comment-resolved', 'plan.comment-opened', 'webhook.tested']]
    databases: list[str] | None
    active: bool
    gone: bool
    created_at: str
    format: Literal['event', 'slack', 'teams', 'plain']


class WebhookList(TypedDict):
    items: list[WebhookItem]


class WebhookMessage(TypedDict):
    """
    What is sent to a webhook; `data` is the event as it is listed.
    """

    type: Literal['upload.completed', 'upload.failed', 'report.parsed', 'forecast.sealed', 'comparison.ready', 'advice.ready', 'placement.drifted', 'plan.drafted', 'plan.revised', 'plan.submitted', 'plan.approved', 'plan.rejected', 'plan.withdrawn', 'plan.applied', 'plan.superseded', 'plan.commented', 'plan.comment-resolved', 'plan.comment-opened', 'webhook.tested']
    timestamp: str
    data: EventItem


class WebhookWithSecret(TypedDict):
    """
    `secret` is what messages are signed with; it comes this once.
    """

    webhook: WebhookItem
    secret: str


class WholeTablespace(TypedDict):
    """
    A tablespace of which nearly all moves.
    """

    pdb: str | None
    tablespace: str
    moves: int
    part: float
    files: int
    more_bytes: int


class ProblemItem(TypedDict):
    """
    One fault: in a request (pointer or parameter) or in a file (section, line, column, excerpt).
    """

    code: str
    detail: str
    pointer: str | None
    parameter: str | None
    section: str | None
    line: int | None
    column: int | None
    excerpt: str | None


class Problem(TypedDict):
    """
    `code` is stable and machine-readable, `detail` says what happened, `advice` what to do.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    advice: str | None
    instance: str
    request_id: str
    errors: list[ProblemItem]
    before_upload: BeforeUpload | None


class AuditVerdictItem(TypedDict):
    """
    Whether the trail holds, and what is stored as it says. `head`: the digest of the last entry, worth noting elsewhere.
    """

    holds: bool
    entries: int
    head: str
    fault: AuditFaultItem | None
    sealed: int
    altered: list[SealFaultItem]
    plans: int
    altered_plans: list[PlanFaultItem]
    databases: int
    uploads: int
    unexplained: list[StoredFaultItem]


class BodyCreateUpload(TypedDict):
    file: str
    period: NotRequired[Literal['before', 'after']]
    database_id: NotRequired[str]
    batch: NotRequired[str]
    mask: NotRequired[Treatment]
    mask_hosts: NotRequired[Treatment]
    mask_map: NotRequired[str]


class BufferPool(TypedDict):
    pool: str
    buffer_gets: float | None
    physical_reads: float | None
    physical_writes: float | None
    free_buffer_waits: float | None
    write_complete_waits: float | None
    buffer_busy_waits: float | None
    instance: int | None
    evidence: list[Evidence]


class BufferPoolAdvice(TypedDict):
    pool: str
    size_bytes: int | None
    size_factor: float | None
    buffers: float | None
    est_physical_read_factor: float | None
    est_physical_reads: float | None
    est_read_time_s: float | None
    block_size_bytes: int | None
    instance: int | None
    evidence: list[Evidence]


class Cache(TypedDict):
    instance: int | None
    buffer_cache_bytes: int | None
    shared_pool_bytes: int | None
    sga_target_bytes: int | None
    memory_target_bytes: int | None
    pga_target_bytes: int | None
    evidence: list[Evidence]


class CalendarGroup(TypedDict):
    """
    Segments that are hot at one time of the calendar and cold otherwise, and what may be done about them.
    """

    when: str
    text: str
    segments: list[str]
    size_bytes: int
    on_flash: int
    occurrences: int
    hours: float
    saves_s: Range
    moved_bytes: int
    minutes: tuple[int, int]
    moves_cost_s: float
    offers: list[str]


class Collector(TypedDict):
    """
    `scripts` are downloaded from `/api/v1/collector/{file}`; `version` is theirs.
    """

    version: str
    scripts: list[str]
    files: list[CollectedFile]
    grants: list[Grant]


class ComparedClass(TypedDict):
    """
    A wait class, DB CPU, the unexplained rest, or all of it: milliseconds of DB time per transaction.
    """

    wait_class: str
    before_ms_per_txn: float | None
    predicted_ms_per_txn: Range | None
    after_ms_per_txn: float | None
    within_forecast: bool | None
    change: Literal['more', 'less', 'new', 'gone', 'as-before', 'not-printed'] | None
    judgement: Literal['inside', 'outside', 'as-it-is', 'not-judged'] | None
    predicted_at_load_before_ms_per_txn: Range | None


class ComparedEvent(TypedDict):
    """
    One wait event (or DB CPU, or the rest): seconds per hour before, predicted and after; per transaction too.

    None in a period whose reports do not print it: that is not zero.
    """

    event: str
    wait_class: str
    before_s_per_hour: float | None
    predicted_s_per_hour: float | None
    after_s_per_hour: float | None
    before_ms_per_txn: float | None
    after_ms_per_txn: float | None
    before_avg_wait_us: float | None
    after_avg_wait_us: float | None
    predicted_range: Range | None
    change: Literal['more', 'less', 'new', 'gone', 'as-before', 'not-printed'] | None


class ComparedIo(TypedDict):
    """
    A tablespace or a function that does I/O, before and after.
    """

    name: str
    before: IoFigures
    after: IoFigures


class Comparison(TypedDict):
    """
    What really happened: before and after, beside the forecast of `option` where one was made.
    """

    before: list[Input]
    after: list[Input]
    outcome: Literal['improved', 'worse', 'no-change', 'other-change', 'nothing-moved', 'not-known', 'not-comparable']
    headline: str
    text: str
    figures: list[ComparedFigure]
    made_by: str | None
    option: str | None
    comparable: bool
    reasons: list[str]
    before_txn_per_s: float | None
    after_txn_per_s: float | None
    before_db_time_s_per_hour: float | None
    after_db_time_s_per_hour: float | None
    response_ratio: float | None
    predicted_response_ratio: Range | None
    within_forecast: bool | None
    events: list[ComparedEvent]
    classes: list[ComparedClass]
    parts: list[ComparedPart]
    tablespaces: list[ComparedIo]
    functions: list[ComparedIo]
    redo: list[ComparedFigure]
    forecast_state: Literal['held', 'held-in-part', 'better', 'less', 'slower', 'not-judged']
    forecast_text: str
    schema: str


class Coverage(TypedDict):
    """
    listed = sum of printed rows, captured = what AWR stored, total = the whole instance.
    """

    listed: float | None
    captured: float | None
    total: float | None
    evidence: list[Evidence]


class DbTime(TypedDict):
    """
    DB time and its parts. `double_counted_s_per_hour` > 0 where the parts exceed DB time (CPU counted under waits).
    """

    db_time_s_per_hour: float | None
    average_active_sessions: float | None
    slices: list[TimeSlice]
    double_counted_s_per_hour: float | None
    evidence: list[Evidence]


class Destination(TypedDict):
    """
    Where the scripts run and the names they use; every one is validated before it reaches a script.
    """

    data_tablespace: str
    index_tablespace: str
    temp_tablespace: str
    data_diskgroup: str
    redo_diskgroup: str
    temp_diskgroup: str
    flash_diskgroup: str
    target: Literal['own', 'rds']
    rds: Rds


class DeviceList(TypedDict):
    items: list[DeviceModel]


class DriftSegment(TypedDict):
    name: str
    size_bytes: int
    reads_per_hour: Range


class DumpFile(TypedDict):
    """
    An upload that is one file of a dump in several files. The dump is read when none is missing.
    """

    number: int
    missing: MissingFiles
    read_with: str | None
    copy_of: str | None
    cut: list[int]


class FlashCacheInUse(TypedDict):
    """
    What the inputs show of today's; each None where they do not.
    """

    size_bytes: int | None
    hits_per_s: float | None
    hit_share: float | None
    inserts_per_s: float | None
    evictions_per_s: float | None
    skipped: list[FlashCacheSkip]
    stays_s: float | None
    stalled_pct: float | None
    remarks: list[str]


class FlashCachePoint(TypedDict):
    """
    A size of one instance's cache beside the others.
    """

    size_bytes: int
    metadata_bytes: int
    hit_ratio: Range
    response_ratio: float | None


class FlashCacheSizing(TypedDict):
    """
    Size for one instance; metadata is taken from the buffer cache.
    """

    size_bytes: int
    metadata_bytes: int
    hit_ratio: Range
    buffer_cache_bytes: int
    use: FlashCacheUse
    in_use: FlashCacheInUse | None


class FlashFigures(TypedDict):
    """
    Figures as Oracle sees them, each with its source; null was not measured. A `bound` is at least, or at most, so much.
    """

    measured: Measured
    figures: list[str]
    query: str
    warnings: list[Warn]


class FleetRow(TypedDict):
    """
    A database with its answer to the question of which nothing is stated; what an answer says is None where it has none.
    """

    id: str
    name: str
    dbid: int | None
    sample: bool
    last_time: str | None
    problem: str | None
    pending: bool
    stale: bool
    state: Literal['move', 'needs', 'memory-first', 'tune-first', 'leave', 'not-enough-data'] | None
    tag: str | None
    headline: str | None
    gain: Range | None
    ceiling_db_time_pct: float | None
    grade: Literal['A', 'B', 'C', 'D'] | None
    db_time_s_per_hour: float | None
    knee_bytes: int | None
    used_bytes: int | None
    share: FleetShare | None


class FrontierPoint(TypedDict):
    """
    The best placement in so many bytes.
    """

    bytes: int
    moves: int
    response_ratio: Range


class HeatMap(TypedDict):
    option: str
    steps: list[str]
    step_s: float
    intervals: int
    segments: list[HeatSegment]
    groups: list[HeatGroup]


class HoursUsed(TypedDict):
    """
    Which intervals an answer is made from.
    """

    window: Literal['busy', 'busiest', 'p95', 'average']
    intervals: int
    used: int
    text: str
    stated: StatedHours | None
    other_hours: str | None


class Inventory(TypedDict):
    """
    Sizes and facts about segments; `complete` says that every segment of the database was exported.
    """

    source: Source
    database: Database
    segments: list[InventorySegment]
    complete: bool | None
    folded: list[FoldedSegments]
    last_used: list[LastUsed]
    tablespaces: list[Tablespace]
    datafiles: list[DatabaseFile]
    temp_files: list[DatabaseFile]
    redo_groups: list[RedoGroup]
    disk_groups: list[DiskGroup]
    quotas: list[Quota]
    flash_cache: list[FlashCacheFile]
    temp_peak_bytes: int | None
    archivelog: bool | None
    force_logging: bool | None
    standby: bool | None
    supplemental_logging: bool | None
    taken_at: str | None
    sections: list[Section]
    warnings: list[Warn]
    schema: str


class Job(TypedDict):
    id: str
    kind: Literal['ingest']
    upload_id: str
    state: Literal['queued', 'running', 'succeeded', 'failed', 'quarantined']
    stage: Literal['received', 'reading', 'linking', 'done']
    attempt: int
    progress_pct: int
    error: UploadError | None
    created_at: str
    started_at: str | None
    heartbeat_at: str | None
    finished_at: str | None


class KeepFree(TypedDict):
    """
    What the segments on SSD will need.
    """

    weeks: int
    pct: Range
    text: str


class LatencyClass(TypedDict):
    """
    Tablespaces of one station that read about equally fast. Rates are per second of the intervals used.
    """

    tablespaces: list[SpaceHere]
    reads_per_s: float | None
    writes_per_s: float | None
    read_us: float | None
    read_us_low: float | None
    read_us_high: float | None
    time_share: float
    factor: float
    guess: Literal['disks', 'flash', 'fast-here', 'unmeasured']
    why: str
    tablespaces_total: int


class Ledger(TypedDict):
    """
    Summed from the operations and from nothing else; a figure is None where no size is known that it would hold.
    """

    steps: list[StepCost]
    room: list[RoomNeeded]
    moved_bytes: int | None
    redo_bytes: int | None
    archive_bytes: int | None
    sort_bytes: int | None
    minutes_low: int | None
    minutes_high: int | None
    of_unknown_size: int


class MachineList(TypedDict):
    """
    Types of machines: limits as looked up.
    """

    items: list[MachineModel]


class MadeToken(TypedDict):
    """
    `text` is what a program shows; it is stored nowhere and comes this once.
    """

    token: TokenItem
    text: str


class Operation(TypedDict):
    """
    One statement on one table or index, with all it rewrites.
    """

    id: str
    kind: str
    file: str
    pdb: str | None
    owner: str
    table: str | None
    index: str | None
    part: str | None
    target: str
    statement: str
    otherwise: str | None
    rewrites: list[Rewrite]
    outage: Literal['none', 'short-lock', 'blocks-writes', 'restart', 'looked-up']
    outage_text: str
    gate: str
    inverse: str
    inverse_otherwise: str | None
    online: Literal['YES', 'NO', 'ASK']
    online_since: str | None
    risk: str


class OptionAdvice(TypedDict):
    """
    An option in depth.
    """

    option: str
    title: str
    feasible: bool
    not_known: NotKnown | None
    state: Literal['advised', 'possible', 'needs', 'no-gain', 'unknown', 'blocked']
    state_text: str
    blocked_by: list[Blocker]
    used_bytes: int | None
    moves: Moves | None
    response_ratio: Range | None
    db_time_saved_s_per_hour: Range | None
    throughput_ratio: Range | None
    ranges_only: bool
    limited_by: str
    limited_by_text: str
    parts: list[str]
    endurance_years: float | None
    cost: float | None
    cost_per_txn_per_s: float | None
    load_limit: LoadLimit | None
    flash_cache: FlashCacheSizing | None
    dominant_input: str | None
    notes: list[str]
    worth_it: bool
    worth_text: str
    wait_events_after: list[EventAfter]
    load_curve: list[LoadPoint]
    flash_cache_curve: list[FlashCachePoint]
    assumptions: list[Assumption]


class OptionDetails(TypedDict):
    """
    The options in depth: assumptions, wait events and load curve of each.
    """

    options: list[OptionAdvice]
    wait_events_today: list[EventAfter]


class OptionLine(TypedDict):
    """
    An option beside the others.
    """

    option: str
    title: str
    feasible: bool
    not_known: NotKnown | None
    state: Literal['advised', 'possible', 'needs', 'no-gain', 'unknown', 'blocked']
    state_text: str
    blocked_by: list[Blocker]
    used_bytes: int | None
    moves: Moves | None
    response_ratio: Range | None
    db_time_saved_s_per_hour: Range | None
    throughput_ratio: Range | None
    ranges_only: bool
    limited_by: str
    limited_by_text: str
    parts: list[str]
    endurance_years: float | None
    cost: float | None
    cost_per_txn_per_s: float | None
    load_limit: LoadLimit | None
    flash_cache: FlashCacheSizing | None
    dominant_input: str | None
    notes: list[str]
    worth_it: bool
    worth_text: str


class OptionList(TypedDict):
    """
    In the order in which every list shows them.
    """

    items: list[OptionSpec]


class Part(TypedDict):
    """
    One of the intervals of a file that holds several: what happened in it. All else is as in the whole.
    """

    instances: list[Instance]
    interval: Interval
    load_profile: list[LoadMetric]
    wait_events: list[WaitEvent]
    wait_classes: list[WaitClass]
    wait_histograms: list[WaitHistogram]
    io_functions: list[IoFunction]


class PlanDifference(TypedDict):
    """
    From one revision to another.
    """

    before: int
    after: int
    placement: PlacementChange
    settings: list[SettingChange]
    files: list[FileChange]


class PlanDocument(TypedDict):
    schema: str
    option: str
    parts: list[PartOfPlan]
    engine_version: str | None
    made_at: str | None
    inputs: list[PlanInput]
    database: Database
    decision: Decision
    assumptions: list[Assumption]
    places: list[str]
    targets: list[PlanTarget]
    usable_bytes: int
    needed_bytes: int | None
    steps: list[Step]
    operations: list[Operation]
    rewrites_complete: bool | None
    ledger: Ledger | None
    stays: list[Staying]
    warnings: list[str]
    files: list[PlanFile]


class PlanItem(TypedDict):
    """
    A plan under review.
    """

    id: str
    database_id: str
    database: str
    option: str
    author_id: str
    author_name: str
    created_at: str
    state: Literal['draft', 'in-review', 'approved', 'rejected', 'withdrawn', 'applied', 'superseded', 'stale', 'evidence-retired', 'measured']
    recorded_state: Literal['draft', 'in-review', 'approved', 'rejected', 'withdrawn', 'applied', 'superseded']
    changed: list[Literal['inputs', 'engine']]
    revision: int
    digest: str
    revised_at: str
    approval: PlanAct | None
    open_comments: int
    score: PlanScore | None
    etag: str


class PlanList(TypedDict):
    items: list[PlanItem]


class PooledRow(TypedDict):
    """
    A scored forecast without names: `token` is random and another in each export.
    """

    token: str
    option: str
    engine_version: str
    forecast: Range
    measured: float
    error: float
    inside: bool
    classes: list[ScoredClass]


class PublishedOption(TypedDict):
    """
    The published results of one option, and where they do not agree.
    """

    option: Literal['none', 'all', 'indexes', 'segments', 'tiers', 'set', 'redo', 'temp', 'flash-cache', 'buffer-cache', 'combination']
    measured: list[PublishedResult]
    disagree: str


class PublishedScore(TypedDict):
    """
    A row of the backtest, in the unit of its figure.

    Paper, change and figure are in the words of docs/internals/forecast-figures.md.
    Or a move on the proving ground, after / before: its load and disks, and what moved.
    """

    id: str
    paper: str
    change: str
    figure: str
    forecast: Range
    measured: float
    error: float
    inside: bool
    counted: bool


class Readiness(TypedDict):
    ready: bool
    degraded: bool
    parts: list[ReadyPart]


class ReportItem(TypedDict):
    """
    One document of a database, with all that is known of it. Times are in its own time zone; None is not in the source.
    """

    kind: Literal['awr-html', 'awr-text', 'awr-rac-html', 'awr-rac-text', 'awr-diff-html', 'awr-diff-text', 'statspack', 'awr-miner', 'pasted-events', 'pasted-counters', 'segment-counters', 'segment-sizes', 'heat-map', 'bundle', 'awr-dump', 'typed']
    role: Literal['report', 'counters', 'sizes']
    file: str | None
    sha256: str | None
    sample: bool
    dbid: int | None
    database_name: str | None
    release: str | None
    rac: bool | None
    platform: str | None
    instance: str | None
    begin_snap: int | None
    end_snap: int | None
    begin_time: str | None
    end_time: str | None
    elapsed_s: float | None
    db_time_s: float | None
    has_counters: bool
    has_sizes: bool
    grade: Literal['A', 'B', 'C', 'D'] | None
    sections_found: int
    sections_missing: list[str]
    sections_unreadable: list[str]
    warnings: list[Warn]
    standby: str | None
    id: str
    upload_id: str | None
    database_id: str | None
    period: Literal['before', 'after', 'ignored']
    second_period: bool


class ReportList(TypedDict):
    items: list[ReportItem]
    next_cursor: str | None


class ResetPassword(TypedDict):
    """
    `password`: the one that was made; null where it was given.
    """

    user: UserItem
    password: str | None


class ScoreExport(TypedDict):
    rows: list[PooledRow]
    schema: Literal['segtier.scores/1']


class ScoreRow(TypedDict):
    """
    A sealed forecast beside what was measured; no measured figure unless `standing` is `scored`.
    """

    id: str
    database_id: str
    database: str
    option: str
    engine_version: str
    at: str
    actor_name: str
    digest: str
    response_ratio: Range
    standing: Literal['scored', 'waiting', 'not-comparable']
    reason: str
    measured: float | None
    error: float | None
    inside: bool | None
    load: float | None
    held: Range | None
    classes: list[ScoredClass]
    plan_id: str | None
    plan_revision: int | None


class ScoreboardAnswer(TypedDict):
    """
    Misses first. Published rows are of papers, each in the unit of its figure, those of `lab` of the proving ground; both have
    totals of their own.
    """

    rows: list[ScoreRow]
    totals: Totals
    published: list[PublishedScore]
    published_totals: Totals
    lab: list[PublishedScore]
    lab_totals: Totals


class SegmentMap(TypedDict):
    """
    Every segment is in one of `segments`, `groups` and `unsized`.
    """

    option: str
    segments: list[MapSegment]
    groups: list[MapGroup]
    unsized: list[UnsizedSegments]


class Station(TypedDict):
    """
    What shares a queue: a disk group, a path prefix, or a group as stated.
    """

    name: str
    stated: bool
    files: int
    classes: list[LatencyClass]
    temp_share: float | None
    classes_total: int


class StorageToday(TypedDict):
    groups: list[StorageGroup]
    stations: list[Station]
    read_times: ReadTimes | None


class Tier(TypedDict):
    """
    The flash at hand: several devices of one model as one pool. `usable_bytes` is after mirroring.
    """

    id: str
    model: str
    attachment: Literal['server-pcie', 'sas', 'san']
    shared: bool
    usable_bytes: int
    raw_bytes: int
    count: int
    mirrored: bool
    read_us: float
    read_us_low: float
    read_us_high: float
    write_us: float
    write_us_low: float
    write_us_high: float
    read_iops: float
    write_iops: float
    read_bytes_per_s: float
    write_bytes_per_s: float
    endurance_bytes: float | None
    stream_bytes_per_s: float | None
    parity: bool
    host: str | None
    source: str
    place: str
    figures: list[TierFigure]


class TierUse(TypedDict):
    """
    A tier after the change, by the segments that are known.
    """

    name: str
    segments: int
    bytes: int | None
    usable_bytes: int | None
    room_bytes: int | None
    arrives: int
    leaves: int
    saved_s_per_hour: float | None
    limits: list[TierLimitUsed]
    unchecked: list[Literal['bytes', 'busy', 'read-bytes', 'written-bytes', 'written-a-day']]
    device: Tier
    bytes_today: int | None
    tablespaces: list[str]
    place: str
    price: float | None
    frontier: list[TierSize]


class Timeline(TypedDict):
    window: Literal['busy', 'busiest', 'p95', 'average']
    points: list[TimelinePoint]
    notes: list[TimelineNote]
    stated: StatedHours | None
    cpus: int | None
    cores: int | None


class Upload(TypedDict):
    id: str
    file: str
    bytes: int
    sha256: str
    period: Literal['before', 'after']
    state: Literal['queued', 'running', 'succeeded', 'failed', 'quarantined']
    stage: Literal['received', 'reading', 'linking', 'done']
    waits_for: Literal['disk-full', 'files-away', 'database-away', 'database-malformed'] | None
    progress_pct: int
    kind: Literal['awr-html', 'awr-text', 'awr-rac-html', 'awr-rac-text', 'awr-diff-html', 'awr-diff-text', 'statspack', 'awr-miner', 'pasted-events', 'pasted-counters', 'segment-counters', 'segment-sizes', 'heat-map', 'bundle', 'awr-dump', 'typed'] | Literal['archive'] | None
    database_id: str | None
    report_id: str | None
    error: UploadError | None
    warnings: list[Warn]
    duplicate_of: str | None
    sample: bool
    created_at: str
    finished_at: str | None
    job_id: str
    archive_id: str | None
    members: ArchiveMembers | None
    batch: str | None
    about: UploadAbout | None
    holds: list[UploadHolds]
    dump_file: DumpFile | None
    masked: MaskedNames | None


class UploadContents(TypedDict):
    """
    `intervals`: snapshot intervals a bundle holds beside its figures since start-up.
    """

    sections: list[UploadSection]
    intervals: int


class UploadPage(TypedDict):
    items: list[Upload]
    next_cursor: str | None


class VolumeAnswer(TypedDict):
    """
    One kind of volume against this database.
    """

    model: VolumeModel
    stale: bool
    knee: VolumeOffer | None
    most: VolumeOffer | None
    for_budget: VolumeOffer | None
    for_target: VolumeOffer | None
    text: str
    unpriced: str


class VolumeAnswers(TypedDict):
    """
    Every kind of volume against this database. Prices a month.
    """

    machine: Machine
    volumes: list[VolumeAnswer]
    budget: float | None
    less_db_time: float | None
    load: IoLoad
    moves: int
    rivals: list[Rival]
    prices: Prices
    prices_as_of: str
    throttled: str
    schema: str


class VolumeList(TypedDict):
    """
    Rented volumes: limits and prices as looked up.
    """

    items: list[VolumeModel]


class Workload(TypedDict):
    """
    Everything parsed from one interval. Lists are empty where the section is missing; see `sections`.
    """

    source: Source
    database: Database
    instances: list[Instance]
    interval: Interval
    cache: list[Cache]
    load_profile: list[LoadMetric]
    time_model: list[TimeModelRow]
    os_statistics: list[OsStatistic]
    wait_events: list[WaitEvent]
    wait_classes: list[WaitClass]
    wait_histograms: list[WaitHistogram]
    io_functions: list[IoFunction]
    io_filetypes: list[IoFiletype]
    tablespace_io: list[TablespaceIo]
    file_io: list[FileIo]
    segments: list[Segment]
    segment_basis: dict[str, str | None]
    segment_coverage: dict[str, Coverage]
    segment_waits: list[SegmentWait]
    statements: list[Statement]
    statement_coverage: Coverage | None
    buffer_pool_statistics: list[BufferPool]
    buffer_pool_advisory: list[BufferPoolAdvice]
    pga_advisory: list[PgaAdvice]
    sga_advisory: list[SgaAdvice]
    instance_statistics: list[InstanceStatistic]
    parameters: list[Parameter]
    sections: list[Section]
    warnings: list[Warn]
    parts: list[Part]
    schema: str


class Batch(TypedDict):
    id: str | None
    begun_at: str
    sent: int
    files: int
    bytes: int
    states: BatchStates
    refused: int
    sample: bool
    database_ids: list[str]
    failures: list[Upload]
    unlinked: list[Upload]
    waiting: list[Upload]


class BatchList(TypedDict):
    items: list[Batch]
    next_cursor: str | None


class BestSegments(TypedDict):
    """
    Beside the placement of the best segments: what less effort, and what more flash, would save.
    """

    fewer_moves: list[FewerMoves]
    indexes_alone: int
    constraints: list[ConstraintCost]
    knee: FrontierPoint | None
    most: FrontierPoint | None
    hours: InOtherHours | None
    sets: list[NamedSet]
    whole_tablespaces: list[WholeTablespace]
    too_large: list[TooLarge]
    next_bytes: int
    next_s_per_hour: float


class Fleet(TypedDict):
    items: list[FleetRow]
    pending: int
    total: FleetTotal | None


class Frontier(TypedDict):
    """
    What the best segments save for every amount of flash, most of the points where most is gained.

    By the full model, same work. Pins, exclusions and what goes together hold; limits of moves and of bytes moved do not.
    """

    points: list[FrontierPoint]
    knee: int | None
    exact: bool
    kept_free_pct: float


class FrontierPiece(TypedDict):
    """
    What the best segments save for every amount of flash.
    """

    frontier: Frontier | None


class Growth(TypedDict):
    trends: list[Trend]
    limits: list[GrowthLimit]
    keep_free: KeepFree | None


class KeptAdvice(TypedDict):
    """
    What the advice said of a plan's option when a revision was made, whatever becomes of the reports.

    A field added here needs a default, which revisions that were made before have.
    """

    ssd_bytes: int | None
    devices: list[Tier]
    option: OptionAdvice
    wait_events_today: list[EventAfter]


class PlanRevision(TypedDict):
    """
    What a revision was made from. Its plan and its bundle have addresses of their own.
    """

    number: int
    digest: str
    question: AdviceQuestion | None
    targets: Destination
    override: bool
    inputs: list[str]
    engine_version: str
    note: str
    author_id: str
    author_name: str
    created_at: str
    advice: KeptAdvice | None


class PlanUnderReview(TypedDict):
    """
    All of it, for whoever asks.
    """

    id: str
    database_id: str
    database: str
    option: str
    author_id: str
    author_name: str
    created_at: str
    state: Literal['draft', 'in-review', 'approved', 'rejected', 'withdrawn', 'applied', 'superseded', 'stale', 'evidence-retired', 'measured']
    recorded_state: Literal['draft', 'in-review', 'approved', 'rejected', 'withdrawn', 'applied', 'superseded']
    changed: list[Literal['inputs', 'engine']]
    revision: int
    digest: str
    revised_at: str
    approval: PlanAct | None
    open_comments: int
    score: PlanScore | None
    etag: str
    actions: list[OpenAction]
    checks: list[Check]
    reason_needed: bool
    revisions: list[PlanRevision]
    history: list[PlanAct]
    comments: list[PlanComment]


class PublishedList(TypedDict):
    items: list[PublishedOption]


class SampleLoad(TypedDict):
    uploads: list[Upload]


class Sources(TypedDict):
    """
    What the answer is made from, and what speaks against it.
    """

    inputs: list[Input]
    flash: list[TierFigure]
    timeline: Timeline | None
    warnings: list[Warn]
    statements: list[TopStatement]
    latencies: list[LatencyHistogram]
    load_profile: list[LoadRow]


class TierAnswer(TypedDict):
    tiers: list[TierUse]
    moves: list[TierMove]
    moves_total: int
    moved_bytes: int
    demotions: int
    gap: float | None
    rival_s_per_hour: float | None
    text: str
    notes: list[str]


class Drift(TypedDict):
    state: Literal['swap', 'stays', 'too-short', 'no-gain', 'nothing-applied']
    text: str
    weeks: int
    weeks_needed: int
    like_hours: int
    on_flash: int
    unsized: int
    base: DriftBase
    take_off: list[DriftSegment]
    bring: list[DriftSegment]
    seen_in: int
    saves_s_per_hour: Range | None
    frees_bytes: int
    moved_bytes: int
    minutes: tuple[int, int] | None
    costs_s: float | None
    pays_after_hours: float | None
    calendar: list[CalendarGroup]
    growth: Growth


class GivenSummary(TypedDict):
    """
    What an advice says on its first page. `before_upload`: null where it is the present answer.
    """

    database: Database
    storage_today: StorageToday
    devices: list[Tier]
    verdict: Verdict
    findings: list[Finding]
    quality: Quality
    db_time: DbTime
    top_events: list[TopEvent]
    options: list[OptionLine]
    solver: SolverReport | None
    tiers: TierAnswer | None
    best_segments: BestSegments | None
    warnings: list[Warn]
    warnings_total: int
    interval_hours: float | None
    hours: HoursUsed | None
    statements: list[TopStatement]
    statements_total: int
    segments_ranked: int
    segments_sized: int
    engine_version: str
    schema: str
    before_upload: BeforeUpload | None
