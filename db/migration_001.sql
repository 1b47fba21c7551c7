-- The initial schema. Run once, in one transaction, on an empty database.
--
-- Times are seconds since 1970, 0 for never. A sight is a set of seats as a signed 32-bit number:
-- -1 is everybody, 0 nobody. Blobs named bytes, doc and changes begin with a byte that says how the
-- rest is kept: 0 as it is, 1 compressed (zstd).

PRAGMA application_id = 0x436f7572; -- "Cour"
PRAGMA user_version = 1;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE player (
    id      INTEGER PRIMARY KEY,
    address TEXT NOT NULL COLLATE NOCASE UNIQUE,
    name    TEXT NOT NULL,
    lang    TEXT NOT NULL,
    format  TEXT NOT NULL,
    tz      TEXT NOT NULL
) STRICT;

CREATE TABLE game (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL COLLATE NOCASE UNIQUE,
    engine    TEXT NOT NULL,
    variant   TEXT NOT NULL,
    options   TEXT NOT NULL,
    lang      TEXT NOT NULL,
    moderator TEXT NOT NULL,            -- address, or ''
    rules     INTEGER NOT NULL,
    seats     INTEGER NOT NULL,
    status    INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2), -- open, playing, finished
    secret    BLOB NOT NULL,
    seed      BLOB NOT NULL,
    draws     INTEGER NOT NULL,
    turn      INTEGER NOT NULL,
    awaits    INTEGER NOT NULL,
    journal   INTEGER NOT NULL,
    chain     BLOB NOT NULL,
    turn_seconds        INTEGER NOT NULL,
    reaction_seconds    INTEGER NOT NULL,
    negotiation_seconds INTEGER NOT NULL,
    created   INTEGER NOT NULL,
    ended     INTEGER NOT NULL
) STRICT;

CREATE TABLE seat (
    game      INTEGER NOT NULL REFERENCES game,
    number    INTEGER NOT NULL,
    player    INTEGER REFERENCES player, -- NULL for a bot
    name      TEXT NOT NULL,
    bot       INTEGER NOT NULL,
    epoch     INTEGER NOT NULL,
    seen_turn INTEGER NOT NULL,
    digest    BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- The rows of a table, its pieces and tallies, are the two that changesets are made of: a turn's
-- column numbers follow the order here, so later versions add columns at the end only.

CREATE TABLE piece (
    game  INTEGER NOT NULL REFERENCES game,
    id    INTEGER NOT NULL,
    kind  TEXT NOT NULL,
    place TEXT,                          -- NULL: out of the game
    seat  INTEGER NOT NULL,
    slot  INTEGER NOT NULL,
    pos   INTEGER NOT NULL,
    sight INTEGER NOT NULL,
    a     INTEGER NOT NULL,
    b     INTEGER NOT NULL,
    c     INTEGER NOT NULL,
    d     INTEGER NOT NULL,
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tally (                     -- none stored: 0, with the sight of the engine's schema
    game  INTEGER NOT NULL REFERENCES game,
    key   TEXT NOT NULL,
    seat  INTEGER NOT NULL,
    value INTEGER NOT NULL,
    sight INTEGER NOT NULL,
    PRIMARY KEY (game, key, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE turn (
    game         INTEGER NOT NULL REFERENCES game,
    number       INTEGER NOT NULL,
    seat         INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    at           INTEGER NOT NULL,
    draws_before INTEGER NOT NULL,
    draws_after  INTEGER NOT NULL,
    changes      BLOB NOT NULL,          -- session changeset of piece and tally
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE await (
    game     INTEGER NOT NULL REFERENCES game,
    number   INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    clock    INTEGER NOT NULL,
    what     TEXT NOT NULL,
    matter   INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    deadline INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX await_deadline ON await (deadline) WHERE deadline > 0;

-- Kept in the order it is asked for: by turn. The number alone is unique in a game too; the chain
-- of hashes shows when it is not.
CREATE TABLE journal (
    game   INTEGER NOT NULL REFERENCES game,
    turn   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    seat   INTEGER NOT NULL,
    sight  INTEGER NOT NULL,
    body   TEXT NOT NULL,
    chain  BLOB NOT NULL,
    PRIMARY KEY (game, turn, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE report (
    id   INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game,
    seat INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    doc  BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX report_of ON report (game, seat, turn);

-- The bytes of letters have tables of their own: verdicts and deliveries rewrite only narrow rows,
-- and old bytes can be dropped without touching them. Letters themselves are never deleted, so
-- their numbers are never used again.

CREATE TABLE letter_in (
    id       INTEGER PRIMARY KEY,
    key      BLOB NOT NULL UNIQUE,
    source   TEXT NOT NULL,
    received INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    status   INTEGER NOT NULL CHECK (status BETWEEN 0 AND 4), -- as enum letter_status
    verdict  TEXT NOT NULL,
    game     INTEGER REFERENCES game,
    seat     INTEGER NOT NULL
) STRICT;

CREATE INDEX letter_in_status ON letter_in (status);

CREATE TABLE letter_in_bytes (
    id    INTEGER PRIMARY KEY REFERENCES letter_in,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE letter_seen (
    game       INTEGER NOT NULL REFERENCES game,
    seat       INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY (game, seat, message_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE letter_out (
    id         INTEGER PRIMARY KEY,
    game       INTEGER REFERENCES game,
    seat       INTEGER NOT NULL,
    turn       INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    address    TEXT NOT NULL COLLATE NOCASE,
    message_id TEXT NOT NULL,
    created    INTEGER NOT NULL,
    sent       INTEGER NOT NULL,         -- 0: waiting
    attempts   INTEGER NOT NULL,
    next_try   INTEGER NOT NULL,
    answer     TEXT NOT NULL
) STRICT;

CREATE INDEX letter_out_waiting ON letter_out (id, next_try) WHERE sent = 0;
CREATE INDEX letter_out_answers ON letter_out (address, created) WHERE kind <> 'report';

CREATE TABLE letter_out_bytes (
    id    INTEGER PRIMARY KEY REFERENCES letter_out,
    bytes BLOB NOT NULL
) STRICT;

-- Lines of a letter that wait for an answer, one text per seat; see turn/later.c.
CREATE TABLE held (
    game  INTEGER NOT NULL REFERENCES game,
    seat  INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Standing orders: what a player wrote behind WHEN.
CREATE TABLE standing (
    game   INTEGER NOT NULL REFERENCES game,
    seat   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    line   TEXT NOT NULL,
    always INTEGER NOT NULL,
    PRIMARY KEY (game, seat, number)
) STRICT, WITHOUT ROWID;
