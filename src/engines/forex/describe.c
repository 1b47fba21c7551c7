#include "engines/forex/describe.h"
#include "engines/forex/doc.h"
#include "engines/forex/final.h"

#include <stdio.h>

/* The table as it lies: the same for every reader, but for the sights of "you" that the report
 * adds to seats. What the reader may do is in actions.c. */

/* --- the board ------------------------------------------------------------------------------- */

static json_t *cells_of(const struct scene *s, int row)
{
    json_t *cells = json_array();
    for (int box = 1; box <= BOXES; box++) {
        json_t *cell = doc_append(cells, json_object()), *markers = json_array();
        for (int c = 0; c < CURRENCIES; c++)
            if (c != row && forex_box(s->t, row, c) == box)
                doc_currency(doc_append(markers, json_object()), "currency", c);
        doc_text(cell, "box", forex_box_text[box]);
        doc_put(cell, "markers", markers);
    }
    return cells;
}

/* The n-th marker on a box of a row; -1: there are not so many. */
static int marker_at(const struct scene *s, int row, int box, int n)
{
    for (int c = 0; c < CURRENCIES; c++)
        if (c != row && forex_box(s->t, row, c) == box && n-- == 0)
            return c;
    return -1;
}

/* The same for plain text: boxes with several markers need several lines. */
static json_t *lines_of(const struct scene *s, int row)
{
    json_t *lines = json_array();
    bool any = true;
    for (int line = 0; any && line < CURRENCIES; line++) {
        json_t *o = json_object(), *cells = json_array();
        any = line == 0;
        for (int box = 1; box <= BOXES; box++) {
            int c = marker_at(s, row, box, line);
            any = any || c >= 0;
            doc_append(cells, json_string(c >= 0 ? forex_currency[c] : line ? "" : "."));
        }
        doc_text(o, "row", line ? "" : forex_currency[row]);
        doc_put(o, "cells", cells);
        if (any)
            doc_append(lines, o);
        else
            json_decref(o);
    }
    return lines;
}

static json_t *board_list(const struct scene *s)
{
    json_t *rows = json_array();
    for (int c = 0; c < CURRENCIES; c++) {
        json_t *row = doc_append(rows, json_object());
        doc_currency(row, "currency", c);
        doc_put(row, "cells", cells_of(s, c));
        doc_put(row, "lines", lines_of(s, c));
        doc_flag(row, "pays_nothing", forex_on_eight(s->t, c));
    }
    return rows;
}

/* How a marker is read, by one that lies there: "JPY in the row of USD under 2". */
static json_t *example_of(const struct scene *s)
{
    json_t *o = json_object();
    int box = forex_box(s->t, USD, JPY);
    doc_text(o, "row", forex_currency[box > 0 ? USD : JPY]);
    doc_text(o, "marker", forex_currency[box > 0 ? JPY : USD]);
    doc_text(o, "rate", forex_box_text[box > 0 ? box : -box]);
    return o;
}

/* A point of the chart: pairs won, and how high that is drawn, in pixels. */
static void add_point(json_t *points, struct buf *spark, int wins)
{
    static const char *const blocks[CURRENCIES] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇"};
    json_t *o = doc_append(points, json_object());
    doc_put(o, "wins", json_integer(wins));
    doc_put(o, "height", json_integer(2 + 4 * wins));
    buf_str(spark, blocks[wins]);
}

/* Whether anything has changed since the last note. */
static bool has_moved(const struct scene *s)
{
    for (int c = 0; c < CURRENCIES; c++) {
        int past[HISTORY], n = forex_history(s->t, c, past);
        if (n == 0 || past[n - 1] != forex_wins(s->t, c))
            return true;
    }
    return false;
}

