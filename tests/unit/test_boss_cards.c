/* Cards that can be stopped: on what they may be played, their windows, and those that wait. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_boss_game.h"

/* David (1) leads space 3 with Sacks; Thierry has Cashman and Liebgeld, Benoit Wadsworth, Vincent
 * Goldman, and Dougherty is with David. */
static struct game *talks(void)
{
    struct game *g = game_bare(4);
    invest(g, 1, "Sacks Dougherty");
    invest(g, 2, "Cashman Liebgeld");
    invest(g, 3, "Wadsworth");
    invest(g, 4, "Goldman");
    pawn(g, 3);
    plays(g, 1, "DEAL");
    return g;
}

/* --- TRAVEL ------------------------------------------------------------------------------ */

/* Every family of every seat, with every travel card: right exactly when it is there. */
static void travel_on_every_target(void **state)
{
    (void)state;
    for (int card = 0; card <= FAMILIES; card++)
        for (int of = 1; of <= 4; of++)
            for (int f = 0; f < FAMILIES; f++)
                for (int how = 0; how < 3; how++) {
                    static const char *const said[] = {"", " INVESTOR", " CLAN"};
                    char line[80], name[40];
                    struct game *g = talks();
                    hand(g, 4, "clan-Sacks");
                    plays(g, 4, "SHOW Sacks");
                    snprintf(name, sizeof name, card < FAMILIES ? "travel-%s" : "travel-joker",
                             cards_of(g)->family[card % FAMILIES]);
                    hand(g, 3, name);
                    snprintf(line, sizeof line, "TRAVEL %s OF %d%s", cards_of(g)->family[f], of,
                             said[how]);
                    struct deal d = deal_of(g);
                    bool investor = d.investors[of] >> f & 1, clan = d.clans[of] >> f & 1;
                    bool there = how == 0 ? investor || clan : how == 1 ? investor : clan;
                    const char *code = of == 3                         ? "travel-own"
                                       : !there                        ? "travel-none"
                                       : card != FAMILIES && card != f ? "travel-no-card"
                                                                       : "";
                    if (code[0]) {
                        refused(g, 3, line, code);
                    } else {
                        plays(g, 3, line); /* nobody has cards: it takes effect at once */
                        struct deal after = deal_of(g);
                        bool sent = how == 2 || (how == 0 && !investor);
                        assert_int_equal(after.away >> f & 1, !sent);
                        assert_int_equal(after.clans[of] >> f & 1, clan && !sent);
                    }
                    game_free(g);
                }
}

static void travel_sends_an_investor_away(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 3, "travel-Sacks travel-joker travel-Sacks");
    hand(g, 1, "clan-Sacks");
    goes_through(g, 3, "TRAVEL Sacks OF David");
    assert_int_equal(deal_of(g).away, 1 << 4);
    assert_int_equal(count_of(g, P_AWAY, 0, "travel-Sacks"),
                     1); /* the named card before the joker */
    refused(g, 3, "TRAVEL Sacks OF David", "travel-away");
    plays(g, 1, "SHOW Sacks");
    goes_through(g, 3,
                 "TRAVEL Sacks OF David WITH JOKER"); /* the clan card: the investor is away */
    assert_int_equal(count_of(g, P_DISCARD, 0, "clan-Sacks"), 1);
    assert_int_equal(count_of(g, P_DISCARD, 0, "travel-joker"), 1);
    assert_int_equal(count_of(g, P_HAND, 3, "travel-Sacks"), 1);
    game_free(g);
}

static void travel_not_beside_the_board(void **state)
{
    (void)state;
    struct game *g = game_bare(4);
    invest(g, 1, "Sacks");
    hand(g, 3, "travel-Goldman");
    pawn(g, 3);
    plays(g, 1, "DEAL");
    refused(g, 3, "TRAVEL Goldman OF David", "travel-none");
    game_free(g);
}

/* --- RECRUIT ----------------------------------------------------------------------------- */

