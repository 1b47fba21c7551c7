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
        seed, draws, turn, shown, awaits, journal, chain, turn_seconds, reaction_seconds,
        negotiation_seconds, created, ended, paused, pace, talk, ending, powers)
    VALUES (:name, :engine, :variant, :options, :lang, :moderator, :rules, :seats, :status, :secret,
        :seed, :draws, :turn, :shown, :awaits, :journal, :chain, :turn_seconds, :reaction_seconds,
        :negotiation_seconds, :created, :ended, :paused, :pace, :talk, :ending, :powers);

-- name: game_set
-- The name stays: setting it would rewrite its index for every letter played.
UPDATE game SET engine = :engine, variant = :variant, options = :options, lang = :lang,
        moderator = :moderator, rules = :rules, seats = :seats, status = :status, secret = :secret,
        seed = :seed, draws = :draws, turn = :turn, shown = :shown, awaits = :awaits,
        journal = :journal, chain = :chain, turn_seconds = :turn_seconds, reaction_seconds = :reaction_seconds,
        negotiation_seconds = :negotiation_seconds, created = :created, ended = :ended,
        paused = :paused, pace = :pace, talk = :talk, ending = :ending, powers = :powers
    WHERE id = :id;

-- name: game_find
SELECT id, name, engine, variant, options, lang, moderator, rules, seats, status, secret, seed,
        draws, turn, shown, awaits, journal, chain, turn_seconds, reaction_seconds, negotiation_seconds,
        created, ended, paused, pace, talk, ending, powers
    FROM game WHERE name = :name;

-- name: game_name
SELECT name FROM game WHERE id = :id;

-- name: game_list
SELECT id, name, engine, variant, options, lang, moderator, rules, seats, status, secret, seed,
        draws, turn, shown, awaits, journal, chain, turn_seconds, reaction_seconds, negotiation_seconds,
        created, ended, paused, pace, talk, ending, powers
    FROM game ORDER BY name;

-- name: seat_add
INSERT INTO seat (game, number, player, name, bot, epoch, seen_turn, digest, still,
        sat_turn, seen_entry, acted_turn, acted_entry, silent, dismissed, away, away_used, reported,
        talk_due, collected)
    VALUES (:game, :number, :player, :name, :bot, :epoch, :seen_turn, :digest, :still,
        :sat_turn, :seen_entry, :acted_turn, :acted_entry, :silent, :dismissed, :away,
        :away_used, :reported, :talk_due, :collected);

-- name: seat_set
UPDATE seat SET player = :player, name = :name, bot = :bot, epoch = :epoch,
        seen_turn = :seen_turn, digest = CASE WHEN :seen_turn < 0 THEN zeroblob(32) ELSE digest END,
        still = :still, sat_turn = :sat_turn, seen_entry = :seen_entry, acted_turn = :acted_turn, acted_entry = :acted_entry,
        silent = :silent, dismissed = :dismissed, away = :away,
        away_used = :away_used, reported = :reported, talk_due = :talk_due, collected = :collected
    WHERE game = :game AND number = :number;

-- name: seat_digest
UPDATE seat SET digest = :digest
    WHERE game = :game AND number = :number AND (epoch = :epoch OR seen_turn >= 0);

-- name: seat_renew
-- Where the rows around it make no sense, too.
UPDATE seat SET epoch = epoch + 1 WHERE number = :number AND game = (SELECT id FROM game WHERE name = :game);

-- name: seat_bounces
UPDATE seat SET bounces = :bounces WHERE game = :game AND number = :number;

-- name: seat_list
SELECT seat.number, seat.player, seat.name, seat.bot, seat.epoch, seat.seen_turn, seat.digest, seat.still,
        seat.bounces,
        seat.sat_turn, seat.seen_entry, seat.acted_turn, seat.acted_entry, seat.silent, seat.dismissed,
        seat.away, seat.away_used, seat.reported, seat.talk_due, seat.collected,
        player.address, player.lang, player.format, player.tz, player.digest_next
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
INSERT INTO turn (game, number, seat, kind, at, draws_before, draws_after, changes, begins, back, shown)
    VALUES (:game, :number, :seat, :kind, :at, :draws_before, :draws_after, :changes, :begins, :back, :shown);

