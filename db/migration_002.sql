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



-- ---- archive: search