static void recruit_on_every_target(void **state)
{
    (void)state;
    for (int beside = 0; beside < 2; beside++)
        for (int f = 0; f < FAMILIES; f++)
            for (int from = 0; from <= 4; from++) {
                char line[80];
                struct game *g = talks();
                hand(g, 3, "recruit recruit recruit");
                if (beside)
                    table_move(g->table, table_first(g->table, P_INVESTOR, 4), P_INVESTOR, 0);
                struct deal d = deal_of(g);
                int at = 0;
                while (!(d.investors[at] >> f & 1))
                    at++;
                snprintf(line, sizeof line, from ? "RECRUIT %s FROM %d" : "RECRUIT %s",
                         cards_of(g)->family[f], from);
                const char *code = from && from != at  ? "recruit-elsewhere"
                                   : at == 3           ? "recruit-own"
                                   : beside && at != 0 ? "recruit-beside"
                                                       : "";
                if (code[0]) {
                    refused(g, 3, line, code);
                } else {
                    goes_through(g, 3, line);
                    assert_int_equal(deal_of(g).investors[3] >> f & 1, 1);
                    assert_int_equal(count_of(g, P_DISCARD, 0, "recruit"), 3);
                }
                game_free(g);
            }
}

static void recruit_takes_the_travel_card_along(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 3, "recruit recruit recruit");
    hand(g, 4, "travel-Cashman recruit recruit");
    goes_through(g, 4, "TRAVEL Cashman OF Thierry");
    refused(g, 4, "RECRUIT Cashman FROM Thierry", "recruit-no-cards");
    goes_through(g, 3, "RECRUIT Cashman FROM Thierry");
    struct deal d = deal_of(g);
    assert_int_equal(d.away, 1);
    assert_int_equal(d.investors[3] & 1, 1);
    assert_int_equal(d.brings[3] & 1, 0);
    refused(g, 3, "ASK 5 FOR Cashman", "cannot-bring");
    game_free(g);
}

/* --- BOSS and STOP ----------------------------------------------------------------------- */

static void boss_takes_over(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "boss");
    hand(g, 2, "boss");
    refused(g, 1, "BOSS", "you-are-boss");
    refused(g, 3, "BOSS", "boss-no-card");
    int64_t clock = table_get(g->table, T_CLOCK, 0);
    goes_through(g, 2, "BOSS");
    assert_int_equal(tally(g->table, T_BOSS), 2);
    assert_true(table_get(g->table, T_CLOCK, 0) > clock); /* the negotiation's clock restarts */
    assert_string_equal(asked(g, 2), "boss");
    assert_string_equal(asked(g, 1), "talk");
    game_free(g);
}

static void stop_stops(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "stop stop");
    hand(g, 3, "stop travel-Sacks travel-Sacks");
    hand(g, 2, "recruit");
    refused(g, 1, "STOP", "stop-nothing");
    plays(g, 3, "TRAVEL Sacks OF David");
    refused(g, 3, "STOP", "stop-own");
    refused(g, 2, "STOP", "stop-no-card");
    refused(g, 4, "STOP", "stop-no-card");
    plays(g, 1, "STOP");
    refused(g, 1, "STOP", "stop-nothing"); /* the second STOP comes too late */
    assert_int_equal(count_of(g, P_HAND, 1, "stop"), 1);
    assert_int_equal(deal_of(g).away, 0);
    game_free(g);
}

/* "A PASS may become a STOP until the window closes", and not afterwards. */
static void pass_becomes_stop(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "stop stop");
    hand(g, 2, "recruit");
    hand(g, 3, "travel-Sacks travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David");
    plays(g, 1, "PASS");
    refused(g, 1, "PASS", "passed");
    assert_string_equal(asked(g, 1), "");
    plays(g, 1, "STOP");
    assert_null(boss_pending(g->table));
    plays(g, 3, "TRAVEL Sacks OF David");
    plays(g, 1, "PASS");
    plays(g, 2, "PASS"); /* Vincent has no cards: nobody else is asked */
    assert_int_equal(deal_of(g).away, 1 << 4);
    refused(g, 1, "STOP", "stop-nothing");
    game_free(g);
}

/* --- windows ----------------------------------------------------------------------------- */

