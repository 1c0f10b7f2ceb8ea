-- What the file of an answer holds.

-- JSON, one document for each piece.
CREATE TABLE piece (
    name TEXT NOT NULL PRIMARY KEY,
    document BLOB NOT NULL
);

-- What rows are sorted and filtered by and no more, so that a scan of a million takes a tenth of a second without an index.
-- words: name, type, tablespace and tiers in small letters; tier and tier_...: where it is then and what it saves there, if tiers are asked for; options: those that move it, a space on either side of each.
CREATE TABLE segment (
    rank INTEGER NOT NULL PRIMARY KEY,
    words TEXT NOT NULL,
    owner TEXT NOT NULL,
    type TEXT,
    tablespace TEXT,
    size REAL,
    io REAL,
    rw REAL,
    benefit REAL,
    density REAL,
    tier TEXT,
    tier_rank INTEGER,
    tier_benefit REAL,
    tier_density REAL,
    options TEXT NOT NULL
);

-- The documents of some segments by rank, a line each, packed: together they take a tenth of the room.
CREATE TABLE block (
    number INTEGER NOT NULL PRIMARY KEY,
    packed BLOB NOT NULL
);

-- What rows can be narrowed by. of: owner, tablespace or type; segments: so many have that value.
CREATE TABLE facet (
    "of" TEXT NOT NULL,
    value TEXT NOT NULL,
    segments INTEGER NOT NULL
);

-- The largest segments, which a map shows one by one.
CREATE TABLE drawn (
    rank INTEGER NOT NULL PRIMARY KEY
);

-- The smaller ones in sums. fast: 1 where reads take no longer today than from the SSD; benefit, tier_benefit: NULL where not known of any.
CREATE TABLE rest (
    owner TEXT NOT NULL,
    options TEXT NOT NULL,
    fast INTEGER NOT NULL,
    segments INTEGER NOT NULL,
    size INTEGER NOT NULL,
    benefit REAL,
    tier_benefit REAL
);

-- Those without a size. known, tier_known: so many of them have the benefit summed beside.
CREATE TABLE unsized (
    tablespace TEXT,
    segments INTEGER NOT NULL,
    known INTEGER NOT NULL,
    benefit REAL NOT NULL,
    tier_known INTEGER NOT NULL,
    tier_benefit REAL NOT NULL
);
