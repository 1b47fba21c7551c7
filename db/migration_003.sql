-- From which turn on a seat is its player's: what was whispered before was another's.
PRAGMA user_version = 3;
ALTER TABLE seat ADD COLUMN sat_turn INTEGER NOT NULL DEFAULT 0;