/* How strong each currency has been over the game, and is now. */
static json_t *chart_list(const struct scene *s)
{
    json_t *list = json_array();
    bool moved = has_moved(s);
    for (int c = 0; c < CURRENCIES; c++) {
        int past[HISTORY], n = forex_history(s->t, c, past), wins = forex_wins(s->t, c);
        json_t *o = doc_append(list, json_object()), *points = json_array();
        struct buf spark = BUF(4 * (HISTORY + 1));
        for (int i = 0; i < n; i++)
            add_point(points, &spark, past[i]);
        if (moved)
            add_point(points, &spark, wins);
        doc_currency(o, "currency", c);
        doc_put(o, "wins", json_integer(wins));
        doc_text(o, "spark", buf_text(&spark));
        doc_flag(o, "strongest", c == s->strongest);
        doc_put(o, "points", points);
        buf_free(&spark);
    }
    return list;
}

/* --- seats ----------------------------------------------------------------------------------- */

static json_t *seat_object(const struct scene *s, int seat, const struct standing *standing)
{
    json_t *o = json_object(), *cash = json_array(), *held = json_array(), *loan = json_array();
    for (int c = 0; c < CURRENCIES; c++) {
        json_t *money = doc_append(cash, json_object()), *shares = doc_append(held, json_object());
        int debt = forex_debt(s->t, seat, c);
        doc_currency(money, "currency", c);
        doc_sum(money, "sum", forex_cash(s->t, seat, c));
        doc_currency(shares, "currency", c);
        doc_put(shares, "n", json_integer(forex_held(s->t, seat, c)));
        if (debt) {
            json_t *owed = doc_append(loan, json_object());
            doc_currency(owed, "currency", c);
            doc_sum(owed, "sum", debt);
        }
    }
    doc_seat(o, "seat", seat);
    doc_flag(o, "on_turn", s->phase != PHASE_OVER && s->turn == seat);
    doc_flag(o, "bankrupt", table_get(s->t, T_BANKRUPT, 0) == seat);
    doc_put(o, "cash", cash);
    doc_put(o, "certificates", held);
    doc_flag(o, "has_loan", json_array_size(loan) > 0);
    doc_put(o, "loan", loan);
    doc_put(o, "rank", json_integer(standing->rank));
    doc_sum(o, "total", standing->score);
    return o;
}

/* --- the queue ------------------------------------------------------------------------------- */

/* What the sum that is paid would buy today, rounded down to half-units. */
static int64_t buys_today(const struct scene *s, const struct due *e)
{
    int box = forex_box(s->t, e->pay_currency, e->get_currency);
    int64_t rate = forex_box_rate[box > 0 ? box : -box];
    return box > 0 ? e->pay * rate / 2 : e->pay * 2 / rate;
}

static void put_contract(const struct scene *s, const struct due *e, json_t *o)
{
    int64_t today = buys_today(s, e), gain = e->get - today;
    doc_flag(o, "contract", true);
    doc_sum(o, "pay", e->pay);
    doc_text(o, "pay_currency", forex_currency[e->pay_currency]);
    doc_sum(o, "get", e->get);
    doc_text(o, "get_currency", forex_currency[e->get_currency]);
    doc_sum(o, "today", today);
    doc_sum(o, "gain", gain > 0 ? gain : 0);
    doc_sum(o, "loss", gain < 0 ? -gain : 0);
    doc_flag(o, "even", gain == 0);
}

static void put_loan(const struct scene *s, const struct due *e, json_t *o)
{
    struct list owed = {.n = 0};
    for (int c = 0; c < CURRENCIES; c++) {
        int debt = forex_debt(s->t, e->owner, c);
        if (debt)
            forex_list_add(&owed, forex_sum(s->engine, s->arena, debt, c));
    }
    doc_flag(o, "loan", true);
    doc_text(o, "owed", owed.text);
}

/* Whether it can be paid when its turn comes, if the queue is resolved in order and nothing else
 * happens. The purses are those of all seats, and what is paid and got goes through them. */
typedef int64_t purse[CURRENCIES];

