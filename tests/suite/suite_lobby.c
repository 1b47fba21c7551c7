/* lobby: people join a game of every engine by mail; what strangers can and cannot find out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "lobby/lobby.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>

static void found(struct world *w, const char *engine, const char *name, int seats, bool private,
                  const char *const *people)
{
    struct game_spec spec = {.name = name, .engine = engine, .seats = seats};
    struct game game;
    must(store_begin(w->house->store, &world_fault));
    must(lobby_found(w->house, &spec, private, people, &w->arena, &game, &world_fault));
    must(store_commit(w->house->store, &world_fault));
}

/* The newest letter to an address. */
static const struct letter *last_to(struct world *w, const char *address)
{
    struct world_mail *v;
    int n = world_mail(w, address, false, &v);
    assert_true(n > 0);
    return &v[n - 1].letter;
}

/* Everybody answers an invitation with words of his own; seats are drawn by lot. The seed is worked out
 * here anew, and the game replays from secret and words alone. */
static void every_engine_is_joined(void **state)
{
    static const char *const people[] = {"Ann <ann@x.example>", "Ben <ben@x.example>", "Cy <cy@x.example>",
                                         "Dee <dee@x.example>", NULL};
    static const char *const addresses[] = {"ann@x.example", "ben@x.example", "cy@x.example", "dee@x.example"};
    static const char *const words[] = {"one", "", "trois étoiles", "4"};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        struct world w;
        struct buf text = BUF(4096);
        uint8_t seed[SECRET_HASH];
        const char *difference = NULL;
        world_make(&w, 1800000000);
        found(&w, (*e)->def->name, "table", 4, false, people);
        world_run(&w);
        for (int i = 0; i < 4; i++) {
            const struct letter *l = last_to(&w, addresses[i]);
            assert_non_null(strstr(l->text, "SHA-256"));
            world_letter(&w, addresses[i], l->reply_to, "Re: come", arena_printf(&w.arena, "JOIN table %s", words[i]));
            world_run(&w);
        }
        struct sitting *s = world_sit(&w, "table");
        assert_int_equal(s->game.status, GAME_PLAYING);
        buf_add(&text, (const char *)s->game.secret, sizeof s->game.secret);
        buf_str(&text, "one\ntrois étoiles\n4\n");
        secret_sha256(seed, buf_all(&text));
        assert_memory_equal(seed, s->game.seed, SECRET_HASH);
        must(turn_replay(s, &difference, &world_fault));
        if (difference)
            die("%s: %s", (*e)->def->name, difference);
        /* From another secret it is another game. */
        int others = 0;
        for (int i = 0; i < 20; i++) { /* a game that draws little may draw the same from another one */
            s->game.secret[i] ^= 1;
            must(turn_replay(s, &difference, &world_fault));
            others += difference != NULL;
        }
        assert_true(others > 0);
        sitting_close(&s);
        buf_free(&text);
        world_remove(&w);
    }
}

/* The text of the answer, with the name of the game taken out. */
static const char *answer_about(struct world *w, const char *from, const char *verb, const char *name)
{
    world_letter(w, from, "games@house.example", "?", arena_printf(&w->arena, "%s %s", verb, name));
    world_run(w);
    const char *text = last_to(w, from)->text;
    struct buf out = BUF(1 << 20);
    for (const char *at; (at = strstr(text, name)); text = at + strlen(name)) {
        buf_add(&out, text, (size_t)(at - text));
        buf_str(&out, "NAME");
    }
    buf_str(&out, text);
    text = arena_slice(&w->arena, buf_all(&out));
    buf_free(&out);
    return text;
}

/* A game that is not there, a private one, one that has begun, a private one that has begun. */
static void private_games_are_not_there(void **state)
{
    static const char *const pair[] = {"Ann", "Ben", NULL};
    struct world w;
    struct lobby lobby = {.private = true, .format = "both"};
    struct game game;
    (void)state;
    world_make(&w, 1800000000);
    found(&w, "venture", "hidden", 3, true, NULL);
    world_game(&w, "venture", "public", NULL, NULL, pair, NULL);
    world_game(&w, "venture", "secret", NULL, NULL, pair, NULL);
    must(lobby_game(w.house, "secret", &w.arena, &game, &world_fault));
    must(store_begin(w.house->store, &world_fault));
    must(store_lobby_put(w.house->store, game.id, &lobby, &world_fault));
    must(store_commit(w.house->store, &world_fault));
    const char *join = answer_about(&w, "a@else.example", "JOIN", "absent");
    assert_string_equal(join, answer_about(&w, "b@else.example", "JOIN", "hidden"));
    assert_string_equal(join, answer_about(&w, "c@else.example", "JOIN", "public"));
    assert_string_equal(join, answer_about(&w, "d@else.example", "JOIN", "secret"));
    const char *watch = answer_about(&w, "e@else.example", "OBSERVE", "absent");
    assert_string_equal(watch, answer_about(&w, "f@else.example", "OBSERVE", "hidden"));
    assert_string_equal(watch, answer_about(&w, "g@else.example", "OBSERVE", "secret"));
    assert_string_not_equal(watch, answer_about(&w, "h@else.example", "OBSERVE", "public"));
    world_remove(&w);
}

