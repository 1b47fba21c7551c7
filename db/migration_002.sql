-- From a house where games are only played to one with a life around them.

PRAGMA user_version = 2;

-- ---- mail: inboxes, deliveries, bounces



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