-- name: turn_list
-- A changeset of nothing is the byte that says how it is kept.
SELECT number, seat, kind, at, draws_before, draws_after, begins, back, length(changes) > 1 AS changed, shown
    FROM turn WHERE game = :game AND number BETWEEN :from AND :to ORDER BY number;

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

-- name: turn_newest
SELECT coalesce(max(number), -1) AS number FROM turn WHERE game = :game;

-- name: turn_shown
SELECT shown FROM turn WHERE game = :game AND number = :number;

-- name: turn_of_shown
-- The first and the last turn with a number that players read: there are never more of these than turns.
SELECT coalesce(min(number), -1) AS first, coalesce(max(number), -1) AS last FROM turn
    WHERE game = :game AND number >= :shown AND shown = :shown;

-- name: turn_get
SELECT changes FROM turn WHERE game = :game AND number = :number;

-- name: turn_waiting_add
INSERT INTO turn_waiting (game, number, waiting) VALUES (:game, :number, :waiting);

-- name: turn_waiting_get
SELECT waiting FROM turn_waiting WHERE game = :game AND number = :number;

-- ---- awaits

-- name: await_list
SELECT game, number, seat, clock, what, matter, since, deadline, remaining, total, expires, remind
    FROM await
    WHERE game = :game ORDER BY number;

-- name: await_due
SELECT await.game, await.number, await.seat, await.clock, await.what, await.matter, await.since,
        await.deadline, await.remaining, await.total, await.expires, await.remind
    FROM await CROSS JOIN game ON game.id = await.game
    WHERE await.expires > 0 AND await.expires <= :now AND game.status = 1
    ORDER BY await.expires, await.game, await.number LIMIT :max;

-- name: await_remind_due
SELECT await.game, await.number, await.seat, await.clock, await.what, await.matter, await.since,
        await.deadline, await.remaining, await.total, await.expires, await.remind
    FROM await CROSS JOIN game ON game.id = await.game
    WHERE await.remind > 0 AND await.remind <= :now AND game.status = 1
    ORDER BY await.remind, await.game, await.number LIMIT :max;

-- name: await_running
-- Games with clocks that run or wait for who is away, for who has to look at all of them.
SELECT game FROM await INDEXED BY await_expires WHERE expires > 0 AND expires > :after
    UNION SELECT game FROM seat INDEXED BY seat_away WHERE away > 0 AND away > :after
    ORDER BY game;

-- name: back_letters_out
UPDATE letter_out SET created = iif(created > :now, created - :back, created),
        sent = iif(sent > :now, sent - :back, sent), next_try = iif(next_try > :now, next_try - :back, next_try)
    WHERE created > :now OR sent > :now OR next_try > :now;

-- name: back_letters_in
UPDATE letter_in SET received = received - :back WHERE received > :now;

-- name: back_guests
UPDATE guest SET since = iif(since > :now, since - :back, since), told = iif(told > :now, told - :back, told)
    WHERE since > :now OR told > :now;

-- name: back_seats
UPDATE seat SET reported = iif(reported > :now, reported - :back, reported),
        talk_due = iif(talk_due > :now, talk_due - :back, talk_due)
    WHERE reported > :now OR talk_due > :now;

-- name: back_digests
-- One is never more than a day ahead, or 25 hours when clocks change. It goes out at once, and then at its hour.
UPDATE player SET digest_next = :now WHERE digest_next > :now + 90000 AND :back > 0;

-- name: await_add
INSERT INTO await (game, number, seat, clock, what, matter, since, deadline, remaining, total,
        expires, remind)
    VALUES (:game, :number, :seat, :clock, :what, :matter, :since, :deadline, :remaining, :total,
        :expires, :remind);

