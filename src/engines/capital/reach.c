#include "engines/capital/due.h"
#include "engines/capital/landing.h"
#include "engines/capital/scene.h"

/* Six dice for each pawn of the reader's: the cell, and what it would bring or cost as things
 * stand. Only what the reader sees is counted. */

/* What a fine would be. */
static int64_t fine_of(const struct scene *s, int seat, int c)
{
    unsigned inspected = capital_inspected(s->b, s->t, c);
    int64_t books = 0, white = capital_cash(s->t, seat, WHITE);
    for (int i = 0; i < COMPANIES; i++)
        if (inspected >> i & 1)
            books += capital_balance(s->t, i);
    return books > white ? books - white : 0;
}

/* What is left of a cell's pay when another player has the minority. What he would bear of a cost
 * depends on what he has, and is not counted. */
static int64_t own_part(const struct scene *s, int seat, int c, int64_t sum)
{
    int other = capital_minority_seat(s->b, s->t, c);
    return other && other != seat ? sum - sum / 5 : sum;
}

/* What changes by itself; 0: nothing, or only by choice. */
static int64_t effect_of(const struct scene *s, int seat, int c, int cell)
{
    int64_t capital = company_get(s->t, T_CAPITAL, c), liquid = capital_balance(s->t, c);
    int64_t black = capital_cash(s->t, seat, BLACK), white = capital_cash(s->t, seat, WHITE);
    int type = capital_type_of(s->t, c);
    switch (s->b->cells[cell].type) {
    case CELL_COUPONS:
        return own_part(s, seat, c, percent_down(capital, 20));
    case CELL_SALE:
        return type == TYPE_TRA ? own_part(s, seat, c, percent_down(capital, 30)) : 0;
    case CELL_MIN:
        return type == TYPE_MIN ? own_part(s, seat, c, percent_down(capital, 25)) : 0;
    case CELL_ALIM:
        return type == TYPE_ALIM ? own_part(s, seat, c, percent_down(capital, 25)) : 0;
    case CELL_FSA:
        return type == TYPE_FIN ? own_part(s, seat, c, percent_down(capital, 25)) : 0;
    case CELL_ARMSR:
        return own_part(s, seat, c, percent_down(capital, 35));
    case CELL_RAW:
    case CELL_TRANSFORM:
        return type == TYPE_TRA ? -percent_up(capital, 10) : 0;
    case CELL_LUXURY:
    case CELL_ARMSG:
        return -percent_up(capital, 10);
    case CELL_TAXES:
        return -((liquid + 2) / 3);
    case CELL_INT:
        return -percent_up(company_get(s->t, T_DEBT, c), 30);
    case CELL_FIN:
        return -percent_up(company_get(s->t, T_LOAN, c), 10);
    case CELL_NATION:
        return -liquid;
    case CELL_COUP:
        return liquid > capital && black >= capital ? -capital : -liquid;
    case CELL_GGFF:
        return -fine_of(s, seat, c);
    case CELL_FISC:
        return -(percent_up(white, 10) + percent_up(black, 25));
    case CELL_BANK:
        return s->b->cells[cell].zone == LUXEMBOURG
                   ? percent_down(company_get(s->t, T_DEPOSIT, c), 20)
                   : 0;
    default:
        return 0;
    }
}

/* `brings`: whether any die brings something. */
static json_t *die_object(const struct scene *s, int c, int die, bool *brings)
{
    json_t *o = json_object();
    unsigned left;
    int go = (int)company_get(s->t, T_GO, c) - 1;
    int cell = capital_ahead(s->b, capital_cell(s->b, s->t, c), die, go, &left);
    int64_t sum = effect_of(s, s->seat, c, cell);
    doc_put(o, "die", json_integer(die));
    doc_text(o, "cell", s->b->cells[cell].name);
    doc_text(o, "label",
             arena_printf(s->arena, "cell.%s", capital_cell_type[s->b->cells[cell].type]));
    if (sum)
        doc_text(o, "sum", arena_printf(s->arena, "%+d", (int)sum));
    bool choice = capital_has_choice(s->b, s->t, c, cell);
    bool ruin = s->b->cells[cell].type == CELL_FISC &&
                capital_books(s->b, s->t, s->seat) !=
                    capital_cash(s->t, s->seat, WHITE) + capital_cash(s->t, s->seat, BLACK);
    *brings = *brings || sum || choice || ruin;
    doc_flag(o, "plus", sum > 0);
    doc_flag(o, "ruin", ruin);
    doc_flag(o, "choice", choice);
    doc_flag(o, "interpol", tally_of(s->t, T_INTERPOL, 0) == cell);
    return o;
}

void capital_describe_reach(const struct scene *s, json_t *doc)
{
    json_t *list = json_array();
    for (int k = 0; s->seat > 0 && s->phase != PHASE_OVER && k < s->seats * NUMBERS; k++) {
        int c = (capital_holding(s->seat) + k) % (s->seats * NUMBERS);
        if (capital_owner(s->b, s->t, c) != s->seat)
            continue;
        json_t *o = doc_append(list, json_object()), *dice = json_array();
        scene_company(o, "company", c);
        doc_text(o, "cell", s->b->cells[capital_cell(s->b, s->t, c)].name);
        bool brings = false;
        for (int die = 1; die <= 6; die++)
            doc_append(dice, die_object(s, c, die, &brings));
        doc_flag(o, "brings", brings);
        doc_put(o, "dice", dice);
    }
    doc_flag(doc, "has_reach", json_array_size(list) > 0);
    doc_put(doc, "reach", list);
}