/* Who is asked: everyone else with cards in hand, from the actor's left. */
static void who_is_asked(void **state)
{
    (void)state;
    struct game *g = talks();
    struct await v[AWAITS_MAX];
    hand(g, 1, "recruit");
    hand(g, 2, "recruit");
    hand(g, 3, "travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David");
    assert_int_equal(boss_engine.awaits(g->table, g->options, v), 2); /* not Vincent, not Benoit */
    assert_int_equal(v[0].seat, 1);
    assert_int_equal(v[1].seat, 2);
    assert_int_equal(v[0].clock, CLOCK_REACTION);
    assert_int_equal(v[0].matter, v[1].matter);
    game_free(g);
}

/* Nobody has cards: there is nobody to wait for. */
static void nobody_to_ask(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 3, "travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David");
    assert_int_equal(deal_of(g).away, 1 << 4);
    game_free(g);
}

static void the_deadline_is_a_pass(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "stop");
    hand(g, 2, "recruit");
    hand(g, 3, "travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David");
    silence(g, 1);
    assert_non_null(boss_pending(g->table));
    silence(g, 2);
    assert_int_equal(deal_of(g).away, 1 << 4);
    game_free(g);
}

/* An await that is over changes nothing when it expires late. */
static void late_expiry(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "stop recruit");
    hand(g, 3, "travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David");
    struct await old = *await_of(g, 1);
    plays(g, 1, "STOP");
    struct table *before = table_clone(g->table);
    boss_engine.expire(&g->play, &old);
    assert_true(table_same(before, g->table));
    table_free(&before);
    game_free(g);
}

/* --- waiting ----------------------------------------------------------------------------- */

/* A BOSS during a pending TRAVEL waits, in hand and seen by its owner only. */
static void plays_wait_in_order(void **state)
{
    (void)state;
    struct game *g = talks();
    struct table *seen = table_new(g->engine.schema, 4);
    hand(g, 1, "recruit");
    hand(g, 2, "boss recruit");
    hand(g, 3, "travel-Sacks");
    hand(g, 4, "travel-Dougherty");
    plays(g, 3, "TRAVEL Sacks OF David");
    plays(g, 2, "BOSS\nSHOW Goldman");
    assert_non_null(find_event(g, "waits"));
    assert_int_equal(find_event(g, "waits")->sight, SIGHT_SEAT(2));
    plays(g, 4, "TRAVEL Dougherty OF David");
    assert_int_equal(table_count(g->table, P_HAND, 2), 2);
    for (int seat = 0; seat <= 4; seat++) {
        struct view view = table_view(seen, g->table, seat);
        int waiting = 0;
        for (uint16_t id = table_first(view.table, P_QUEUE, 0); id; id = table_next(view.table, id))
            waiting++;
        assert_int_equal(waiting, seat == 2 || seat == 4 ? 1 : 0);
        assert_int_equal(table_count(view.table, P_QUEUE, 0), waiting); /* not even how many */
        assert_int_equal(table_count(view.table, P_HAND, 2), 2);
    }
    assert_int_equal(boss_engine.held(g->table, 2, g->hold[2]), HOLD_WAIT);
    g->held[2][0] = '\0';
    plays(g, 1, "PASS"); /* the others have answered by playing */
    assert_int_equal(deal_of(g).away, 1 << 4);
    assert_int_equal(boss_pending(g->table)->seat, 2);
    all_pass(g);
    assert_int_equal(tally(g->table, T_BOSS), 2);
    assert_int_equal(boss_engine.held(g->table, 2, g->hold[2]), HOLD_YES);
    assert_int_equal(boss_pending(g->table)->seat, 4);
    all_pass(g);
    assert_int_equal(deal_of(g).away, 1 << 4 | 1 << 1);
    table_free(&seen);
    game_free(g);
}

