-- The number of a turn as players read it. A turn that told everybody something has the next one; one that
-- only its writer knows of (orders that are sealed or wait) has that of the turn before it, so that no gap
-- in the numbers tells the others of it.
PRAGMA user_version = 5;
ALTER TABLE turn ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN shown INTEGER NOT NULL DEFAULT 0; -- of its newest turn

UPDATE turn SET shown = counted.shown
    FROM (SELECT game, number, sum(number > 0 AND EXISTS (SELECT 1 FROM journal
                WHERE journal.game = turn.game AND journal.turn = turn.number
                    AND journal.kind IN ('event', 'silence', 'leave') AND (journal.sight & 1) <> 0))
            OVER (PARTITION BY game ORDER BY number) AS shown FROM turn) AS counted
    WHERE turn.game = counted.game AND turn.number = counted.number;
UPDATE game SET shown = coalesce((SELECT turn.shown FROM turn
    WHERE turn.game = game.id AND turn.number = game.turn), 0);

-- Whether a watcher has something new to read is counted like that, too.
ALTER TABLE guest RENAME COLUMN seen_turn TO seen_shown;
UPDATE guest SET seen_shown = coalesce((SELECT turn.shown FROM turn
    WHERE turn.game = guest.game AND turn.number = guest.seen_shown), seen_shown);
-- What is said after his letter belongs to the turn he has read of: it is told from this entry on.
ALTER TABLE guest ADD COLUMN seen_entry INTEGER NOT NULL DEFAULT 0;

-- Questions to moderators have numbers of their own, each moderator's apart: with one of an await each would
-- leave a gap in those that players reply to, and tell them that a moderator asks for something; with one of
-- the game, in those of another moderator, who may play.
ALTER TABLE moderator ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
UPDATE moderator SET asked = (SELECT awaits FROM game WHERE game.id = moderator.game); -- behind all that letters carry
CREATE TABLE question (
    game      INTEGER NOT NULL REFERENCES game,
    moderator INTEGER NOT NULL,
    number    INTEGER NOT NULL,
    turn      INTEGER NOT NULL,         -- the game's, when it must be the same; -1: any
    until     INTEGER NOT NULL,
    lines     TEXT NOT NULL,
    PRIMARY KEY (game, moderator, number)
) STRICT, WITHOUT ROWID;
INSERT INTO question SELECT game, moderator, number, turn, until, lines FROM confirmation;
DROP TABLE confirmation;
ALTER TABLE question RENAME TO confirmation;
