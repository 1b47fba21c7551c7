/* loop: two houses that write to each other, each of which takes the other for a player. However the
 * mail between them is mangled on its way, they come to rest. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "world.h"

#include <stdio.h>
#include <strings.h>

static const int64_t NOW = 1800000000;
enum { ROUNDS = 30, STEP = 1200 }; /* ten hours */

static const char *const addresses[] = {"games@a.example", "games@b.example"};

/* A game in each house, and the other one at its table. */
static void two_houses(struct world w[2])
{
    for (int i = 0; i < 2; i++) {
        struct sitting *s = NULL;
        world_make(&w[i], NOW);
        w[i].house->config.address = addresses[i];
        w[i].house->config.answers_per_hour = 3;
        w[i].house->config.moderator = addresses[1 - i]; /* notices, too */
        const char *other = arena_printf(&w[i].arena, "Other <%s>", addresses[1 - i]);
        const char *players[] = {other, "Alice <alice@players.example>", NULL};
        struct game_spec spec = {.name = i ? "rome" : "lyon", .engine = "venture", .players = players};
        must(store_begin(w[i].house->store, &world_fault));
        must(founding_new(w[i].house, &spec, &w[i].arena, &s, &world_fault));
        must(store_commit(w[i].house->store, &world_fault));
        sitting_close(&s);
    }
}

static bool marks(struct slice line)
{
    static const char *const names[] = {"X-Courtier:", "Auto-Submitted:", "X-Auto-Response-Suppress:",
                                        "Precedence:", "List-Id:",        "List-Unsubscribe:"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (line.n >= strlen(names[i]) && strncasecmp(line.p, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* What some gateways make of a letter: everything that tells it from a person's is gone. */
static void mangle(struct slice bytes, struct buf *out)
{
    bool head = true, drop = false;
    while (bytes.p && bytes.n) {
        struct slice line = slice_cut(&bytes, '\n');
        if (head && (line.n == 0 || line.p[0] == '\r'))
            head = false;
        if (head && line.p[0] != ' ' && line.p[0] != '\t')
            drop = marks(line);
        if (!head || !drop) {
            buf_slice(out, line);
            buf_char(out, '\n');
        }
    }
}

enum way {
    AS_WRITTEN,
    MANGLED,
    MANGLED_TO_SEAT, /* and what comes back goes to the seat that the other house has at the table */
};

/* One letter on its way to w. `seat`: the reply address w has given out last, "" for none. */
static void carry(struct world *w, const struct world_mail *mail, enum way way, const char *seat)
{
    struct buf b = BUF(4 << 20);
    if (way == MANGLED_TO_SEAT && *seat)
        buf_printf(&b, "Delivered-To: %s\r\n", seat);
    if (way == AS_WRITTEN)
        buf_slice(&b, mail->bytes);
    else
        mangle(mail->bytes, &b);
    world_bytes(w, buf_all(&b));
    buf_free(&b);
}

/* How many letters go between them in ten hours, and in the last five of them. */
static int letters(enum way way, int *late)
{
    struct world w[2];
    char seats[2][256] = {"", ""};
    int n = 0;
    *late = 0;
    two_houses(w);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 2; i++) {
            struct world_mail *v;
            w[i].now += STEP;
            world_run(&w[i]);
            int k = world_mail(&w[i], addresses[1 - i], true, &v);
            for (int m = 0; m < k; m++) {
                if (strchr(v[m].letter.reply_to, '+'))
                    snprintf(seats[i], sizeof seats[i], "%s", v[m].letter.reply_to);
                carry(&w[1 - i], &v[m], way, seats[1 - i]);
            }
            n += k;
            *late += round >= ROUNDS / 2 ? k : 0;
        }
    world_remove(&w[0]);
    world_remove(&w[1]);
    return n;
}

/* Each sends an invitation, and knows the other's for a machine's. */
static void known_as_machines(void **state)
{
    int late;
    (void)state;
    assert_int_equal(letters(AS_WRITTEN, &late), 2);
}

/* Each takes the other for a stranger, who gets one answer a day. */
static void taken_for_strangers(void **state)
{
    int late;
    (void)state;
    assert_int_equal(letters(MANGLED, &late), 4);
    assert_int_equal(late, 0);
}

/* Each takes the other for its player, whose orders make no sense. */
static void taken_for_players(void **state)
{
    int late;
    (void)state;
    assert_in_range(letters(MANGLED_TO_SEAT, &late), 8, 2 + 2 + 2 * 6);
    assert_int_equal(late, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_as_machines),
                                       cmocka_unit_test(taken_for_strangers),
                                       cmocka_unit_test(taken_for_players)};
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
