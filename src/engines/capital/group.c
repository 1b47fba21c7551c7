#include "engines/capital/notes.h"
#include "engines/capital/scene.h"
#include "engines/capital/words.h"

#include <stdio.h>

/* Groups as trees. Capital, loans, shares and cells are public; liquidity, deposits, registers and
 * the purse are shown to their owner. */

static json_t *entries_of(const struct scene *s, int seat, int company)
{
    json_t *list = json_array();
    for (uint16_t id = table_first(s->t, P_REGISTER, seat); id; id = table_next(s->t, id)) {
        const struct piece *p = table_piece(s->t, id);
        int why = p->mark[ENTRY_WHY];
        if (p->slot != company || p->kind != KIND_ENTRY)
            continue;
        json_t *o = doc_append(list, json_object());
        doc_put(o, "number", json_integer(p->mark[ENTRY_NUMBER]));
        doc_text(o, "sum", arena_printf(s->arena, "%+d", p->mark[ENTRY_SUM]));
        doc_flag(o, "plus", p->mark[ENTRY_SUM] > 0);
        doc_put(o, "balance", json_integer(p->mark[ENTRY_BALANCE]));
        doc_text(o, "why", why >= 0 && why < WHYS ? capital_why[why] : capital_why[WHY_OWN]);
    }
    return list;
}

static void put_plan(const struct scene *s, int seat, int company, json_t *o)
{
    uint16_t id = capital_note_next(s->t, seat, NOTE_PLAN + company, 0);
    struct order_reader reader = {.game = s->engine->grammar, .data = s->engine->data};
    struct order order;
    struct buf line = BUF(ORDER_LINE);
    if (!id)
        return;
    capital_note_show(s->t, s->engine, s->arena, id, &order);
    order_print(&reader, &order, &line);
    json_t *plan = json_object();
    doc_text(plan, "line", buf_text(&line)); /* an order: said in the reader's language */
    doc_put(o, "plan", plan);
    buf_free(&line);
}

static json_t *company_object(const struct scene *s, int seat, int c, int depth)
{
    json_t *o = json_object();
    int cell = capital_cell(s->b, s->t, c), other = capital_minority_seat(s->b, s->t, c);
    int64_t debt = company_get(s->t, T_DEBT, c), loan = company_get(s->t, T_LOAN, c);
    char indent[2 * 8 + 1];
    int wide = depth < 8 ? depth : 8;
    memset(indent, ' ', (size_t)(2 * wide));
    indent[2 * wide] = '\0';
    scene_company(o, "company", c);
    doc_text(o, "indent", indent);
    doc_put(o, "margin", json_integer(14 * wide));
    doc_text(o, "type", capital_type[capital_type_of(s->t, c)]);
    doc_put(o, "capital", json_integer(company_get(s->t, T_CAPITAL, c)));
    doc_put(o, "loan", json_integer(debt ? debt : loan));
    doc_flag(o, "black_loan", debt > 0);
    doc_put(o, "shares", json_integer(company_get(s->t, T_SHARES, c)));
    doc_text(o, "cell", s->b->cells[cell].name);
    if (capital_minority(s->t, c) != NO_COMPANY)
        doc_text(o, "minority", capital_company[capital_minority(s->t, c)]);
    doc_flag(o, "shared", other && other != seat);
    doc_flag(o, "holding", c % NUMBERS == 0);
    if (scene_sees(s, seat)) {
        doc_put(o, "liquidity", json_integer(capital_balance(s->t, c)));
        doc_put(o, "deposit", json_integer(company_get(s->t, T_DEPOSIT, c)));
        json_t *entries = entries_of(s, seat, c);
        int64_t pending = company_get(s->t, T_PENDING, c), go = company_get(s->t, T_GO, c) - 1;
        doc_flag(o, "has_entries", json_array_size(entries) > 0);
        doc_put(o, "entries", entries);
        if (pending)
            doc_text(o, "pending", arena_printf(s->arena, "%+d", (int)pending));
        if (go >= 0 && go < ZONES)
            doc_text(o, "go", capital_zone_code[go]);
        put_plan(s, seat, c, o);
    }
    return o;
}

static void add_tree(const struct scene *s, int seat, int company, int depth, json_t *list)
{
    if (depth > COMPANIES || capital_owner(s->b, s->t, company) != seat)
        return;
    doc_append(list, company_object(s, seat, company, depth));
    for (int c = 0; c < s->seats * NUMBERS; c++)
        if (c != company && capital_majority(s->t, c) == company)
            add_tree(s, seat, c, depth + 1, list);
}

static void put_purse(const struct scene *s, int seat, json_t *o)
{
    int64_t white = capital_cash(s->t, seat, WHITE), black = capital_cash(s->t, seat, BLACK);
    int64_t books = capital_books(s->b, s->t, seat), apart = white + black - books;
    json_t *p = json_object();
    doc_put(p, "white", json_integer(white));
    doc_put(p, "black", json_integer(black));
    doc_put(p, "cash", json_integer(white + black));
    doc_put(p, "books", json_integer(books));
    doc_put(p, "deposits", json_integer(capital_deposits(s->b, s->t, seat, true)));
    doc_text(p, "difference", apart ? arena_printf(s->arena, "%+d", (int)apart) : "0");
    doc_flag(p, "equal", apart == 0);
    doc_flag(p, "off_books", apart > 0);
    doc_put(o, "purse", p);
}

void capital_describe_groups(const struct scene *s, json_t *doc)
{
    json_t *groups = json_array(), *shares = json_array();
    for (int k = 0; k < s->seats; k++) { /* the reader's own comes first */
        int first = s->seat > 0 ? s->seat : 1, seat = (first - 1 + k) % s->seats + 1;
        json_t *o = doc_append(groups, json_object()), *tree = json_array();
        int64_t n = capital_shares(s->b, s->t, seat);
        doc_seat(o, "seat", seat);
        doc_flag(o, "out", capital_out(s->t, seat));
        doc_flag(o, "open", scene_sees(s, seat) && !capital_out(s->t, seat));
        add_tree(s, seat, capital_holding(seat), 0, tree);
        doc_put(o, "tree", tree);
        if (scene_sees(s, seat) && !capital_out(s->t, seat))
            put_purse(s, seat, o);
        json_t *row = doc_append(shares, json_object());
        char bar[SHARES_ALL / SHARE_LOT + 1];
        int64_t lots = n < 0 ? 0 : n / SHARE_LOT;
        lots = lots > SHARES_ALL / SHARE_LOT ? SHARES_ALL / SHARE_LOT : lots;
        memset(bar, '#', (size_t)lots);
        bar[lots] = '\0';
        doc_seat(row, "seat", seat);
        scene_company(row, "holding", capital_holding(seat));
        doc_put(row, "n", json_integer(n));
        doc_text(row, "bar", bar);
        doc_put(row, "percent", json_integer(lots * 100 / (SHARES_ALL / SHARE_LOT)));
        doc_flag(row, "out", capital_out(s->t, seat));
        doc_flag(row, "on_turn", s->turn == seat);
    }
    doc_put(doc, "groups", groups);
    doc_put(doc, "bank_shares", shares);
    doc_put(doc, "bank_left", json_integer(tally_of(s->t, T_BANK, 0)));
}