/* What has become impossible is dropped, and only its owner is told. */
static void a_waiting_play_turns_illegal(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "recruit");
    hand(g, 3, "travel-Sacks");
    hand(g, 4, "travel-Sacks recruit");
    plays(g, 3, "TRAVEL Sacks OF David");
    plays(g, 4, "TRAVEL Sacks OF David\nASK 1");
    plays(g, 1, "PASS");
    assert_int_equal(table_count(g->table, P_HAND, 4), 2);
    const struct event *e = find_event(g, "wait-dropped");
    assert_non_null(e);
    assert_int_equal(e->sight, SIGHT_SEAT(4));
    assert_int_equal(boss_engine.held(g->table, 4, g->hold[4]), HOLD_DROP);
    assert_int_equal(standing_terms(g), 0);
    game_free(g);
}

/* The same card cannot be promised twice. */
static void waiting_cards_are_kept(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "recruit");
    hand(g, 2, "recruit recruit recruit boss");
    hand(g, 3, "travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David");
    plays(g, 2, "BOSS");
    refused(g, 2, "BOSS", "boss-no-card");
    plays(g, 2, "RECRUIT Wadsworth FROM Benoit");
    refused(g, 2, "RECRUIT Goldman FROM Vincent", "recruit-no-cards");
    game_free(g);
}

/* Lines behind a stopped card are dropped. */
static void held_lines(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "stop");
    hand(g, 3, "travel-Sacks");
    plays(g, 3, "TRAVEL Sacks OF David\nASK 4 FOR Wadsworth");
    assert_int_equal(boss_engine.held(g->table, 3, g->hold[3]), HOLD_WAIT);
    plays(g, 1, "STOP");
    assert_int_equal(standing_terms(g), 0);
    assert_string_equal(g->held[3], "");
    game_free(g);
}

/* Two letters of one seat wait for different cards, and each learns what became of its own. */
static void holds_apart(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "stop recruit");
    hand(g, 3, "travel-Sacks boss");
    plays(g, 3, "TRAVEL Sacks OF David");
    int64_t first = g->hold[3];
    plays(g, 3, "BOSS");
    int64_t second = g->hold[3];
    assert_int_not_equal(first, second);
    assert_int_equal(boss_engine.held(g->table, 3, first), HOLD_WAIT);
    assert_int_equal(boss_engine.held(g->table, 3, second), HOLD_WAIT);
    plays(g, 1, "STOP");
    assert_int_equal(boss_engine.held(g->table, 3, first), HOLD_DROP);
    assert_int_equal(boss_engine.held(g->table, 3, second), HOLD_WAIT);
    plays(g, 1, "PASS");
    assert_int_equal(boss_engine.held(g->table, 3, first), HOLD_DROP);
    assert_int_equal(boss_engine.held(g->table, 3, second), HOLD_YES);
    game_free(g);
}

/* CLOSE waits behind a card, too; so does the Boss's BOSS against a pending BOSS. */
static void close_waits(void **state)
{
    (void)state;
    struct game *g = game_bare(3);
    invest(g, 1, "Cashman Dougherty");
    invest(g, 2, "Goldman Sacks");
    hand(g, 1, "recruit");
    hand(g, 2, "travel-Cashman recruit");
    hand(g, 3, "recruit stop");
    plays(g, 1, "DEAL");
    plays(g, 2, "TRAVEL Cashman OF David");
    plays(g, 1, "CLOSE");
    assert_int_equal(tally(g->table, T_CALL), CALL_NONE);
    plays(g, 3, "STOP");
    assert_int_equal(tally(g->table, T_CALL), CALL_CLOSE);
    assert_string_equal(asked(g, 2), "last-call");
    game_free(g);
}

/* --- standing orders --------------------------------------------------------------------- */

static bool fits(struct game *g, int seat, const char *line)
{
    struct order_reader reader = {
        .game = g->engine.situations, .data = g->engine.data, .seats = g->names, .nseats = 4};
    struct order order;
    int rest;
    if (!order_read_part(&reader, slice_of(line), 1, 0, &rest, &g->arena, &order, &g->mistake))
        fail_msg("not read: %s (%s)", line, g->mistake.code);
    return boss_engine.matches(g->table, g->options, await_of(g, seat), &order);
}

