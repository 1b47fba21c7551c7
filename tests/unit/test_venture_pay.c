/* What capital is worth, and PAY AUTO against trying everything. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_venture_game.h"

#include "engines/venture/pay.h"
#include "engines/venture/sets.h"

static struct game *g;
static const struct venture *v;

static struct hand cards(const char *names)
{
    struct hand h = {0};
    struct slice rest = slice_of(names);
    while (rest.p && rest.n)
        h.n[kind_card(kind_named(g, slice_cut(&rest, ' ')))]++;
    return h;
}

static int best(const char *names)
{
    struct hand h = cards(names);
    return venture_hand_best(v, &h);
}

static const char *automatic(const char *names, int cost)
{
    static struct names text;
    struct hand h = cards(names), paid;
    text = (struct names){0};
    if (!venture_pay_best(v, &h, cost, &paid))
        return "no";
    for (int c = 0; c < CARDS; c++)
        for (int i = 0; i < paid.n[c]; i++)
            venture_names_add(&text, v->kinds[card_kind(c)]);
    return text.text;
}

static void sets_have_their_value(void **state)
{
    (void)state;
    assert_int_equal(best("T1 T5"), 16);
    assert_int_equal(best("C3 C3"), 6);
    assert_int_equal(best("T1 T3 T5 T8"), 64);
    assert_int_equal(best("T1 T3"), 16);
    assert_int_equal(best("T5 T8"), 16);
    assert_int_equal(best("T1 T3 T8"), 32);
    assert_int_equal(best("T1 S3 C5"), 9);
    assert_int_equal(best("T1 T1 T3 T5"), 33);
    assert_int_equal(best("T1 T1 T3 T3"), 32);
    assert_int_equal(best("T1 T1 T3 T3 T5 T5 T8 T8"), 128);
    assert_int_equal(best("S1 S5 20 14"), 50);
    assert_int_equal(best("1/2x 3/2x"), 0);
    assert_int_equal(best(""), 0);
    struct hand h = cards("T1 T1 T3 T5 S8 20");
    assert_int_equal(venture_hand_face(v, &h), 38);
}

/* Best value by trying every first set; independent of the tables. */
static int slow_best(const int *face, int n, unsigned used)
{
    int most = 0, value[] = {0, 0, 16, 32, 64};
    for (int i = 0; i < n; i++)
        if (!(used >> i & 1)) {
            /* card i alone, or in a set with any others of different faces */
            for (unsigned set = 0; set < 1u << n; set++) {
                if ((set & used) || !(set >> i & 1))
                    continue;
                unsigned faces = 0;
                bool distinct = true;
                for (int k = 0; k < n; k++)
                    if (set >> k & 1) {
                        distinct = distinct && !(faces >> face[k] & 1);
                        faces |= 1u << face[k];
                    }
                int size = __builtin_popcount(set);
                if (!distinct)
                    continue;
                int sum = (size == 1 ? face[i] : value[size]) + slow_best(face, n, used | set);
                most = sum > most ? sum : most;
            }
            return most;
        }
    return 0;
}

static void every_state_has_its_best_value(void **state)
{
    (void)state;
    int seen = 0;
    for (int s = 0; s < v->sets->nstates; s++) {
        int face[16], n = 0;
        for (int f = 0; f < FACES; f++)
            for (int i = 0; i < v->sets->count[s][f]; i++)
                face[n++] = v->face[f];
        assert_int_equal(v->sets->best[s], slow_best(face, n, 0));
        seen++;
    }
    assert_int_equal(seen, 4 * 3 * 3 * 3);
}

static void sets_are_shown(void **state)
{
    (void)state;
    struct names names = {0};
    struct hand h = cards("T1 T5 C3 C3 20");
    venture_hand_sets(v, &h, &names);
    assert_string_equal(names.text, "T1▲+T5▲ C3● C3● 20");
}

