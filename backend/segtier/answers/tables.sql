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