static void situations(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "recruit");
    hand(g, 2, "boss recruit");
    hand(g, 3, "travel-Sacks recruit");
    assert_true(fits(g, 2, "TALK"));
    assert_true(fits(g, 2, "TALK SPACE 1 3"));
    assert_false(fits(g, 2, "TALK SPACE 4"));
    plays(g, 3, "TRAVEL Sacks OF David");
    assert_true(fits(g, 1, "TRAVEL STOP"));
    assert_true(fits(g, 1, "TRAVEL ON Sacks STOP"));
    assert_true(fits(g, 1, "VOYAGE SUR Sacks DE David PAR Benoit STOP"));
    assert_true(fits(g, 1, "CARD PASS"));
    assert_false(fits(g, 1, "TRAVEL ON Goldman STOP"));
    assert_false(fits(g, 1, "TRAVEL OF Vincent STOP"));
    assert_false(fits(g, 1, "CARD BY Vincent"));
    assert_false(fits(g, 1, "BOSS BOSS"));
    assert_false(fits(g, 1, "CLOSE PASS"));
    all_pass(g);
    plays(g, 2, "BOSS");
    assert_true(fits(g, 1, "BOSS BOSS"));
    assert_false(fits(g, 1, "RECRUIT"));
    all_pass(g);
    plays(g, 2, "FAIL");
    assert_true(fits(g, 1, "FAIL BOSS"));
    assert_false(fits(g, 1, "CLOSE"));
    game_free(g);
}

/* PASS ALWAYS answers whatever comes in this negotiation. */
static void pass_always(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 1, "recruit");
    hand(g, 2, "stop");
    hand(g, 3, "travel-Sacks travel-Dougherty");
    plays(g, 2, "PASS ALWAYS");
    refused(g, 1, "PASS ALWAYS", "pass-boss");
    plays(g, 3, "TRAVEL Sacks OF David");
    assert_string_equal(asked(g, 2), "");
    plays(g, 2, "STOP"); /* but a STOP is still possible */
    plays(g, 3, "TRAVEL Dougherty OF David");
    plays(g, 1, "PASS");
    assert_int_equal(deal_of(g).away, 1 << 1);
    hand(g, 2, "recruit");
    plays(g, 1, "FAIL");
    assert_int_equal(tally(g->table, T_PHASE), PHASE_TURN); /* Thierry had passed beforehand */
    assert_int_equal(table_get(g->table, T_ALWAYS, 2), 0);
    game_free(g);
}

/* Whoever has passed everything and becomes the Boss has to speak again; others have not, even then. */
static void pass_always_and_boss(void **state)
{
    (void)state;
    struct game *g = talks();
    hand(g, 2, "boss recruit");
    hand(g, 3, "recruit");
    plays(g, 2, "PASS ALWAYS");
    plays(g, 3, "PASS ALWAYS");
    plays(g, 2, "BOSS"); /* nobody is left to ask */
    assert_int_equal(tally(g->table, T_BOSS), 2);
    assert_string_equal(asked(g, 2), "boss");
    assert_string_equal(asked(g, 1), "talk");
    assert_string_equal(asked(g, 3), "");
    assert_int_equal(table_get(g->table, T_ALWAYS, 2), 0);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(travel_on_every_target),
        cmocka_unit_test(travel_sends_an_investor_away),
        cmocka_unit_test(travel_not_beside_the_board),
        cmocka_unit_test(recruit_on_every_target),
        cmocka_unit_test(recruit_takes_the_travel_card_along),
        cmocka_unit_test(boss_takes_over),
        cmocka_unit_test(stop_stops),
        cmocka_unit_test(pass_becomes_stop),
        cmocka_unit_test(who_is_asked),
        cmocka_unit_test(nobody_to_ask),
        cmocka_unit_test(the_deadline_is_a_pass),
        cmocka_unit_test(late_expiry),
        cmocka_unit_test(plays_wait_in_order),
        cmocka_unit_test(a_waiting_play_turns_illegal),
        cmocka_unit_test(waiting_cards_are_kept),
        cmocka_unit_test(held_lines),
        cmocka_unit_test(holds_apart),
        cmocka_unit_test(close_waits),
        cmocka_unit_test(situations),
        cmocka_unit_test(pass_always),
        cmocka_unit_test(pass_always_and_boss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