static void pass_gives_what_is_missed_least(void **state)
{
    (void)state;
    static const struct {
        const char *hand, *card;
    } cases[] = {
        {"T1 T3 T5 T8 S8", "S8"},                    /* breaking the set costs 32 */
        {"T5 S5 C5", "T5"},                          /* T before S before C */
        {"T1 T1 T3 10", "T1"},                       /* the second T1 is worth 1 */
        {"S3 T3 C1 C5", "T3"},                       /* 3 less, and T before S; C1 would cost 11 */
        {"10 12", "10"},          {"1/2x 20", "20"}, /* a proxy only when there is no capital */
        {"1/2x 1x 3/2x", "3/2x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hand h = cards(cases[i].hand);
        int card = venture_hand_least(v, &h);
        assert_true(card >= 0);
        assert_string_equal(v->kinds[card_kind(card)], cases[i].card);
    }
    struct hand nothing = {0};
    assert_int_equal(venture_hand_least(v, &nothing), -1);
}

static void automatic_payment_is_not_greedy(void **state)
{
    (void)state;
    assert_string_equal(automatic("T1 T3 T5 T8 16", 16), "16"); /* the set stays whole */
    assert_string_equal(automatic("T1 T3 T5 T8", 64), "T1 T3 T5 T8");
    assert_string_equal(automatic("T1 T5 14", 15), "T1 T5"); /* leaves 14; T1 14 would leave 5 */
    assert_string_equal(automatic("T1 T5 14", 17), "T5 14"); /* T1+T5 14 would leave nothing */
    assert_string_equal(automatic("T1 T5 C3 C3", 16), "T1 T5");
    assert_string_equal(automatic("10 10 20", 20), "20"); /* fewest cards */
    assert_string_equal(automatic("S8 C8", 8), "S8");     /* the fixed order */
    assert_string_equal(automatic("10 12", 23), "no");
    assert_string_equal(automatic("1/2x", 1), "no");
}

/* --- against trying everything ----------------------------------------------------------- */

static uint64_t seed = 88172645463325252u;

static uint32_t any(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed % n);
}

struct payment {
    struct hand paid;
    int left, cards;
    bool found;
};

static bool better(const struct payment *a, const struct payment *b)
{
    if (!b->found || a->left != b->left)
        return !b->found || a->left > b->left;
    if (a->cards != b->cards)
        return a->cards < b->cards;
    return memcmp(a->paid.n, b->paid.n, sizeof a->paid.n) > 0;
}

static void try_all(const struct hand *hand, int cost, int card, struct payment *now,
                    struct payment *top)
{
    if (card == CAPITALS) {
        struct hand left = *hand;
        for (int c = 0; c < CAPITALS; c++)
            left.n[c] = (uint8_t)(left.n[c] - now->paid.n[c]);
        now->left = venture_hand_best(v, &left);
        now->found = true;
        if (venture_hand_best(v, &now->paid) >= cost && better(now, top))
            *top = *now;
        return;
    }
    for (int x = 0; x <= hand->n[card]; x++) {
        now->paid.n[card] = (uint8_t)x;
        now->cards += x;
        try_all(hand, cost, card + 1, now, top);
        now->cards -= x;
    }
    now->paid.n[card] = 0;
}

static void automatic_payment_is_exact(void **state)
{
    (void)state;
    int payable = 0;
    for (int i = 0; i < 10000; i++) {
        struct hand h = {0}, paid;
        struct payment now = {0}, top = {0};
        int n = 1 + (int)any(9);
        for (int k = 0; k < n; k++) {
            int card = (int)any(any(3) ? LOWS : CAPITALS);
            h.n[card] = (uint8_t)(h.n[card] + (h.n[card] < v->quantity[card]));
        }
        int all = venture_hand_best(v, &h), cost = 1 + (int)any((uint32_t)all + 4);
        try_all(&h, cost, 0, &now, &top);
        assert_int_equal(venture_pay_best(v, &h, cost, &paid), top.found);
        if (top.found)
            assert_memory_equal(paid.n, top.paid.n, sizeof paid.n);
        payable += top.found;
    }
    assert_true(payable > 5000 && payable < 10000);
}

static void large_hands_are_quick(void **state)
{
    (void)state;
    struct hand all = {0}, paid;
    for (int c = 0; c < CAPITALS; c++)
        all.n[c] = (uint8_t)v->quantity[c];
    int most = venture_hand_best(v, &all);
    for (int cost = 1; cost <= most; cost += 7) {
        assert_true(venture_pay_best(v, &all, cost, &paid));
        assert_true(venture_hand_best(v, &paid) >= cost);
        assert_int_equal(venture_pay_superfluous(v, &paid, cost), -1);
    }
    assert_false(venture_pay_best(v, &all, most + 1, &paid));
}

static int open_game(void **state)
{
    (void)state;
    g = game_new(2, VARIANT_VENTURE);
    v = cards_of(g);
    return 0;
}

static int close_game(void **state)
{
    (void)state;
    game_free(g);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_have_their_value),
        cmocka_unit_test(every_state_has_its_best_value),
        cmocka_unit_test(sets_are_shown),
        cmocka_unit_test(pass_gives_what_is_missed_least),
        cmocka_unit_test(automatic_payment_is_not_greedy),
        cmocka_unit_test(automatic_payment_is_exact),
        cmocka_unit_test(large_hands_are_quick),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