-- name: await_set
UPDATE await SET deadline = :deadline, remaining = :remaining, total = :total,
        expires = :expires, remind = :remind
    WHERE game = :game AND number = :number;

-- name: await_drop
DELETE FROM await WHERE game = :game AND number = :number;

-- name: clock_left_put
INSERT OR REPLACE INTO clock_left (game, seat, clock, what, matter, remaining)
    VALUES (:game, :seat, :clock, :what, :matter, :remaining);

-- name: clock_left_get
SELECT remaining FROM clock_left
    WHERE game = :game AND seat = :seat AND clock = :clock AND what = :what AND matter = :matter;

-- name: clock_left_forget
DELETE FROM clock_left WHERE game = :game AND clock <> :but;

-- ---- journal and reports

-- name: journal_add
INSERT INTO journal (game, turn, number, kind, seat, sight, body, chain)
    VALUES (:game, :turn, :number, :kind, :seat, :sight, :body, :chain);

-- name: journal_list
-- What is ruled before a game begins is of turn 0, which is not there yet.
SELECT journal.turn, journal.number, journal.kind, journal.seat, journal.sight, journal.body, journal.chain,
        coalesce(turn.shown, 0) AS shown
    FROM journal LEFT JOIN turn ON turn.game = journal.game AND turn.number = journal.turn
    WHERE journal.game = :game AND journal.turn BETWEEN :from AND :to ORDER BY journal.number;

-- name: journal_news
-- For reports: turns from one on, but of those a reader has seen (up to :seen, -1: none) only the last so
-- many, by the numbers he reads: what nobody told him of must not show in how far his news reach back.
-- (Without the plus SQLite searches the whole range again for each of its turns.)
SELECT journal.turn, journal.number, journal.kind, journal.seat, journal.sight, journal.body, journal.chain,
        turn.shown
    FROM turn CROSS JOIN journal ON journal.game = turn.game AND journal.turn = +turn.number
    WHERE turn.game = :game AND turn.number BETWEEN :from AND :to
        AND turn.shown >= :least + coalesce((SELECT last.shown FROM turn AS last
            WHERE last.game = :game AND last.number = :seen), 0)
    ORDER BY turn.number, journal.number;

-- name: journal_after
SELECT journal.turn, journal.number, journal.kind, journal.seat, journal.sight, journal.body, journal.chain,
        coalesce(turn.shown, 0) AS shown
    FROM journal LEFT JOIN turn ON turn.game = journal.game AND turn.number = journal.turn
    WHERE journal.game = :game AND journal.number > :after ORDER BY journal.number;

-- name: journal_page
-- Forth, a part at a time: a journal has no end.
SELECT journal.turn, journal.number, journal.kind, journal.seat, journal.sight, journal.body, journal.chain,
        coalesce(turn.shown, 0) AS shown
    FROM journal LEFT JOIN turn ON turn.game = journal.game AND turn.number = journal.turn
    WHERE journal.game = :game AND journal.turn BETWEEN :from AND :to AND journal.number > :after
    ORDER BY journal.turn, journal.number LIMIT :most;

-- name: journal_page_back
SELECT journal.turn, journal.number, journal.kind, journal.seat, journal.sight, journal.body, journal.chain,
        coalesce(turn.shown, 0) AS shown
    FROM journal LEFT JOIN turn ON turn.game = journal.game AND turn.number = journal.turn
    WHERE journal.game = :game AND journal.turn BETWEEN :from AND :to AND journal.number < :before
    ORDER BY journal.turn DESC, journal.number DESC LIMIT :most;

-- name: note_bytes
-- By one seat since the last turn everybody was told of, of what it can see itself: a turn that is hidden
-- from it must not give it room.
SELECT coalesce(sum(length(body)), 0) AS bytes FROM journal
    WHERE game = :game AND turn > (SELECT coalesce(max(number), -1) FROM (SELECT turn.number FROM turn
            WHERE turn.game = :game AND turn.shown < :shown ORDER BY turn.number DESC LIMIT 1))
        AND seat = :seat AND kind IN ('talk', 'notice') AND (sight & :eye) <> 0;

