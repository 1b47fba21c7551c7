/* What a report says each die would bring is what happens; and what else a report is read for: who owns
 * what, cash against books, offers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "test_capital_glossary.h"

/* The document of a seat's report, as describe() fills it. */
static json_t *told(struct game *g, int seat)
{
    struct table *seen = table_new(g->engine.schema, table_seats(g->table));
    struct view view = table_view(seen, g->table, seat);
    json_t *doc = json_object();
    capital_engine.describe(&view, &g->engine, g->options, 0, doc);
    table_free(&seen);
    return doc;
}

/* The row of a company in a list of the document. */
static json_t *row_of(json_t *list, const char *company)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *o = json_array_get(list, i);
        if (strcmp(json_string_value(json_object_get(o, "company")), company) == 0)
            return o;
    }
    fail_msg("no %s in the report", company);
    return NULL;
}

static json_t *group_row(json_t *doc, int group, const char *company)
{
    json_t *o = json_array_get(json_object_get(doc, "groups"), (size_t)group);
    return row_of(json_object_get(o, "tree"), company);
}

static int64_t number(json_t *o, const char *key)
{
    json_t *v = json_object_get(o, key);
    if (json_is_integer(v))
        return json_integer_value(v);
    return v && json_is_string(v) ? strtol(json_string_value(v), NULL, 10) : 0;
}

static bool flag(json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}

/* --- what each die would bring ----------------------------------------------------------------- */

struct purse {
    int64_t white, black, loan, debt, deposit;
    bool shared;
};

static struct game *laid(int type, const struct purse *p)
{
    struct game *g = one_company(type, p->white, p->black);
    company_set(g->table, T_LOAN, R1, p->loan);
    company_set(g->table, T_DEBT, R1, p->debt);
    company_set(g->table, T_DEPOSIT, R1, p->deposit);
    if (p->shared)
        company_set(g->table, T_MINORITY, R1, BH + 1);
    return g;
}

/* From every cell with every die: what the report says, and what the landing then brings. */
static void what_is_said_happens(void **state)
{
    static const struct purse purses[] = {{100, 40, 0, 0, 0, false},  {20, 250, 0, 100, 60, false},
                                          {90, 30, 50, 0, 0, false},  {0, 0, 0, 0, 0, false},
                                          {400, 10, 0, 0, 10, false}, {200, 200, 0, 0, 0, true}};
    (void)state;
    for (size_t k = 0; k < sizeof purses / sizeof purses[0]; k++)
        for (int from = 0; from < 72; from++)
            for (int type = 0; type < TYPES; type++) {
                struct game *g = laid(type, &purses[k]);
                int64_t before = purses[k].white + purses[k].black;
                company_set(g->table, T_CELL, R1, from + 1);
                json_t *doc = told(g, 1);
                json_t *dice = json_object_get(row_of(json_object_get(doc, "reach"), "R1"), "dice");
                struct table *start = table_clone(g->table);
                for (int die = 1; die <= 6; die++) {
                    json_t *o = json_array_get(dice, (size_t)die - 1);
                    const char *cell = json_string_value(json_object_get(o, "cell"));
                    int at_cell = cell_named(g, cell), kind = (int)g->board->cells[at_cell].type;
                    table_copy(g->table, start);
                    if (kind == CELL_METALS) /* the least stake: a matter of luck */
                        continue;
                    lands(g, R1, cell);
                    assert_int_equal(flag(o, "choice"), capital_has_choice(g->board, start, R1, at_cell));
                    if (capital_open_company(g->table) != NO_COMPANY)
                        capital_close_landing(&g->play);
                    int64_t after = capital_cash(g->table, 1, WHITE) + capital_cash(g->table, 1, BLACK);
                    int64_t said = number(o, "sum");
                    if (capital_out(g->table, 1))
                        assert_true(said < 0 && before + said < 0);
                    else if (purses[k].shared && said < 0) /* what the other bears is not his to know */
                        assert_in_range(after - before - said, 0, -said / 5);
                    else if (after - before != said && !find_event(g, "due-deposit"))
                        fail_msg("%s on %s: said %d, got %d", capital_type[type], cell, (int)said,
                                 (int)(after - before));
                }
                table_free(&start);
                json_decref(doc);
                game_free(g);
            }
}

