/* The board: what is read, how pawns walk on it, and which layouts are refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/embedded.h"
#include "test_capital_game.h"

/* The layout with one line replaced (NULL: left out). */
static const char *changed(struct arena *arena, const char *line, const char *with)
{
    struct buf out = BUF(64 << 10);
    struct slice rest = slice_of(embedded_text("capital_board.csv"));
    bool found = false;
    while (rest.p && rest.n) {
        struct slice one = slice_cut(&rest, '\n');
        if (slice_is(one, line)) {
            found = true;
            if (with)
                buf_printf(&out, "%s\n", with);
            continue;
        }
        buf_slice(&out, one);
        buf_char(&out, '\n');
    }
    assert_true(found);
    const char *text = arena_slice(arena, buf_all(&out));
    buf_free(&out);
    return text;
}

static void refuse(const char *line, const char *with, const char *why)
{
    struct arena arena = ARENA(1 << 20);
    struct board b;
    const char *wrong = capital_board_read(&arena, changed(&arena, line, with), &b);
    assert_non_null(wrong);
    if (!strstr(wrong, why))
        fail_msg("\"%s\" does not say \"%s\"", wrong, why);
    arena_free(&arena);
}

static void breaks_of_the_zone_rules_are_refused(void **state)
{
    (void)state;
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,CENTRE,IT0,,0", "no way out");
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,CENTRE,IT0,CH0|LU0,0", "no way out");
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,CENTRE,IT0,CH0|LU1|SA0,0",
           "no way out");
    refuse("IT19,ITALY,19,CENTRE,IT0,CH0|LU0|SA0,0", "IT19,ITALY,19,P,IT0,,0", "centre");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,CENTRE,IT5,CH0|LU0|SA0,0", "centre");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,P,IT6,,0", "do not go round");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,5,P,IT5,,0", "out of order");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,P,IT5,CH0,0", "not the centre");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,CASINO,IT5,,0", "no such zone or type");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,FRANCE,4,P,IT5,,0", "no such zone or type");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,LUXEMBOURG,0,P,IT5,,0", "follow each other");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,BANK,IT5,,1", "no BANK in this zone");
    refuse("IT4,ITALY,4,P,IT5,,0", "IT4,ITALY,4,FN,IT5,,1", "no FN in this zone");
    refuse("IT8,ITALY,8,BOURSE,IT9,,1", "IT8,ITALY,8,BOURSE,IT9,,0", "bribes");
    refuse("IT0,ITALY,0,START,IT1,,0", "IT0,ITALY,0,P,IT1,,0", "start");
    refuse("IT6,ITALY,6,FIN,IT7,,0", "IT6,ITALY,6,P,IT7,,0", "ITALY: no FIN");
    refuse("SA13,SOUTH_AMERICA,13,COUP,SA14,,0", "SA13,SOUTH_AMERICA,13,P,SA14,,0", "no COUP");
    refuse("IT12,ITALY,12,FISC,IT13,,0", "IT12,ITALY,12,P,IT13,,0", "no FISC anywhere");
    refuse("IT7,ITALY,7,TAXES,IT8,,0", "IT7,ITALY,7,P,IT8,,0", "no TAXES anywhere");
    refuse("IT7,ITALY,7,TAXES,IT8,,0", NULL, "out of order");
}

/* Both FN of a zone gone: no black loan there. */
static void a_zone_without_fn_is_refused(void **state)
{
    struct arena arena = ARENA(1 << 20);
    struct board b;
    (void)state;
    char *text = arena_strdup(&arena, embedded_text("capital_board.csv"));
    for (char *at; (at = strstr(text, "LU2,LUXEMBOURG,2,FN,LU3,,1")) ||
                   (at = strstr(text, "LU11,LUXEMBOURG,11,FN,LU12,,1"));) {
        char *fn = strstr(at, ",FN,");
        memcpy(fn, ",P,L", 4); /* the field is one shorter: move the rest of the line */
        memmove(fn + 3, fn + 4, strlen(fn + 4) + 1);
        char *one = strstr(fn, ",,1");
        one[2] = '0';
    }
    const char *wrong = capital_board_read(&arena, text, &b);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, "LUXEMBOURG: no FN"));
    arena_free(&arena);
}

/* --- layouts made by the test ---------------------------------------------------------------------- */

static const char *const zone_words[ZONES] = {"ITALY", "SWITZERLAND", "LUXEMBOURG", "SOUTH_AMERICA"};

