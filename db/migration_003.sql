-- From which turn on a seat is its player's: what was whispered before was another's.
PRAGMA user_version = 3;
ALTER TABLE seat ADD COLUMN sat_turn INTEGER NOT NULL DEFAULT 0;
-- Who is away: few of many seats.
CREATE INDEX seat_away ON seat (away, game) WHERE away > 0;