-- name: report_add
INSERT INTO report (game, seat, turn, doc) VALUES (:game, :seat, :turn, :doc);

-- name: report_get
SELECT turn, doc FROM report WHERE game = :game AND seat = :seat AND turn <= :turn
    ORDER BY turn DESC, id DESC LIMIT 1;

-- name: report_list
SELECT turn, doc FROM report WHERE game = :game AND seat = :seat ORDER BY id;

-- ---- letters

-- name: letter_in_add
INSERT INTO letter_in (key, source, received, size, status, verdict, game, seat)
    VALUES (:key, :source, :received, :size, :status, :verdict, :game, :seat)
    ON CONFLICT (key) DO NOTHING;

-- name: letter_in_bytes_add
-- Bytes of no letter may be in its place, in a database that is damaged.
INSERT OR REPLACE INTO letter_in_bytes (id, bytes) VALUES (:id, :bytes);

-- name: letter_in_find
SELECT id FROM letter_in WHERE key = :key;

-- name: letter_in_new
SELECT letter_in.id, source, received, size, status, verdict, game, seat, bytes
    FROM letter_in LEFT JOIN letter_in_bytes ON letter_in_bytes.id = letter_in.id
    WHERE status = 0 ORDER BY letter_in.id LIMIT :max;

-- name: letter_in_set
UPDATE letter_in SET status = :status, verdict = :verdict, game = :game, seat = :seat,
        sender = :sender
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
INSERT OR REPLACE INTO letter_out_bytes (id, bytes) VALUES (:id, :bytes);

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

-- name: letter_out_hurry
UPDATE letter_out SET next_try = :now WHERE sent = 0 AND failed = 0 AND next_try > :now;

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

-- name: letter_in_sum
SELECT coalesce(sum(size), 0) AS bytes FROM letter_in
    WHERE sender = :sender AND sender <> '' AND received > :since;

-- name: letter_in_drop
DELETE FROM letter_in_bytes WHERE id = :id;

-- name: letter_out_age
SELECT coalesce((SELECT created FROM letter_out WHERE sent = 0 AND failed = 0 ORDER BY id LIMIT 1), 0) AS oldest,
       coalesce((SELECT created FROM letter_out ORDER BY id DESC LIMIT 1), 0) AS newest,
       (SELECT count(*) FROM letter_out WHERE sent = 0 AND failed > 0) AS failed;

-- name: letter_out_tried
-- What was tried and still waits, and what the last one of these was told.
SELECT count(*) AS letters, coalesce((SELECT answer FROM letter_out WHERE sent = 0 AND failed = 0 AND attempts > 0
        ORDER BY id DESC LIMIT 1), '') AS answer
    FROM letter_out WHERE sent = 0 AND failed = 0 AND attempts > 0;

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
-- hold, also those out of sight. A whisper was to who sat there then, not to who came after.
SELECT journal.game, journal.turn, journal.number, journal.kind, journal.seat, journal.sight,
        journal.body, turn.shown
    FROM told CROSS JOIN journal ON journal.game = told.rowid >> 40
        AND journal.turn = (told.rowid >> 20) & 0xfffff AND journal.number = told.rowid & 0xfffff
    CROSS JOIN turn ON turn.game = journal.game AND turn.number = journal.turn
    WHERE told MATCH :words AND told.rowid BETWEEN :from AND :to AND ((journal.sight & :eye) <> 0 OR :all)
        AND (journal.kind <> 'talk' OR (journal.sight & 1) <> 0 OR journal.turn >= :sat)
    ORDER BY told.rowid DESC LIMIT :max;

-- name: integrity_check
PRAGMA integrity_check(1);

-- ---- orders sent early, talk, digests

-- name: early_list
SELECT seat, number, after, lines FROM early WHERE game = :game ORDER BY seat, number;

