#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/general.h"
#include "turn/house.h"
#include "run/intake.h"
#include "turn/sitting.h"
#include "turn/token.h"

static void durations(void **state)
{
    int64_t s;
    (void)state;
    assert_true(house_duration(slice_of("3d"), &s) && s == 259200);
    assert_true(house_duration(slice_of("1d12h"), &s) && s == 129600);
    assert_true(house_duration(slice_of(" 90m "), &s) && s == 5400);
    assert_true(house_duration(slice_of("2j"), &s) && s == 172800);
    assert_false(house_duration(slice_of(""), &s));
    assert_false(house_duration(slice_of("3"), &s));
    assert_false(house_duration(slice_of("h"), &s));
    assert_false(house_duration(slice_of("3x"), &s));
    assert_false(house_duration(slice_of("900000d"), &s));
}

static void game_names(void **state)
{
    (void)state;
    assert_true(game_name_ok(slice_of("lyon-2")));
    assert_false(game_name_ok(slice_of("")));
    assert_false(game_name_ok(slice_of("2lyon")));
    assert_false(game_name_ok(slice_of("Lyon")));
    assert_false(game_name_ok(slice_of("a.b")));
    assert_false(game_name_ok(slice_of("a/../b")));
    assert_false(game_name_ok(slice_of("abcdefghijklmnopqrstuvwxyz0123456")));
}

static bool seat_ok(const struct house *house, const struct game *game, const struct seat *seat,
                    struct slice token)
{
    struct writer w = token_seat(seat);
    return token_ok(house, game, &w, token);
}

static void reply_addresses(void **state)
{
    struct arena arena = ARENA(1 << 16);
    struct house house = {.config.address = "Games@Example.org", .key = {1, 2, 3}};
    struct game game = {.id = 4, .name = "lyon"};
    struct seat seat = {.number = 2};
    struct reply_address r;
    (void)state;
    const char *to = token_seat_address(&house, &game, &seat, 17, &arena);
    assert_true(strncmp(to, "Games+lyon.2.17.", 16) == 0);
    assert_true(token_parse(&house, to, &r));
    assert_true(slice_is(r.game, "lyon"));
    assert_int_equal(r.who, WHO_SEAT);
    assert_int_equal(r.number, 2);
    assert_int_equal(r.await, 17);
    assert_true(seat_ok(&house, &game, &seat, r.token));
    seat.number = 3; /* the token of another seat */
    assert_false(seat_ok(&house, &game, &seat, r.token));
    seat.number = 2;
    seat.epoch = 1; /* renewed */
    assert_false(seat_ok(&house, &game, &seat, r.token));
    seat.epoch = 0;
    game.id = 5; /* another game of that name */
    assert_false(seat_ok(&house, &game, &seat, r.token));
    game.id = 4;
    struct writer moderator = {.who = WHO_MODERATOR, .number = 2}; /* the same number, another person */
    assert_false(token_ok(&house, &game, &moderator, r.token));
    to = token_address(&house, &game, &moderator, 0, &arena);
    assert_true(strncmp(to, "Games+lyon.m2.0.", 16) == 0);
    assert_true(token_parse(&house, to, &r));
    assert_int_equal(r.who, WHO_MODERATOR);
    assert_true(token_ok(&house, &game, &moderator, r.token));
    moderator.confirms = 18; /* nor does it confirm anything */
    assert_false(token_ok(&house, &game, &moderator, r.token));
    assert_true(token_parse(&house, token_address(&house, &game, &moderator, 18, &arena), &r));
    assert_int_equal(r.await, 18);
    assert_true(token_ok(&house, &game, &moderator, r.token));
    moderator.confirms = 19; /* but what was asked */
    assert_false(token_ok(&house, &game, &moderator, r.token));
    assert_true(token_parse(&house, to, &r));
    assert_false(seat_ok(&house, &game, &seat, r.token));
    assert_false(token_parse(&house, "games+lyon.x2.17.abcdefghijklmnop@example.org", &r));
    assert_true(token_parse(&house, "games+lyon.2.17.abcdefghijklmnop@EXAMPLE.ORG", &r));
    assert_false(token_parse(&house, "games@example.org", &r));
    assert_false(token_parse(&house, "games+lyon.2.17.short@example.org", &r));
    assert_false(token_parse(&house, "games+lyon.9.17.abcdefghijklmnop@example.org", &r));
    assert_false(token_parse(&house, "games+lyon.2.-1.abcdefghijklmnop@example.org", &r));
    assert_false(token_parse(&house, "games+lyon.2.17.abcdefghijklmnop@else.org", &r));
    assert_false(token_parse(&house, "other+lyon.2.17.abcdefghijklmnop@example.org", &r));
    assert_false(token_parse(&house, "gamesX+lyon.2.17.abcdefghijklmnop@example.org", &r));
    assert_true(token_is_house(&house, "games@example.org"));
    assert_true(token_is_house(&house, "games+x@example.org"));
    assert_false(token_is_house(&house, "games2@example.org"));
    arena_free(&arena);
}