/* The layout with other types of cells; what else a line says follows from them. */
static const char *written(struct arena *arena, const struct board *b, const int *types)
{
    struct buf out = BUF(64 << 10);
    buf_str(&out, "cell,zone,index,type,next,branch,bribe\n");
    for (int i = 0; i < b->n; i++) {
        const struct cell *c = &b->cells[i];
        int type = types[i];
        buf_printf(&out, "%s,%s,%d,%s,%s,", c->name, zone_words[c->zone], c->index,
                   capital_cell_type[type], b->cells[c->next].name);
        for (int z = 0, n = 0; type == CELL_CENTRE && z < ZONES; z++)
            if (z != c->zone)
                buf_printf(&out, "%s%s", n++ ? "|" : "", b->cells[b->first[z]].name);
        buf_printf(&out, ",%d\n", type == CELL_FN || type == CELL_BANK || type == CELL_BOURSE);
    }
    const char *text = arena_slice(arena, buf_all(&out));
    buf_free(&out);
    return text;
}

static const char *checked(struct arena *arena, const struct board *b, const int *types)
{
    return capital_board_read(arena, written(arena, b, types), arena_new(arena, struct board));
}

static void types_of(const struct board *b, int *types)
{
    for (int i = 0; i < b->n; i++)
        types[i] = (int)b->cells[i].type;
}

/* What the rules ask of each zone: "*" it must have, "." it may, " " it must not. */
static const struct {
    int type;
    char zones[ZONES + 1];
} zone_rules[] = {
    {CELL_START, "*   "},     {CELL_P, "****"},     {CELL_FIN, "*   "},     {CELL_BOURSE, "**  "},
    {CELL_FN, " ** "},        {CELL_AN, " ** "},    {CELL_BANK, "  **"},    {CELL_MIN, "   *"},
    {CELL_ALIM, "   *"},      {CELL_FSA, "   *"},   {CELL_REGULAR, "   *"}, {CELL_RIGGED, "   *"},
    {CELL_NATION, "   *"},    {CELL_COUP, "   *"},  {CELL_RAW, "...."},     {CELL_COUPONS, "...."},
    {CELL_GGFF, "...."},      {CELL_FISC, "...."},  {CELL_TAXES, "...."},   {CELL_LUXURY, "...."},
    {CELL_TRANSFORM, "...."}, {CELL_SALE, "...."},  {CELL_METALS, "...."},  {CELL_INT, "...."},
    {CELL_ARMSG, "...."},     {CELL_ARMSR, "...."},
};
enum { ZONE_RULES = sizeof zone_rules / sizeof zone_rules[0] };

static void every_zone_rule_is_checked(void **state)
{
    struct game *g = game_new(2, NULL);
    const struct board *b = g->board;
    int types[CELLS_MAX];
    (void)state;
    assert_int_equal(ZONE_RULES, CELL_TYPES - 1); /* all but the centre */
    types_of(b, types);
    assert_null(checked(&g->arena, b, types));
    for (int r = 0; r < ZONE_RULES; r++)
        for (int z = 0; z < ZONES; z++) {
            int type = zone_rules[r].type, parking = b->first[z] + 2;
            char rule = zone_rules[r].zones[z];
            while (b->cells[parking].type != CELL_P)
                parking++;
            if (rule == '*') { /* none of it in this zone */
                types_of(b, types);
                for (int i = b->first[z]; i < b->first[z] + b->count[z]; i++)
                    types[i] = types[i] == type ? type == CELL_P ? CELL_COUPONS : CELL_P : types[i];
                const char *wrong = checked(&g->arena, b, types);
                assert_non_null(wrong);
                assert_true(strstr(wrong, capital_cell_type[type]) || type == CELL_START);
                assert_non_null(strstr(wrong, zone_words[z]));
            }
            types_of(b, types); /* one of it in the place of a parking */
            types[parking] = type;
            const char *wrong = checked(&g->arena, b, types);
            if (rule == ' ')
                assert_non_null(wrong);
            else if (wrong && type != CELL_START)
                fail_msg("%s in %s: %s", capital_cell_type[type], zone_words[z], wrong);
        }
    game_free(g);
}

/* Without these a rule of the game could never be met. */
static void what_must_lie_somewhere(void **state)
{
    static const int somewhere[] = {CELL_GGFF, CELL_FISC, CELL_INT, CELL_TAXES};
    struct game *g = game_new(2, NULL);
    int types[CELLS_MAX];
    (void)state;
    for (int k = 0; k < 4; k++) {
        types_of(g->board, types);
        for (int i = 0; i < g->board->n; i++)
            types[i] = types[i] == somewhere[k] ? CELL_P : types[i];
        const char *wrong = checked(&g->arena, g->board, types);
        assert_non_null(wrong);
        assert_non_null(strstr(wrong, "anywhere"));
    }
    game_free(g);
}

