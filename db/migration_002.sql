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
CREATE INDEX letter_in_sender ON letter_in (sender, received) WHERE sender <> '';

-- failed: when it was given up, 0 for not; bounced: when it came back.
ALTER TABLE letter_out ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE letter_out ADD COLUMN bounced INTEGER NOT NULL DEFAULT 0;
DROP INDEX letter_out_waiting;
CREATE INDEX letter_out_waiting ON letter_out (id, next_try) WHERE sent = 0 AND failed = 0;
CREATE INDEX letter_out_sent ON letter_out (sent) WHERE sent > 0;

-- Letters to the seat that came back for good since its player last wrote.
ALTER TABLE seat ADD COLUMN bounces INTEGER NOT NULL DEFAULT 0;



-- ---- people: joining, watching, settings, statistics



-- ---- time: pace, reminders, vacations, orders sent early, talk

-- A clock that stands still has deadline 0 and keeps the seconds that remained.
ALTER TABLE await ADD COLUMN remaining INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN paused INTEGER NOT NULL DEFAULT 0; -- since when; 0: it is not
ALTER TABLE seat ADD COLUMN still INTEGER NOT NULL DEFAULT 0;  -- set of reasons, as enum still_reason



-- ---- rulings: what moderators do



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
