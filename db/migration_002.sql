-- From a house where games are only played to one with a life around them.

PRAGMA user_version = 2;

-- ---- mail: inboxes, deliveries, bounces

CREATE TABLE inbox (                     -- how far a mailbox was read, in its driver's own words
    name  TEXT PRIMARY KEY,
    place TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE inbox_known (               -- letters left in mailboxes that cannot mark them
    inbox TEXT NOT NULL,
    name  TEXT NOT NULL,
    PRIMARY KEY (inbox, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE letter_in ADD COLUMN sender TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
CREATE INDEX letter_in_sender ON letter_in (sender, received, size) WHERE sender <> '';

-- failed: when it was given up, 0 for not; bounced: when it came back.
ALTER TABLE letter_out ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE letter_out ADD COLUMN bounced INTEGER NOT NULL DEFAULT 0;
DROP INDEX letter_out_waiting;
CREATE INDEX letter_out_waiting ON letter_out (id, next_try) WHERE sent = 0 AND failed = 0;
CREATE INDEX letter_out_sent ON letter_out (sent) WHERE sent > 0;

-- Letters to the seat that came back for good since its player last wrote.
ALTER TABLE seat ADD COLUMN bounces INTEGER NOT NULL DEFAULT 0;



-- ---- people: joining, watching, settings, statistics

-- How people come to a game. A game without a row is public and was begun at once.
CREATE TABLE lobby (
    game    INTEGER PRIMARY KEY REFERENCES game,
    private INTEGER NOT NULL,            -- not listed, only by invitation
    format  TEXT NOT NULL                -- of people who are new to the house
) STRICT;

-- People around a game who have a reply address of their own: invited or joining (i), watching (o),
-- or about to be reached elsewhere (a). Numbers are of the game and never given twice.
CREATE TABLE guest (
    game    INTEGER NOT NULL REFERENCES game,
    number  INTEGER NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('i', 'o', 'a')),
    state   INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4), -- as enum guest_state
    address TEXT NOT NULL COLLATE NOCASE,
    name    TEXT NOT NULL,
    lang    TEXT NOT NULL,
    luck    TEXT NOT NULL,               -- words for the seed
    player  INTEGER REFERENCES player,   -- once the address is proven; of kind a whose it shall be
    place   INTEGER NOT NULL,            -- order of joining, from 1; 0: has not joined
    since   INTEGER NOT NULL,
    told    INTEGER NOT NULL,            -- when a watcher, or one invited, was last written to by itself
    seen_turn INTEGER NOT NULL,          -- and of which turn
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX guest_player ON guest (player) WHERE player IS NOT NULL;
CREATE INDEX guest_watching ON guest (told) WHERE kind = 'o' AND state = 2;
CREATE INDEX game_open ON game (name) WHERE status = 0;
CREATE INDEX seat_player ON seat (player) WHERE player IS NOT NULL;

-- What became of each request to a player: answered or passed over.
CREATE TABLE answered (
    game     INTEGER NOT NULL REFERENCES game,
    number   INTEGER NOT NULL,           -- of the await
    player   INTEGER NOT NULL REFERENCES player,
    deadline INTEGER NOT NULL,           -- 0: there was none
    at       INTEGER NOT NULL,
    on_time  INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX answered_player ON answered (player);

-- How games ended for people: their rank, 0 for who resigned.
CREATE TABLE result (
    game   INTEGER NOT NULL REFERENCES game,
    player INTEGER NOT NULL REFERENCES player,
    rank   INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;



-- ---- time: pace, reminders, vacations, orders sent early, talk

-- A clock that stands still has deadline 0 and keeps the seconds that remained.
ALTER TABLE await ADD COLUMN remaining INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN paused INTEGER NOT NULL DEFAULT 0; -- since when; 0: it is not
ALTER TABLE seat ADD COLUMN still INTEGER NOT NULL DEFAULT 0;  -- set of reasons, as enum still_reason

ALTER TABLE game ADD COLUMN pace TEXT NOT NULL DEFAULT '';     -- as turn/pace.h prints it
ALTER TABLE game ADD COLUMN talk TEXT NOT NULL DEFAULT 'open'; -- open, anonymous, none

ALTER TABLE await ADD COLUMN total INTEGER NOT NULL DEFAULT 0;   -- seconds given
ALTER TABLE await ADD COLUMN expires INTEGER NOT NULL DEFAULT 0; -- the deadline and its grace; 0: never
ALTER TABLE await ADD COLUMN remind INTEGER NOT NULL DEFAULT 0;  -- the next reminder; 0: none
UPDATE await SET total = max(deadline - since, 0), expires = deadline;
DROP INDEX await_deadline;
CREATE INDEX await_expires ON await (expires) WHERE expires > 0;
CREATE INDEX await_remind ON await (remind) WHERE remind > 0;

-- What an await had left when it vanished: it may come back.
CREATE TABLE clock_left (
    game      INTEGER NOT NULL REFERENCES game,
    seat      INTEGER NOT NULL,
    clock     INTEGER NOT NULL,
    what      TEXT NOT NULL,
    matter    INTEGER NOT NULL,
    remaining INTEGER NOT NULL,
    PRIMARY KEY (game, seat, clock, what)
) STRICT, WITHOUT ROWID;

-- See struct seat. Talk has no turn of its own, so what was seen is counted in entries.
ALTER TABLE seat ADD COLUMN seen_entry INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN acted_turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN acted_entry INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN silent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN away_used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN reported INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN talk_due INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN collected INTEGER NOT NULL DEFAULT 0;
UPDATE seat SET acted_turn = max(seen_turn, 0), seen_entry = coalesce((SELECT max(number) FROM journal
    WHERE journal.game = seat.game AND journal.turn <= seat.seen_turn), 0);
UPDATE seat SET acted_entry = seen_entry;
CREATE INDEX seat_talk_due ON seat (talk_due) WHERE talk_due > 0;
CREATE INDEX seat_collected ON seat (player) WHERE collected > 0;

-- One letter a day with all games: minutes behind midnight, -1 for none, and when the next is due.
ALTER TABLE player ADD COLUMN digest INTEGER NOT NULL DEFAULT -1;
ALTER TABLE player ADD COLUMN digest_next INTEGER NOT NULL DEFAULT 0;
CREATE INDEX player_digest_next ON player (digest_next) WHERE digest_next > 0;

-- Orders sent early: the NEXT lines of a letter, for a later turn of the seat.
CREATE TABLE early (
    game   INTEGER NOT NULL REFERENCES game,
    seat   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    after  INTEGER NOT NULL, -- the matter of the turn the seat had when it wrote; -1: none
    lines  TEXT NOT NULL,
    PRIMARY KEY (game, seat, number)
) STRICT, WITHOUT ROWID;



-- ---- rulings: what moderators do

-- begins: the game had come to rest before this turn; 0: it followed by itself (a bot's turn, an
-- order that had waited). back: the turn an undo or redo went back to, -1 for others.
ALTER TABLE turn ADD COLUMN begins INTEGER NOT NULL DEFAULT 1;
ALTER TABLE turn ADD COLUMN back INTEGER NOT NULL DEFAULT -1;

-- Orders that waited before a turn that begins, as turn/later.c writes them; no row: none.
CREATE TABLE turn_waiting (
    game    INTEGER NOT NULL REFERENCES game,
    number  INTEGER NOT NULL,
    waiting BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

ALTER TABLE game ADD COLUMN ending INTEGER NOT NULL DEFAULT 0; -- as enum game_ending
ALTER TABLE game ADD COLUMN powers INTEGER NOT NULL DEFAULT 0; -- set of enum game_power

-- Who may rule over a game; of those who may because of the configuration, only while it says so.
CREATE TABLE moderator (
    game    INTEGER NOT NULL REFERENCES game,
    number  INTEGER NOT NULL,
    address TEXT NOT NULL COLLATE NOCASE,
    house   INTEGER NOT NULL,           -- 1: by the configuration
    epoch   INTEGER NOT NULL,
    greeted INTEGER NOT NULL,           -- 1: he was sent his first letter
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX moderator_new ON moderator (game) WHERE greeted = 0;

-- Rulings by mail that wait for a reply; gone once it has come.
CREATE TABLE confirmation (
    game      INTEGER NOT NULL REFERENCES game,
    number    INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    turn      INTEGER NOT NULL,         -- the game's, when it must be the same; -1: any
    until     INTEGER NOT NULL,
    lines     TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;



-- ---- archive: reports, search

-- Every report that was sent stays, also when a seat gets two after one turn: each carries the
-- digest of the one before.
DROP INDEX report_of;
CREATE INDEX report_of ON report (game, seat, turn);

-- What seats were told, in words. A row's number is made of game, turn and journal entry (23, 20 and
-- 20 bits), so one game is one range, and sight and body are looked up in the journal. Filled when
-- somebody searches, up to the entry in told_upto.
CREATE VIRTUAL TABLE told USING fts5(text, content='', columnsize=0,
    tokenize='porter unicode61 remove_diacritics 2');

CREATE TABLE told_upto (
    game   INTEGER PRIMARY KEY REFERENCES game,
    number INTEGER NOT NULL
) STRICT;