static void heads_are_reduced(void **state)
{
    struct buf out = BUF(20 << 10);
    (void)state;
    intake_head(slice_of("From: a@x\r\nContent-Type: multipart/mixed;\r\n boundary=\"\\\"\"\r\n"
                         "TO: b@y,\n c@z\nX-Other: no\nSubject: hi\n\nbody: From: evil@x\n"),
                &out);
    assert_string_equal(buf_text(&out), "From: a@x\r\nTO: b@y,\r\n c@z\r\nSubject: hi\r\n\r\n");
    buf_free(&out);
}

static void general_grammar_is_sound(void **state)
{
    struct arena arena = ARENA(4 << 20);
    (void)state;
    const char *wrong = grammar_check(general_grammar(), NULL, &arena);
    if (wrong)
        fail_msg("%s", wrong);
    for (const struct engine *const *e = engine_all(); *e; e++) {
        wrong = grammar_check((*e)->grammar, general_grammar(), &arena);
        if (wrong)
            fail_msg("%s: %s", (*e)->def->name, wrong);
    }
    arena_free(&arena);
}

static void options(void **state)
{
    struct arena arena = ARENA(1 << 16);
    const struct engine *e = engine_find(slice_of("venture"));
    int64_t v[OPTIONS_MAX], w[OPTIONS_MAX];
    struct buf text = BUF(4096);
    const char *why;
    (void)state;
    assert_non_null(e);
    assert_null(engine_find(slice_of("chess")));
    options_preset(e, 0, v);
    assert_true(options_set(e, v, slice_of("draw=3"), &arena, &why));
    assert_false(options_set(e, v, slice_of("draw=4"), &arena, &why));
    assert_string_equal(why, "draw=N, from 2 to 3");
    assert_false(options_set(e, v, slice_of("colour=red"), &arena, &why));
    assert_false(options_set(e, v, slice_of("draw"), &arena, &why));
    assert_false(options_set(e, v, slice_of("stall=-1"), &arena, &why));
    options_print(e, v, &text);
    options_preset(e, 0, w);
    for (struct slice rest = buf_all(&text); rest.p && rest.n;)
        assert_true(options_set(e, w, slice_cut(&rest, ' '), &arena, &why));
    assert_memory_equal(v, w, sizeof v[0] * (size_t)e->def->noptions); /* what is stored comes back */
    assert_int_equal(engine_variant(e, slice_of("riche-ou-pauvre")), 1);
    assert_int_equal(engine_variant(e, slice_of("poor")), -1);
    buf_free(&text);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations),         cmocka_unit_test(game_names),
        cmocka_unit_test(reply_addresses),   cmocka_unit_test(heads_are_reduced),
        cmocka_unit_test(general_grammar_is_sound), cmocka_unit_test(options),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