static bool covered(const struct scene *s, const struct due *e, purse purses[])
{
    int64_t *mine = purses[e->owner];
    bool able = e->what != DUE_CONTRACT || mine[e->pay_currency] >= e->pay;
    for (int c = 0; e->what == DUE_LOAN && c < CURRENCIES; c++)
        able = able && mine[c] >= forex_debt(s->t, e->owner, c);
    for (int c = 0; able && e->what == DUE_LOAN && c < CURRENCIES; c++)
        mine[c] -= forex_debt(s->t, e->owner, c);
    mine[e->pay_currency] -= able ? e->pay : 0;
    mine[e->get_currency] += e->get;
    return able;
}

static json_t *queue_list(const struct scene *s)
{
    json_t *list = json_array();
    purse purses[SEATS_MAX + 1] = {{0}};
    for (int seat = 1; seat <= s->seats; seat++)
        for (int c = 0; c < CURRENCIES; c++)
            purses[seat][c] = forex_cash(s->t, seat, c);
    int position = 0, card = forex_card(s->t);
    for (uint16_t id = table_first(s->t, P_QUEUE, 0); id; id = table_next(s->t, id)) {
        struct due e;
        json_t *o = doc_append(list, json_object());
        forex_entry(s->t, id, &e);
        doc_put(o, "position", json_integer(++position));
        doc_flag(o, "dividend", e.what == DUE_DIVIDEND);
        doc_flag(o, "nothing", e.what == DUE_NOTHING);
        if (e.what == DUE_DIVIDEND) {
            doc_put(o, "card", json_integer(card));
            doc_sum(o, "each", forex_card_pays[card]);
            doc_flag(o, "last", card == CARDS - 1);
            continue;
        }
        doc_text(o, "letter", forex_kinds[e.letter]);
        if (e.what == DUE_NOTHING)
            continue;
        doc_seat(o, "owner", e.owner);
        if (e.what == DUE_LOAN)
            put_loan(s, &e, o);
        else
            put_contract(s, &e, o);
        doc_flag(o, "covered", covered(s, &e, purses));
    }
    return list;
}

/* --- standings ------------------------------------------------------------------------------- */

/* The contracts and loans of a seat. */
static json_t *open_list(const struct scene *s, int seat)
{
    json_t *list = json_array();
    for (uint16_t id = table_first(s->t, P_QUEUE, 0); id; id = table_next(s->t, id)) {
        struct due e;
        forex_entry(s->t, id, &e);
        if (e.owner != seat)
            continue;
        json_t *o = doc_append(list, json_object());
        doc_text(o, "letter", forex_kinds[e.letter]);
        if (e.what == DUE_LOAN)
            put_loan(s, &e, o);
        else
            put_contract(s, &e, o);
    }
    return list;
}

/* The same, best first. */
static json_t *ranking_list(const struct scene *s, const struct standing *v, int n)
{
    json_t *list = json_array();
    int winners = 0;
    for (int i = 0; i < n; i++)
        winners += v[i].rank == 1;
    for (int rank = 1; rank <= n + 1; rank++) /* the first may be empty */
        for (int i = 0; i < n; i++) {
            if (v[i].rank != rank)
                continue;
            json_t *o = doc_append(list, json_object());
            doc_put(o, "rank", json_integer(rank));
            doc_seat(o, "seat", v[i].seat);
            doc_sum(o, "total", v[i].score);
            doc_put(o, "certificates", json_integer(forex_held(s->t, v[i].seat, s->strongest)));
            doc_flag(o, "bankrupt", table_get(s->t, T_BANKRUPT, 0) == v[i].seat);
            doc_flag(o, "left", table_get(s->t, T_LEFT, v[i].seat) != 0);
            doc_flag(o, "first", rank == 1 && winners == 1);
            doc_flag(o, "shares_first", rank == 1 && winners > 1);
            json_t *open = open_list(s, v[i].seat);
            doc_flag(o, "has_open", json_array_size(open) > 0);
            doc_put(o, "open", open);
        }
    return list;
}