/* Requests in the names of many: bounded, and whoever is invited gets in all the same. */
static void crowds_are_bounded(void **state)
{
    static const char *const ann[] = {"Ann <ann@x.example>", NULL};
    struct world w;
    struct world_mail *v;
    (void)state;
    world_make(&w, 1800000000);
    found(&w, "venture", "party", 3, false, ann);
    world_run(&w);
    for (int i = 0; i < LOBBY_ASKED + 20; i++)
        world_letter(&w, arena_printf(&w.arena, "m%d@else.example", i), "games@house.example", "?", "JOIN party");
    world_run(&w);
    int letters = 0;
    for (int i = 0; i < LOBBY_ASKED + 20; i++) {
        int n = world_mail(&w, arena_printf(&w.arena, "m%d@else.example", i), false, &v);
        assert_int_equal(n, 1);
        letters += strstr(v[0].letter.reply_to, "party") != NULL;
    }
    assert_int_equal(letters, LOBBY_ASKED);
    assert_non_null(strstr(last_to(&w, arena_printf(&w.arena, "m%d@else.example", LOBBY_ASKED))->text, "Too many people"));
    world_letter(&w, "ann@x.example", last_to(&w, "ann@x.example")->reply_to, "Re: come", "JOIN");
    world_run(&w);
    assert_non_null(strstr(last_to(&w, "ann@x.example")->text, "You have a seat in party"));
    w.now += LOBBY_PATIENCE + 1;
    world_letter(&w, "late@else.example", "games@house.example", "?", "JOIN party");
    world_run(&w);
    assert_non_null(strstr(last_to(&w, "late@else.example")->text, "has asked for a seat"));
    world_remove(&w);
}

static enum guest_state state_of(struct world *w, const char *name, const char *address)
{
    struct game game;
    struct guest g;
    int n;
    must(lobby_game(w->house, name, &w->arena, &game, &world_fault));
    must(lobby_guest(w->house, game.id, 0, WHO_INVITED, address, &w->arena, &g, &n, &world_fault));
    assert_true(g.number > 0);
    return g.state;
}

/* A bot plays for the seat's player, who has been silent. */
static void dismiss(struct world *w, const char *name, int seat)
{
    struct sitting *s = world_sit(w, name);
    s->seats[seat - 1].bot = true;
    s->seats[seat - 1].dismissed = w->now;
    must(store_begin(w->house->store, &world_fault));
    must(store_seat_set(w->house->store, &s->seats[seat - 1], &world_fault));
    must(turn_settle(s, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
}

static bool is_bot(struct world *w, const char *name, int seat)
{
    struct sitting *s = world_sit(w, name);
    bool bot = s->seats[seat - 1].bot;
    sitting_close(&s);
    return bot;
}

/* Somebody had Alice's mailbox for an hour. When she has moved, neither his request in another game nor
 * any key in the old mailbox is worth anything; nor is a request for ever. */
static void moving_leaves_nothing_behind(void **state)
{
    static const char *const two[] = {"Alice", "Bob", NULL};
    static const char *const alice[] = {"Alice <alice@players.example>", NULL}, *const fixed[] = {"seating=fixed", NULL};
    static const char old[] = "alice@players.example", evil[] = "mallory@evil.example", fresh[] = "alice@new.example";
    struct world w;
    struct player p;
    (void)state;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "one", NULL, fixed, two, NULL);
    world_game(&w, "venture", "two", NULL, fixed, two, NULL);
    world_game(&w, "venture", "three", NULL, fixed, two, NULL);
    found(&w, "venture", "waits", 3, false, alice);
    world_run(&w);
    dismiss(&w, "three", 1);
    const char *third = world_reply(&w, "three", 1);
    const char *key = arena_strdup(&w.arena, last_to(&w, old)->reply_to);
    world_letter(&w, old, key, "Re: come", "YES");
    world_run(&w);
    assert_int_equal(state_of(&w, "waits", old), GUEST_HERE);

    world_letter(&w, old, world_reply(&w, "one", 1), "move", "ADDRESS mallory@evil.example");
    world_run(&w);
    const char *his = arena_strdup(&w.arena, last_to(&w, evil)->reply_to);
    world_letter(&w, old, world_reply(&w, "two", 1), "move", "ADDRESS alice@new.example");
    world_run(&w);
    world_letter(&w, fresh, last_to(&w, fresh)->reply_to, "Re: move", "YES");
    world_run(&w);
    must(store_player_find(w.house->store, fresh, &w.arena, &p, &world_fault));
    assert_true(p.id > 0);

    world_letter(&w, evil, his, "Re: move", "YES");
    world_letter(&w, evil, third, "back", "STATUS"); /* where a bot plays for her the key is new, too */
    world_letter(&w, old, key, "Re: come", "LEAVE");
    world_run(&w);
    must(store_player_find(w.house->store, evil, &w.arena, &p, &world_fault));
    assert_int_equal(p.id, 0);
    assert_int_equal(state_of(&w, "waits", fresh), GUEST_HERE);
    assert_true(is_bot(&w, "three", 1));
    world_letter(&w, fresh, world_reply(&w, "three", 1), "back", "STATUS");
    world_run(&w);
    assert_false(is_bot(&w, "three", 1));

    world_letter(&w, fresh, world_reply(&w, "one", 1), "move", "ADDRESS mallory@evil.example");
    world_run(&w);
    w.now += LOBBY_PATIENCE;
    world_letter(&w, evil, last_to(&w, evil)->reply_to, "Re: move", "YES");
    world_run(&w);
    must(store_player_find(w.house->store, evil, &w.arena, &p, &world_fault));
    assert_int_equal(p.id, 0);
    world_remove(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_is_joined),
        cmocka_unit_test(private_games_are_not_there),
        cmocka_unit_test(crowds_are_bounded),
        cmocka_unit_test(moving_leaves_nothing_behind),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