/* Whose books are wrong is told so where the Fisc is in reach, and others are told nothing of it. */
static void ruin_in_reach(void **state)
{
    struct game *g = game_new(2, NULL);
    (void)state;
    has_cash(g, 1, 101, 0);
    at(g, RH, "IT11");
    json_t *doc = told(g, 1);
    json_t *dice = json_object_get(row_of(json_object_get(doc, "reach"), "RH"), "dice");
    assert_true(flag(json_array_get(dice, 0), "ruin"));
    assert_false(flag(json_array_get(dice, 1), "ruin"));
    json_t *purse = json_object_get(json_array_get(json_object_get(doc, "groups"), 0), "purse");
    assert_string_equal(json_string_value(json_object_get(purse, "difference")), "+1");
    assert_int_equal(number(purse, "cash"), 101);
    assert_int_equal(number(purse, "books"), 100);
    assert_true(flag(purse, "off_books"));
    assert_false(flag(purse, "equal"));
    json_decref(doc);
    doc = told(g, 2);
    assert_null(json_object_get(json_array_get(json_object_get(doc, "groups"), 1), "purse"));
    assert_false(flag(json_array_get(json_object_get(doc, "groups"), 1), "open"));
    json_decref(doc);
    game_free(g);
}

/* --- groups ------------------------------------------------------------------------------------ */

/* A tree of any depth, with capital, loans and shares for all, liquidity and registers for the owner. */
static void a_group_is_a_tree(void **state)
{
    struct game *g = one_company(TYPE_FIN, 60, 0);
    (void)state;
    has_company(g, R2, TYPE_TRA, 20, R1);
    has_company(g, B1, TYPE_MIN, 30, R2); /* bought from Bob */
    company_set(g->table, T_MINORITY, R2, RH + 1);
    company_set(g->table, T_DEBT, R2, 40);
    has_shares(g, B1, 20);
    for (int seat = 1; seat <= 2; seat++) {
        json_t *doc = told(g, seat), *r2 = group_row(doc, seat - 1, "R2");
        assert_string_equal(json_string_value(json_object_get(r2, "indent")), "    ");
        assert_string_equal(json_string_value(json_object_get(group_row(doc, seat - 1, "B1"), "indent")), "      ");
        assert_string_equal(json_string_value(json_object_get(r2, "minority")), "RH");
        assert_string_equal(json_string_value(json_object_get(r2, "type")), "TRA");
        assert_int_equal(number(r2, "capital"), 20);
        assert_int_equal(number(r2, "loan"), 40);
        assert_true(flag(r2, "black_loan"));
        assert_int_equal(number(group_row(doc, seat - 1, "B1"), "shares"), 20);
        assert_int_equal(json_object_get(r2, "liquidity") != NULL, seat == 1);
        assert_int_equal(json_object_get(r2, "entries") != NULL, seat == 1);
        assert_int_equal(json_object_get(r2, "deposit") != NULL, seat == 1);
        json_decref(doc);
    }
    game_free(g);
}

static void a_plan_is_shown_to_its_owner(void **state)
{
    struct game *g = one_company(TYPE_FIN, 60, 0);
    (void)state;
    orders(g, 1, "PLAN 1 IF BOURSE BUY KEEP 20 IF FISC ACCUSE Bob IF AN FOUND 2 TRA CAPITAL 20 60/40 WITH H");
    json_t *doc = told(g, 1);
    json_t *plan = json_object_get(group_row(doc, 0, "R1"), "plan");
    const char *line = json_string_value(json_object_get(plan, "line"));
    assert_string_equal(line, "PLAN 1 IF BOURSE BUY KEEP 20 IF FISC ACCUSE 2 IF AN FOUND 2 TRA CAPITAL 20 "
                              "60/40 WITH H");
    orders(g, 1, line); /* and can be written again as it is shown */
    orders(g, 1, "PLAN 1 IF AN FOUND 2 TRA CAPITAL 20 60 / 40 WITH H");
    json_decref(doc);
    doc = told(g, 2);
    assert_null(json_object_get(group_row(doc, 1, "R1"), "plan"));
    json_decref(doc);
    game_free(g);
}

/* --- offers ------------------------------------------------------------------------------------ */