static void add_seats(const struct scene *s, json_t *doc)
{
    struct standing v[SEATS_MAX];
    json_t *seats = json_array(), *supply = json_array();
    int n = forex_standings(s->t, v);
    for (int i = 0; i < n; i++)
        doc_append(seats, seat_object(s, i + 1, &v[i]));
    for (int c = 0; c < CURRENCIES; c++) {
        json_t *o = doc_append(supply, json_object());
        doc_currency(o, "currency", c);
        doc_put(o, "n", json_integer(forex_held(s->t, 0, c)));
        doc_put(o, "gone", json_integer(table_get(s->t, T_GONE + c, 0)));
    }
    doc_put(doc, "seats", seats);
    doc_put(doc, "ranking", ranking_list(s, v, n));
    doc_flag(doc, "has_open", forex_free_letters(s->t) < LETTERS);
    doc_put(doc, "supply", supply);
    doc_text(doc, "strongest", forex_currency[s->strongest]);
    doc_flag(doc, "strongest_tied",
             s->phase != PHASE_OVER && (forex_strongest(s->t) & (forex_strongest(s->t) - 1)));
}

/* --- quotes ---------------------------------------------------------------------------------- */

static json_t *quotes_list(const struct scene *s)
{
    json_t *list = json_array();
    bool may_take = s->phase == PHASE_TURN && s->turn == s->seat && !table_get(s->t, T_SPOT, 0);
    for (int seat = 1; seat <= s->seats; seat++) {
        for (uint16_t id = forex_quote_first(s->t, seat); id; id = forex_quote_next(s->t, id)) {
            const struct piece *p = table_piece(s->t, id);
            int give = p->mark[MARK_GIVE], get = p->mark[MARK_FOR], give_sum, get_sum;
            json_t *o = doc_append(list, json_object());
            char line[40];
            forex_unit(forex_box(s->t, give, get), &give_sum, &get_sum);
            doc_put(o, "number", json_integer(p->mark[MARK_NUMBER]));
            doc_seat(o, "seat", seat);
            doc_text(o, "give", forex_sum(s->engine, s->arena, give_sum, give));
            doc_text(o, "get", forex_sum(s->engine, s->arena, get_sum, get));
            bool mine = seat == s->seat && s->phase != PHASE_OVER;
            bool good = may_take && !mine && forex_cash(s->t, seat, give) >= give_sum &&
                        forex_cash(s->t, s->seat, get) >= get_sum;
            snprintf(line, sizeof line, mine ? "WITHDRAW %d" : "SPOT TAKE %d",
                     p->mark[MARK_NUMBER]);
            if (mine || good)
                doc_text(o, "order", line);
        }
    }
    return list;
}

void forex_describe(const struct view *view, const struct engine *engine, const int64_t *options,
                    int variant, json_t *doc)
{
    struct arena arena = ARENA(1 << 20);
    struct scene s = {.engine = engine,
                      .t = view->table,
                      .options = options,
                      .seat = view->seat,
                      .seats = table_seats(view->table),
                      .phase = forex_phase(view->table),
                      .turn = forex_turn(view->table),
                      .strongest = forex_strongest_now(view->table),
                      .arena = &arena};
    json_t *boxes = json_array();
    (void)variant;
    for (int b = 1; b <= BOXES; b++)
        doc_append(boxes, json_string(forex_box_text[b]));
    doc_flag(doc, "over", s.phase == PHASE_OVER);
    doc_seat(doc, "turn_seat", s.turn);
    doc_put(doc, "turn_number", json_integer(table_get(s.t, T_NUMBER, 0)));
    doc_put(doc, "boxes", boxes);
    doc_put(doc, "board", board_list(&s));
    doc_put(doc, "example", example_of(&s));
    doc_put(doc, "chart", chart_list(&s));
    add_seats(&s, doc);
    doc_put(doc, "queue", queue_list(&s));
    doc_number(doc, "letters_free", forex_free_letters(s.t));
    doc_put(doc, "quotes", quotes_list(&s));
    doc_flag(doc, "has_quotes", json_array_size(json_object_get(doc, "quotes")) > 0);
    doc_flag(doc, "clockwise", options[OPT_DIVEST] == DIVEST_CLOCKWISE);
    forex_describe_actions(&s, doc);
    arena_free(&arena);
}
