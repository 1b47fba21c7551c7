-- Every statement the program runs, by name. Parameters are bound by name, columns read by name or
-- in the order written here.

-- name: application_id
PRAGMA application_id;

-- name: user_version
PRAGMA user_version;

-- name: journal_wal
PRAGMA journal_mode = WAL;

-- name: foreign_key_check
PRAGMA foreign_key_check;

-- name: begin
BEGIN IMMEDIATE;

-- name: commit
COMMIT;

-- name: rollback
ROLLBACK;

-- name: savepoint
SAVEPOINT letter;

-- name: savepoint_release
RELEASE letter;

-- name: savepoint_rollback
ROLLBACK TO letter;

-- name: setting_get
SELECT value FROM setting WHERE key = :key;

-- name: setting_set
INSERT INTO setting (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- ---- people, games, seats

-- name: player_find
SELECT id, address, name, lang, format, tz FROM player WHERE address = :address;

-- name: player_add
INSERT INTO player (address, name, lang, format, tz)
    VALUES (:address, :name, :lang, :format, :tz);

-- name: player_set
UPDATE player SET address = :address, name = :name, lang = :lang, format = :format, tz = :tz
    WHERE id = :id;

-- name: game_add
INSERT INTO game (name, engine, variant, options, lang, moderator, rules, seats, status, secret,
        seed, draws, turn, awaits, journal, chain, turn_seconds, reaction_seconds,
        negotiation_seconds, created, ended, paused)
    VALUES (:name, :engine, :variant, :options, :lang, :moderator, :rules, :seats, :status, :secret,
        :seed, :draws, :turn, :awaits, :journal, :chain, :turn_seconds, :reaction_seconds,
        :negotiation_seconds, :created, :ended, :paused);

-- name: game_set
-- The name stays: setting it would rewrite its index for every letter played.
UPDATE game SET engine = :engine, variant = :variant, options = :options, lang = :lang,
        moderator = :moderator, rules = :rules, seats = :seats, status = :status, secret = :secret,
        seed = :seed, draws = :draws, turn = :turn, awaits = :awaits, journal = :journal,
        chain = :chain, turn_seconds = :turn_seconds, reaction_seconds = :reaction_seconds,
        negotiation_seconds = :negotiation_seconds, created = :created, ended = :ended,
        paused = :paused
    WHERE id = :id;

-- name: game_find
SELECT id, name, engine, variant, options, lang, moderator, rules, seats, status, secret, seed,
        draws, turn, awaits, journal, chain, turn_seconds, reaction_seconds, negotiation_seconds,
        created, ended, paused
    FROM game WHERE name = :name;

-- name: game_name
SELECT name FROM game WHERE id = :id;

-- name: game_list
SELECT id, name, engine, variant, options, lang, moderator, rules, seats, status, secret, seed,
        draws, turn, awaits, journal, chain, turn_seconds, reaction_seconds, negotiation_seconds,
        created, ended, paused
    FROM game ORDER BY name;

-- name: seat_add
INSERT INTO seat (game, number, player, name, bot, epoch, seen_turn, digest, still)
    VALUES (:game, :number, :player, :name, :bot, :epoch, :seen_turn, :digest, :still);

-- name: seat_set
UPDATE seat SET player = :player, name = :name, bot = :bot, epoch = :epoch,
        seen_turn = :seen_turn, digest = :digest, still = :still
    WHERE game = :game AND number = :number;

-- name: seat_bounces
UPDATE seat SET bounces = :bounces WHERE game = :game AND number = :number;

-- name: seat_list
SELECT seat.number, seat.player, seat.name, seat.bot, seat.epoch, seat.seen_turn, seat.digest,
        seat.still, seat.bounces,
        player.address, player.lang, player.format, player.tz
    FROM seat LEFT JOIN player ON player.id = seat.player
    WHERE seat.game = :game ORDER BY seat.number;

-- ---- the table and its turns

-- name: piece_list
SELECT id, kind, place, seat, slot, pos, sight, a, b, c, d FROM piece WHERE game = :game;

-- name: piece_update
UPDATE piece SET kind = :kind, place = :place, seat = :seat, slot = :slot, pos = :pos,
        sight = :sight, a = :a, b = :b, c = :c, d = :d
    WHERE game = :game AND id = :id;

-- name: piece_insert
INSERT INTO piece (kind, place, seat, slot, pos, sight, a, b, c, d, game, id)
    VALUES (:kind, :place, :seat, :slot, :pos, :sight, :a, :b, :c, :d, :game, :id);

-- name: tally_list
SELECT key, seat, value, sight FROM tally WHERE game = :game;

-- name: tally_update
UPDATE tally SET value = :value, sight = :sight WHERE game = :game AND key = :key AND seat = :seat;

-- name: tally_insert
INSERT INTO tally (value, sight, game, key, seat) VALUES (:value, :sight, :game, :key, :seat);

-- name: turn_add
INSERT INTO turn (game, number, seat, kind, at, draws_before, draws_after, changes)
    VALUES (:game, :number, :seat, :kind, :at, :draws_before, :draws_after, :changes);

-- name: turn_list
SELECT number, seat, kind, at, draws_before, draws_after FROM turn
    WHERE game = :game AND number BETWEEN :from AND :to ORDER BY number;

-- name: turn_changes
SELECT number, changes FROM turn WHERE game = :game AND number > :turn ORDER BY number DESC;

-- name: turn_changes_from
SELECT number, changes FROM turn WHERE game = :game AND number BETWEEN :from AND :to
    ORDER BY number;

-- name: turn_span
SELECT min(number) AS first, max(number) AS last, count(*) AS turns FROM
    (SELECT * FROM (SELECT number FROM turn WHERE game = :game ORDER BY number LIMIT 1)
     UNION ALL
     SELECT * FROM (SELECT number FROM turn WHERE game = :game ORDER BY number DESC LIMIT 1));

-- name: turn_drop
DELETE FROM turn WHERE game = :game AND number = :number;

-- ---- awaits

-- name: await_list
SELECT game, number, seat, clock, what, matter, since, deadline, remaining FROM await
    WHERE game = :game ORDER BY number;

-- name: await_due
SELECT await.game, await.number, await.seat, await.clock, await.what, await.matter, await.since,
        await.deadline, await.remaining
    FROM await CROSS JOIN game ON game.id = await.game
    WHERE await.deadline > 0 AND await.deadline <= :now AND game.status = 1
    ORDER BY await.deadline, await.game, await.number LIMIT :max;

-- name: await_add
INSERT INTO await (game, number, seat, clock, what, matter, since, deadline, remaining)
    VALUES (:game, :number, :seat, :clock, :what, :matter, :since, :deadline, :remaining);

-- name: await_set
UPDATE await SET deadline = :deadline, remaining = :remaining
    WHERE game = :game AND number = :number;

-- name: await_drop
DELETE FROM await WHERE game = :game AND number = :number;

-- ---- journal and reports

-- name: journal_add
INSERT INTO journal (game, turn, number, kind, seat, sight, body, chain)
    VALUES (:game, :turn, :number, :kind, :seat, :sight, :body, :chain);

-- name: journal_list
SELECT turn, number, kind, seat, sight, body, chain FROM journal
    WHERE game = :game AND turn BETWEEN :from AND :to ORDER BY number;

-- name: journal_after
SELECT turn, number, kind, seat, sight, body, chain FROM journal
    WHERE game = :game AND number > :after ORDER BY number;

-- name: report_add
INSERT INTO report (game, seat, turn, doc) VALUES (:game, :seat, :turn, :doc);

-- name: report_get
SELECT doc FROM report WHERE game = :game AND seat = :seat AND turn <= :turn
    ORDER BY turn DESC, id DESC LIMIT 1;

-- name: report_list
SELECT turn, doc FROM report WHERE game = :game AND seat = :seat ORDER BY id;

-- ---- letters

-- name: letter_in_add
INSERT INTO letter_in (key, source, received, size, status, verdict, game, seat)
    VALUES (:key, :source, :received, :size, :status, :verdict, :game, :seat)
    ON CONFLICT (key) DO NOTHING;

-- name: letter_in_bytes_add
INSERT INTO letter_in_bytes (id, bytes) VALUES (:id, :bytes);

-- name: letter_in_find
SELECT id FROM letter_in WHERE key = :key;

-- name: letter_in_new
SELECT letter_in.id, source, received, size, status, verdict, game, seat, bytes
    FROM letter_in LEFT JOIN letter_in_bytes ON letter_in_bytes.id = letter_in.id
    WHERE status = 0 ORDER BY letter_in.id LIMIT :max;

-- name: letter_in_set
UPDATE letter_in SET status = :status, verdict = :verdict, game = :game, seat = :seat
    WHERE id = :id;

-- name: letter_in_counts
SELECT status, count(*) AS letters FROM letter_in GROUP BY status;

-- name: letter_seen
SELECT 1 FROM letter_seen WHERE game = :game AND seat = :seat AND message_id = :message_id;

-- name: letter_remember
INSERT INTO letter_seen (game, seat, message_id) VALUES (:game, :seat, :message_id)
    ON CONFLICT DO NOTHING;

-- name: letter_out_next
SELECT coalesce(max(id), 0) + 1 AS id FROM letter_out;

-- name: letter_out_add
INSERT INTO letter_out (id, game, seat, turn, kind, address, message_id, created, sent, attempts,
        next_try, answer)
    VALUES (:id, :game, :seat, :turn, :kind, :address, :message_id, :created, :sent, :attempts,
        :next_try, :answer);

-- name: letter_out_bytes_add
INSERT INTO letter_out_bytes (id, bytes) VALUES (:id, :bytes);

-- name: letter_out_waiting
SELECT letter_out.id, game, seat, turn, kind, address, message_id, created, sent, attempts,
        next_try, answer, bytes
    FROM letter_out LEFT JOIN letter_out_bytes ON letter_out_bytes.id = letter_out.id
    WHERE sent = 0 AND failed = 0 AND next_try <= :now ORDER BY letter_out.id LIMIT :max;

-- name: letter_out_sent
UPDATE letter_out SET sent = :at, attempts = attempts + 1 WHERE id = :id;

-- name: letter_out_failed
UPDATE letter_out SET attempts = attempts + 1, next_try = :next_try, answer = :answer
    WHERE id = :id;

-- name: letter_out_counts
SELECT (SELECT count(*) FROM letter_out WHERE sent = 0 AND failed = 0) AS waiting,
       (SELECT count(*) FROM letter_out WHERE sent = 0 AND failed > 0) AS failed,
       (SELECT count(*) FROM letter_out) AS letters;

-- name: letter_out_given_up
UPDATE letter_out SET attempts = attempts + 1, failed = :at, answer = :answer WHERE id = :id;

-- name: letter_out_bounce_find
SELECT id, game, seat, bounced FROM letter_out
    WHERE sent > 0 AND sent > :since AND message_id = :message_id;

-- name: letter_out_bounce_note
UPDATE letter_out SET bounced = :at WHERE id = :id;

-- name: seats_of
SELECT game.name AS game, seat.number AS number FROM player
    JOIN seat ON seat.player = player.id JOIN game ON game.id = seat.game
    WHERE player.address = :address AND game.status = 1 AND seat.bot = 0
    ORDER BY game.id DESC LIMIT :max;

-- name: letter_in_sender
UPDATE letter_in SET sender = :sender WHERE id = :id;

-- name: letter_in_sum
SELECT coalesce(sum(size), 0) AS bytes FROM letter_in
    WHERE sender = :sender AND sender <> '' AND received > :since;

-- name: letter_in_drop
DELETE FROM letter_in_bytes WHERE id = :id;

-- name: letter_out_age
SELECT coalesce((SELECT created FROM letter_out WHERE sent = 0 AND failed = 0 ORDER BY id LIMIT 1), 0) AS oldest,
       coalesce((SELECT created FROM letter_out ORDER BY id DESC LIMIT 1), 0) AS newest,
       (SELECT count(*) FROM letter_out WHERE sent = 0 AND failed > 0) AS failed;

-- name: letter_out_sent_since
SELECT count(*) AS letters FROM letter_out WHERE sent > 0 AND sent > :since;

-- name: inbox_get
SELECT place FROM inbox WHERE name = :name;

-- name: inbox_set
INSERT INTO inbox (name, place) VALUES (:name, :place)
    ON CONFLICT (name) DO UPDATE SET place = excluded.place;

-- name: inbox_known
SELECT 1 FROM inbox_known WHERE inbox = :inbox AND name = :name;

-- name: inbox_remember
INSERT INTO inbox_known (inbox, name) VALUES (:inbox, :name) ON CONFLICT DO NOTHING;

-- name: answers_since
-- Counts up to a limit only: whoever gets that many has had enough, and the cost stays small.
SELECT count(*) AS answers FROM
    (SELECT 1 FROM letter_out
        WHERE address = :address AND kind = :kind AND kind <> 'report' AND created >= :since
        LIMIT :max);

-- name: letters_of
-- Both ways, by time; what came is before what it caused.
SELECT 0 AS out, id, received AS at, seat, 0 AS turn, '' AS kind, '' AS address, '' AS message_id
    FROM letter_in WHERE game = :game
UNION ALL
SELECT 1, id, created, seat, turn, kind, address, message_id FROM letter_out WHERE game = :game
    ORDER BY at, out, id;

-- name: letter_in_bytes_get
SELECT bytes FROM letter_in_bytes WHERE id = :id;

-- name: letter_out_bytes_get
SELECT bytes FROM letter_out_bytes WHERE id = :id;

-- name: letter_out_bytes_drop
DELETE FROM letter_out_bytes WHERE id IN
    (SELECT letter_out_bytes.id FROM letter_out_bytes
        CROSS JOIN letter_out ON letter_out.id = letter_out_bytes.id
        WHERE letter_out.sent > 0 AND letter_out.sent < :before LIMIT :max);

-- name: held_list
SELECT seat, lines FROM held WHERE game = :game ORDER BY seat;

-- name: held_put
INSERT OR REPLACE INTO held (game, seat, lines) VALUES (:game, :seat, :lines);

-- name: held_drop
DELETE FROM held WHERE game = :game AND seat = :seat;

-- name: standing_list
SELECT seat, number, line, always FROM standing WHERE game = :game ORDER BY seat, number;

-- name: standing_put
INSERT OR REPLACE INTO standing (game, seat, number, line, always)
    VALUES (:game, :seat, :number, :line, :always);

-- name: standing_drop
DELETE FROM standing WHERE game = :game AND seat = :seat AND number = :number;

-- ---- archive: search

-- name: told_upto
SELECT number FROM told_upto WHERE game = :game;

-- name: told_upto_set
INSERT INTO told_upto (game, number) VALUES (:game, :number)
    ON CONFLICT (game) DO UPDATE SET number = excluded.number;

-- name: told_add
INSERT INTO told (rowid, text) VALUES (:id, :text);

-- name: told_find
-- Sight and bodies are the journal's own. Newest first: a rank would be made from what all entries
-- hold, also those out of sight.
SELECT journal.game, journal.turn, journal.number, journal.kind, journal.seat, journal.sight,
        journal.body
    FROM told CROSS JOIN journal ON journal.game = told.rowid >> 40
        AND journal.turn = (told.rowid >> 20) & 0xfffff AND journal.number = told.rowid & 0xfffff
    WHERE told MATCH :words AND told.rowid BETWEEN :from AND :to AND ((journal.sight & :eye) <> 0 OR :all)
    ORDER BY told.rowid DESC LIMIT :max;

-- name: integrity_check
PRAGMA integrity_check(1);