static void starts_and_centres(void **state)
{
    struct game *g = game_new(2, NULL);
    int types[CELLS_MAX];
    (void)state;
    types_of(g->board, types);
    types[cell_named(g, "IT4")] = CELL_START; /* a second start */
    assert_non_null(strstr(checked(&g->arena, g->board, types), "start"));
    for (int z = 0; z < ZONES; z++) {
        types_of(g->board, types);
        types[capital_centre_of(g->board, z)] = CELL_P; /* no way out */
        assert_non_null(strstr(checked(&g->arena, g->board, types), "centre"));
        types_of(g->board, types);
        types[g->board->first[z] + 2] = CELL_CENTRE; /* a second one */
        assert_non_null(strstr(checked(&g->arena, g->board, types), "centre"));
    }
    game_free(g);
}

/* Too short a circuit, too many cells, none at all. */
static void sizes(void **state)
{
    struct arena arena = ARENA(4 << 20);
    struct board *b = arena_new(&arena, struct board);
    struct buf out = BUF(64 << 10);
    (void)state;
    buf_str(&out, "cell,zone,index,type,next,branch,bribe\n"
                  "IT0,ITALY,0,START,IT1,,0\nIT1,ITALY,1,CENTRE,IT0,CH0|LU0|SA0,0\n"
                  "CH0,SWITZERLAND,0,P,CH1,,0\nCH1,SWITZERLAND,1,CENTRE,CH0,IT0|LU0|SA0,0\n"
                  "LU0,LUXEMBOURG,0,P,LU1,,0\nLU1,LUXEMBOURG,1,CENTRE,LU0,IT0|CH0|SA0,0\n"
                  "SA0,SOUTH_AMERICA,0,P,SA1,,0\nSA1,SOUTH_AMERICA,1,CENTRE,SA0,IT0|CH0|LU0,0\n");
    assert_non_null(strstr(capital_board_read(&arena, arena_slice(&arena, buf_all(&out)), b), "fewer than"));
    buf_clear(&out);
    buf_str(&out, "cell,zone,index,type,next,branch,bribe\n");
    for (int i = 0; i <= CELLS_MAX; i++)
        buf_printf(&out, "IT%d,ITALY,%d,P,IT%d,,0\n", i, i, i + 1);
    assert_non_null(strstr(capital_board_read(&arena, arena_slice(&arena, buf_all(&out)), b), "more than"));
    assert_non_null(capital_board_read(&arena, "cell,zone,index,type,next,branch,bribe\n", b));
    buf_free(&out);
    arena_free(&arena);
}

static void pawns_walk(void **state)
{
    struct game *g = game_new(2, NULL);
    unsigned left;
    (void)state;
    assert_int_equal(g->board->n, 72);
    assert_int_equal(capital_ahead(g->board, cell_named(g, "IT17"), 2, -1, &left), cell_named(g, "IT19"));
    assert_int_equal(left, 0);
    assert_int_equal(capital_ahead(g->board, cell_named(g, "IT17"), 4, -1, &left), cell_named(g, "IT1"));
    assert_int_equal(left, 1u << ITALY);
    assert_int_equal(capital_ahead(g->board, cell_named(g, "IT19"), 1, LUXEMBOURG, &left), cell_named(g, "LU0"));
    assert_int_equal(capital_ahead(g->board, cell_named(g, "LU14"), 3, SOUTH_AMERICA, &left), cell_named(g, "SA1"));
    assert_int_equal(capital_bribe_cell(g->board, cell_named(g, "LU0"), CELL_BANK), cell_named(g, "LU5"));
    assert_int_equal(capital_bribe_cell(g->board, cell_named(g, "LU12"), CELL_BANK), -1);
    assert_int_equal(capital_bribe_cell(g->board, cell_named(g, "CH0"), CELL_FN), cell_named(g, "CH10"));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breaks_of_the_zone_rules_are_refused),
        cmocka_unit_test(a_zone_without_fn_is_refused),
        cmocka_unit_test(every_zone_rule_is_checked),
        cmocka_unit_test(what_must_lie_somewhere),
        cmocka_unit_test(starts_and_centres),
        cmocka_unit_test(sizes),
        cmocka_unit_test(pawns_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