-- name: early_put
INSERT OR REPLACE INTO early (game, seat, number, after, lines)
    VALUES (:game, :seat, :number, :after, :lines);

-- name: early_drop
DELETE FROM early WHERE game = :game AND seat = :seat AND number = :number;

-- name: seat_talk_due
SELECT game, number FROM seat WHERE talk_due > 0 AND talk_due <= :now
    ORDER BY talk_due, game, number LIMIT 1;

-- name: seat_talk_drop
UPDATE seat SET talk_due = 0 WHERE game = :game AND number = :number;

-- name: digest_get
SELECT digest, digest_next FROM player WHERE id = :id;

-- name: digest_set
UPDATE player SET digest = :digest, digest_next = :digest_next WHERE id = :id;

-- name: digest_due
SELECT id, address, name, lang, format, tz FROM player
    WHERE digest_next > 0 AND digest_next <= :now ORDER BY digest_next, id LIMIT 1;

-- name: seats_collected
-- Of seats he has: one that was left, or taken from him, is a bot's for good.
SELECT game, number FROM seat WHERE player = :player AND collected > 0 AND (bot = 0 OR dismissed > 0)
    ORDER BY game, number;

-- ---- people around games

-- name: lobby_put
INSERT OR REPLACE INTO lobby (game, private, format) VALUES (:game, :private, :format);

-- name: lobby_get
SELECT private, format FROM lobby WHERE game = :game;

-- name: game_open
-- Games that wait for players; private ones only for :all.
SELECT game.name, game.engine, game.variant, game.lang, game.seats, coalesce(lobby.private, 0) AS private,
        (SELECT count(*) FROM guest WHERE guest.game = game.id AND kind = 'i' AND state = 2) AS taken
    FROM game LEFT JOIN lobby ON lobby.game = game.id
    WHERE game.status = 0 AND game.ending <> 2 AND (:all OR coalesce(lobby.private, 0) = 0)
    ORDER BY game.name LIMIT :max;

-- name: guest_add
INSERT INTO guest (game, number, kind, state, address, name, lang, luck, player, place, since, told,
        seen_shown, seen_entry)
    VALUES (:game, :number, :kind, :state, :address, :name, :lang, :luck, :player, :place, :since,
        :told, :seen_shown, :seen_entry);

-- name: guest_set
UPDATE guest SET kind = :kind, state = :state, address = :address, name = :name, lang = :lang,
        luck = :luck, player = :player, place = :place, since = :since, told = :told,
        seen_shown = :seen_shown, seen_entry = :seen_entry
    WHERE game = :game AND number = :number;

-- name: guest_list
SELECT game, number, kind, state, address, name, lang, luck, player, place, since, told, seen_shown, seen_entry
    FROM guest WHERE game = :game ORDER BY number;

-- name: guest_due
-- Watchers with something new to be told: a day after the last letter, or when the game is over.
SELECT guest.game, guest.number, game.name
    FROM guest CROSS JOIN game ON game.id = guest.game
    WHERE guest.kind = 'o' AND guest.state = 2 AND guest.told <= :now
        AND (guest.told <= :now - :every OR game.status = 2)
        AND game.status > 0 AND game.shown > guest.seen_shown
    ORDER BY guest.told, guest.game, guest.number LIMIT :max;

-- name: guest_silent
-- Invited people who have not answered and are due a reminder: a first one, or the last.
-- By way of the open games: the others are many, and their guests are of the past.
SELECT guest.game, guest.number, game.name
    FROM game CROSS JOIN guest ON guest.game = game.id
    WHERE game.status = 0 AND game.name > '' AND game.ending <> 2 AND guest.kind = 'i' AND guest.state = 0
        AND ((guest.since <= :now - :first AND guest.told < guest.since + :first)
            OR (guest.since <= :now - :last AND guest.told < guest.since + :last))
    ORDER BY guest.game, guest.number LIMIT 1;

-- name: guest_put_off
UPDATE guest SET told = :told WHERE game = :game AND number = :number;

