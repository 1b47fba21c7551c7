-- Who is away: few of many seats.
PRAGMA user_version = 4;
CREATE INDEX seat_away ON seat (away, game) WHERE away > 0;