/* Each kind of offer, with its answers, to the two partners and to nobody else. */
static void offers_are_shown_to_the_two(void **state)
{
    struct game *g = game_new(3, NULL);
    (void)state;
    has_company(g, R1, TYPE_FIN, 50, RH);
    has_shares(g, RH, 20);
    orders(g, 1, "PROPOSE 20 SHARES TO Bob FOR 90 WHITE\nPROPOSE COMPANY 1 TO Bob FOR 20 BLACK\nGIVE 10 WHITE TO Bob");
    lands(g, RH, "LU1");
    orders(g, 1, "FOUND 2 FIN CAPITAL 20 60/40 WITH BH");
    for (int seat = 1; seat <= 3; seat++) {
        json_t *doc = told(g, seat), *list = json_object_get(doc, "offers");
        assert_int_equal(json_array_size(list), seat == 3 ? 0 : 4);
        for (size_t i = 0; i < json_array_size(list); i++) {
            json_t *o = json_array_get(list, i);
            size_t answers = json_array_size(json_object_get(o, "orders"));
            assert_int_equal(answers, seat == 1 ? 1 : flag(o, "gift") ? 3 : 2);
        }
        if (seat == 2) {
            assert_int_equal(number(json_object_get(json_array_get(list, 0), "give"), "sum"), 20);
            assert_true(flag(json_object_get(json_array_get(list, 0), "give"), "shares"));
            assert_true(flag(json_object_get(json_array_get(list, 1), "give"), "company"));
            assert_true(flag(json_array_get(list, 3), "founding"));
            assert_int_equal(number(json_array_get(list, 3), "part"), 8);
        }
        json_decref(doc);
    }
    game_free(g);
}

/* Every order a report offers to write can be played: by who has enough, and by who has nothing. */
static void offered_orders_can_be_played(void **state)
{
    static const char *const cells[] = {"IT6", "CH0",  "LU0", "IT8",  "CH1",
                                        "SA5", "SA11", "CH6", "SA13", "IT12"};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof cells / sizeof cells[0]; i++) {
        struct game *g = game_new(2, "await-choices=yes");
        bool rich = i % 2;
        has_company(g, R1, TYPE_FIN, 100, RH);
        has_cash(g, 1, rich ? 200 : 0, rich ? 300 : 9);
        has_books(g, RH, 0);
        has_books(g, R1, rich ? 500 : 9);
        has_shares(g, R1, rich ? 10 : 0);
        lands(g, R1, cells[i / 2]);
        table_set(g->table, T_PHASE, 0, PHASE_CHOICE);
        json_t *doc = told(g, 1);
        json_t *list = json_object_get(json_object_get(doc, "landing"), "orders");
        assert_true(json_array_size(list) > rich);
        struct table *before = table_clone(g->table);
        for (size_t k = 0; k < json_array_size(list); k++) {
            const char *line = json_string_value(json_object_get(json_array_get(list, k), "order"));
            table_copy(g->table, before);
            orders(g, 1, line);
        }
        table_free(&before);
        json_decref(doc);
        game_free(g);
    }
}

/* The same of a turn, a due and what can be written at any time. */
static void offered_moves_can_be_played(void **state)
{
    static const char *const lists[] = {"moves", "due", "ideas"};
    (void)state;
    for (int due = 0; due <= 1; due++)
        for (int poor = 0; poor <= 1; poor++) {
            struct game *g = game_new(2, "await-choices=yes");
            has_company(g, R1, TYPE_FIN, 100, RH);
            has_company(g, R2, TYPE_FIN, 60, RH);
            has_cash(g, 1, poor ? 0 : 30, poor ? 5 : 70);
            has_books(g, RH, 0);
            has_books(g, R1, poor ? 5 : 90); /* 10 are off the books */
            at(g, RH, "LU3");
            at(g, R1, "CH0");
            if (due)
                lands(g, R1, "CH4");
            json_t *doc = told(g, 1);
            struct table *before = table_clone(g->table);
            int played = 0;
            for (size_t k = 0; k < 3; k++) {
                json_t *list = json_object_get(doc, lists[k]);
                list = json_is_object(list) ? json_pack("[O]", list) /* one due: its orders */
                                            : json_incref(list);
                for (size_t i = 0; i < json_array_size(list); i++) {
                    json_t *o = json_array_get(list, i), *lines = json_object_get(o, "orders");
                    for (size_t n = 0; n < (lines ? json_array_size(lines) : 1); n++) {
                        json_t *line = json_object_get(lines ? json_array_get(lines, n) : o, "order");
                        table_copy(g->table, before);
                        orders(g, 1, json_string_value(line));
                        played++;
                    }
                }
                json_decref(list);
            }
            assert_true(played > 2);
            table_free(&before);
            json_decref(doc);
            game_free(g);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_happens),
        cmocka_unit_test(ruin_in_reach),
        cmocka_unit_test(a_group_is_a_tree),
        cmocka_unit_test(a_plan_is_shown_to_its_owner),
        cmocka_unit_test(offers_are_shown_to_the_two),
        cmocka_unit_test(offered_orders_can_be_played),
        cmocka_unit_test(offered_moves_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