-- name: guest_move
-- A player is reached elsewhere: also where he only watches or waits.
UPDATE guest SET address = :address WHERE player = :player AND kind <> 'a';

-- name: guest_stay
UPDATE guest SET state = 3 WHERE player = :player AND kind = 'a' AND state = 1;

-- name: player_seats
-- Where a player sits in games that are not over, and where a bot plays for him until he is back.
SELECT game.name, seat.number FROM seat JOIN game ON game.id = seat.game
    WHERE seat.player = :player AND (seat.bot = 0 OR seat.dismissed > 0) AND game.status = 1
    ORDER BY game.name, seat.number;

-- name: player_get
SELECT id, address, name, lang, format, tz FROM player WHERE id = :id;

-- name: answered_add
-- What was passed over and then answered late after all stays passed over.
INSERT OR IGNORE INTO answered (game, number, player, deadline, at, on_time)
    VALUES (:game, :number, :player, :deadline, :at, :on_time);

-- name: result_put
INSERT OR REPLACE INTO result (game, player, rank) VALUES (:game, :player, :rank);

-- name: records
-- Players by what they have to show. Of a game that is unfinished or was called off (perhaps after it had
-- ended and was opened again) only a resignation counts.
SELECT player.id, player.name, player.address, coalesce(played.games, 0) AS games,
        coalesce(played.wins, 0) AS wins, coalesce(played.resigned, 0) AS resigned,
        coalesce(sitting.now, 0) AS playing, coalesce(asked.asked, 0) AS asked,
        coalesce(asked.on_time, 0) AS on_time
    FROM player
    LEFT JOIN (SELECT result.player, count(*) AS games, sum(rank = 1) AS wins,
                sum(rank = 0) AS resigned
            FROM result JOIN game ON game.id = result.game
                LEFT JOIN lobby ON lobby.game = game.id
            WHERE (game.status = 2 AND game.ending <> 2 OR rank = 0) AND (:all OR coalesce(lobby.private, 0) = 0)
            GROUP BY result.player) AS played ON played.player = player.id
    LEFT JOIN (SELECT seat.player, count(*) AS now FROM seat JOIN game ON game.id = seat.game
                LEFT JOIN lobby ON lobby.game = game.id
            WHERE game.status = 1 AND seat.bot = 0 AND (:all OR coalesce(lobby.private, 0) = 0)
            GROUP BY seat.player) AS sitting ON sitting.player = player.id
    LEFT JOIN (SELECT answered.player, count(*) AS asked, sum(on_time) AS on_time
            FROM answered LEFT JOIN lobby ON lobby.game = answered.game
            WHERE :all OR coalesce(lobby.private, 0) = 0
            GROUP BY answered.player) AS asked ON asked.player = player.id
    WHERE :all OR played.games > 0
    ORDER BY wins DESC, games, player.name COLLATE NOCASE, player.id LIMIT :max;

-- ---- moderators

-- name: moderator_list
SELECT number, address, house, epoch, greeted, asked FROM moderator WHERE game = :game ORDER BY number;

-- name: moderator_new
SELECT DISTINCT game.name FROM moderator CROSS JOIN game ON game.id = moderator.game
    WHERE moderator.greeted = 0 AND game.status < 2 AND game.ending <> 2 ORDER BY game.name LIMIT 1000;

-- name: moderator_put
INSERT OR REPLACE INTO moderator (game, number, address, house, epoch, greeted, asked)
    VALUES (:game, :number, :address, :house, :epoch, :greeted, :asked);

-- name: confirmation_add
INSERT INTO confirmation (game, number, moderator, turn, until, lines)
    VALUES (:game, :number, :moderator, :turn, :until, :lines);

-- name: confirmation_find
SELECT turn, until, lines FROM confirmation WHERE game = :game AND moderator = :moderator AND number = :number;

-- name: confirmation_drop
DELETE FROM confirmation WHERE game = :game AND ((moderator = :moderator AND number = :number) OR until < :now);
