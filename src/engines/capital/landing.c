#include "engines/capital/landing.h"
#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/notes.h"

/* --- what there is to choose ----------------------------------------------------------------- */

bool capital_has_choice(const struct board *b, const struct table *t, int company, int cell)
{
    int type = capital_type_of(t, company);
    switch (b->cells[cell].type) {
    case CELL_FIN:
    case CELL_FN:
    case CELL_BANK:
    case CELL_BOURSE:
    case CELL_REGULAR:
    case CELL_RIGGED:
    case CELL_COUP:
    case CELL_FISC:
        return true;
    case CELL_METALS:
        return type == TYPE_FIN || type == TYPE_MIN;
    case CELL_AN:
        return capital_free_number(b, t, capital_owner(b, t, company)) != 0;
    default:
        return false;
    }
}

int capital_open_company(const struct table *t)
{
    int64_t c = table_get(t, T_OPEN, 0) - 1;
    return c >= 0 && c < table_seats(t) * NUMBERS &&
                   capital_owner(capital_board_of(t), t, (int)c) == capital_turn(t)
               ? (int)c
               : NO_COMPANY;
}

/* --- what happens by itself ------------------------------------------------------------------ */

static void income(struct play *play, int c, int type, int64_t capital)
{
    int own = capital_type_of(play->table, c);
    switch (type) {
    case CELL_COUPONS:
        capital_gain(play, c, WHITE, percent_down(capital, 20), WHY_COUPONS);
        break;
    case CELL_SALE:
        if (own == TYPE_TRA)
            capital_gain(play, c, WHITE, percent_down(capital, 30), WHY_SALE);
        break;
    case CELL_MIN:
    case CELL_ALIM:
    case CELL_FSA:
        if (own == (type == CELL_MIN ? TYPE_MIN : type == CELL_ALIM ? TYPE_ALIM : TYPE_FIN))
            capital_gain(play, c, WHITE, percent_down(capital, 25), WHY_INCOME);
        break;
    default:
        capital_gain(play, c, BLACK, percent_down(capital, 35), WHY_ARMS);
    }
}

/* "IF INT PAY WHITE" in the order, or else in the plan: which colour interest takes first. Without
 * an IF it is said of interest wherever it is due. */
static int interest_rule(struct play *play, int seat, int c, const struct order *order, int at,
                         int rule)
{
    const struct board *b = capital_of(play->engine);
    const struct cell *cell = &b->cells[capital_cell(b, play->table, c)];
    uint16_t id = capital_note_next(play->table, seat, NOTE_PLAN + c, 0);
    struct order plan;
    if (id)
        capital_note_read(play, id, &plan);
    const struct order *said[] = {order, id ? &plan : NULL};
    for (int i = 0; i < 2; i++) {
        struct clause clause;
        int next = i == 0 ? at : 1;
        while (said[i] && capital_next_clause(seat, said[i], &next, &clause))
            if (clause.action.verb == V_PAY && clause.action.colour >= 0 &&
                (clause.cell < 0 || clause.cell == (int)cell->type) && (clause.zone < 0 || clause.zone == cell->zone))
                return clause.action.colour == WHITE ? RULE_WHITE_FIRST : RULE_BLACK_FIRST;
    }
    return rule;
}

static void effect(struct play *play, int seat, int c, int type, const struct order *order, int at)
{
    struct table *t = play->table;
    int64_t capital = company_get(t, T_CAPITAL, c), liquidity = capital_balance(t, c);
    bool tra = capital_type_of(t, c) == TYPE_TRA;
    switch (type) {
    case CELL_COUPONS:
    case CELL_SALE:
    case CELL_MIN:
    case CELL_ALIM:
    case CELL_FSA:
    case CELL_ARMSR:
        income(play, c, type, capital);
        break;
    case CELL_RAW:
    case CELL_TRANSFORM:
        if (tra)
            capital_cost(play, c, percent_up(capital, 10), RULE_BLACK_FIRST,
                         type == CELL_RAW ? WHY_RAW : WHY_TRANSFORM);
        break;
    case CELL_TAXES:
        capital_cost(play, c, (liquidity + 2) / 3, RULE_WHITE_FIRST, WHY_TAXES);
        break;
    case CELL_LUXURY:
    case CELL_ARMSG:
        capital_cost(play, c, percent_up(capital, 10), RULE_BLACK_FIRST,
                     type == CELL_LUXURY ? WHY_LUXURY : WHY_ARMS);
        break;
    case CELL_INT:
        capital_cost(play, c, percent_up(company_get(t, T_DEBT, c), 30),
                     interest_rule(play, seat, c, order, at, RULE_BLACK_FIRST), WHY_INTEREST);
        break;
    case CELL_FIN:
        capital_cost(play, c, percent_up(company_get(t, T_LOAN, c), 10),
                     interest_rule(play, seat, c, order, at, RULE_WHITE_FIRST), WHY_INTEREST);
        break;
    case CELL_NATION:
        capital_seize(play, c);
        break;
    case CELL_GGFF:
        capital_ggff(play, c, false);
        break;
    case CELL_FISC:
        capital_fisc(play, c);
        break;
    default:
        break;
    }
}

/* --- what was said beforehand ---------------------------------------------------------------- */

/* A choice that no landing will ever ask for would be passed over without a word. */
static enum outcome check_clause(struct play *play, const struct clause *c)
{
    unsigned elections = 1u << CELL_REGULAR | 1u << CELL_RIGGED;
    unsigned there = c->cell == ANY_ELECTION ? elections : c->cell < 0 ? ~0u : 1u << c->cell;
    bool pay = c->action.verb == V_PAY;
    if (pay && c->cell == CELL_COUP && c->action.colour == WHITE)
        return WRONG(play, c->term, NO_COUP_BLACK);
    if (pay && c->action.colour < 0 && (c->cell == CELL_INT || c->cell == CELL_FIN))
        return WRONG(play, c->term, NO_INTEREST_COLOUR);
    if (capital_clause_cells(c) & there)
        return OUTCOME_DONE;
    return WRONG(play, c->term, NO_NEVER_THERE, WORD("where", capital_cells_for(c->action.verb)),
                 FLAG("pay", pay));
}

enum outcome capital_check_clauses(struct play *play, int seat, const struct order *order)
{
    struct clause clause;
    int at = 1;
    while (capital_next_clause(seat, order, &at, &clause))
        if (check_clause(play, &clause) == OUTCOME_MISTAKE)
            return OUTCOME_MISTAKE;
    return OUTCOME_DONE;
}

/* Carries out what fits this cell. A choice that cannot be made is told to its owner, and the
 * others stand. Returns whether anything was meant for this cell. */
static bool follow(struct play *play, int seat, int company, const struct order *order, int at)
{
    const struct board *b = capital_of(play->engine);
    struct clause clause;
    bool any = false;
    while (capital_next_clause(seat, order, &at, &clause)) {
        int cell = capital_cell(b, play->table, company);
        if (cell < 0 || capital_open_company(play->table) != company ||
            !capital_clause_fits(&clause, &b->cells[cell]))
            continue;
        any = true;
        memset(play->mistake, 0, sizeof *play->mistake);
        if (capital_choose(play, seat, company, &clause.action) == OUTCOME_MISTAKE) {
            struct arg args[ARGS_MAX];
            int n = play->mistake->nargs < ARGS_MAX - 3 ? play->mistake->nargs : ARGS_MAX - 3;
            bool number = clause.action.qty == QTY_NUMBER && clause.action.n > 0;
            memcpy(args, play->mistake->args, sizeof *args * (size_t)n);
            args[n++] = WORD("why", arena_printf(play->arena, "mistake.%s", play->mistake->code));
            args[n++] = WORD("at", capital_company[company]);
            args[n++] = FLAG("limit", number && strstr(play->mistake->code, "-limit"));
            engine_say(play, SIGHT_SEAT(seat), capital_event_name(EV_NOT_CHOSEN), args, n);
            memset(play->mistake, 0, sizeof *play->mistake);
        }
    }
    return any;
}

/* What `order` says from term `at` on, or the plan; else the owner is asked, if the table asks. */
static void make_choices(struct play *play, int seat, int company, const struct order *order,
                         int at)
{
    struct table *t = play->table;
    bool chosen = order && follow(play, seat, company, order, at);
    if (!chosen) {
        uint16_t id = capital_note_next(t, seat, NOTE_PLAN + company, 0);
        struct order plan;
        if (id) {
            capital_note_read(play, id, &plan);
            chosen = follow(play, seat, company, &plan, 1);
        }
    }
    if (chosen && capital_phase(play->engine, t) == PHASE_TURN &&
        capital_open_company(t) == company) {
        capital_close_landing(play);
    } else if (capital_open_company(t) == company && play->options[OPT_AWAIT] &&
               play->options[OPT_PACE] == PACE_TURNS &&
               capital_phase(play->engine, t) == PHASE_TURN) {
        table_set(t, T_PHASE, 0, PHASE_CHOICE);
        capital_next_ask(t);
    }
}

/* The landing itself has raised a sum that must be found first. */
static void keep_choices(struct play *play, int seat, const struct order *order, int at)
{
    struct table *t = play->table;
    capital_notes_drop(t, seat, NOTE_THEN);
    if (order && at < order->nterms) {
        struct order rest = *order;
        rest.terms += at;
        rest.nterms -= at;
        capital_note_put(play, seat, NOTE_THEN, &rest);
    }
    table_set(t, T_STOP, 0, table_get(t, T_STOP, 0) | STOP_DUE);
}

void capital_land(struct play *play, int seat, int company, const struct order *order, int at)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int cell = capital_cell(b, t, company);
    bool choice = capital_has_choice(b, t, company, cell);
    table_set(t, T_STOP, 0, 0);
    table_set(t, T_OPEN, 0, choice ? company + 1 : 0);
    if (b->cells[cell].type == CELL_BANK)
        table_set(t, T_LAID, seat, company_get(t, T_DEPOSIT, company));
    effect(play, seat, company, (int)b->cells[cell].type, order, at);
    if (!choice || capital_open_company(t) != company)
        return;
    if (capital_phase(play->engine, t) == PHASE_DUE)
        keep_choices(play, seat, order, at);
    else if (capital_phase(play->engine, t) == PHASE_TURN)
        make_choices(play, seat, company, order, at);
}

void capital_land_on(struct play *play)
{
    struct table *t = play->table;
    int seat = capital_turn(t), company = capital_open_company(t);
    uint16_t id = capital_note_next(t, seat, NOTE_THEN, 0);
    int64_t stop = table_get(t, T_STOP, 0);
    struct order order;
    if (id)
        capital_note_read(play, id, &order);
    capital_notes_drop(t, seat, NOTE_THEN);
    table_set(t, T_STOP, 0, stop & ~(int64_t)STOP_DUE);
    if ((stop & STOP_DUE) && company != NO_COMPANY && capital_phase(play->engine, t) == PHASE_TURN)
        make_choices(play, seat, company, id ? &order : NULL, 0);
}

/* --- the end of a landing -------------------------------------------------------------------- */

/* Silence pays the capital or lets the liquidity go: the cheaper. */
static void default_coup(struct play *play, int seat, int company)
{
    const struct table *t = play->table;
    int64_t capital = company_get(t, T_CAPITAL, company), liquidity = capital_balance(t, company);
    if (liquidity > capital && capital_cash(t, seat, BLACK) >= capital) {
        capital_spend(play, company, BLACK, capital, WHY_SEIZED);
        SAY(play, SIGHT_SEAT(seat), EV_COUP_PAID, COMPANY("company", company), NUM("sum", capital));
    } else {
        capital_seize(play, company);
    }
}

static void bank_interest(struct play *play, int seat, int company)
{
    struct table *t = play->table;
    int64_t laid = tally_of(t, T_LAID, seat), sum = percent_down(laid, 20);
    table_set(t, T_LAID, seat, 0);
    if (sum <= 0 || (table_get(t, T_STOP, 0) & STOP_WITHDREW))
        return;
    capital_receive(play, company, WHITE, sum, WHY_INTEREST);
    SAY(play, SIGHT_SEAT(seat), EV_BANK_INTEREST, COMPANY("company", company), NUM("sum", sum));
}

void capital_close_landing(struct play *play)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int company = capital_open_company(t), cell = capital_cell(b, t, company);
    int seat = cell >= 0 ? capital_owner(b, t, company) : 0;
    int64_t stop = table_get(t, T_STOP, 0);
    table_set(t, T_OPEN, 0, 0);
    table_set(t, T_ACCUSER, 0, 0);
    if (!seat || seat != capital_turn(t))
        return;
    if (b->cells[cell].type == CELL_METALS && !(stop & STOP_STAKED) &&
        capital_balance(t, company) >= STAKE_MIN &&
        capital_cash(t, seat, WHITE) + capital_cash(t, seat, BLACK) >= STAKE_MIN) {
        capital_spend_first(play, company, BLACK, STAKE_MIN, WHY_STAKE, NULL);
        capital_stake_result(play, company, STAKE_MIN);
    } else if (b->cells[cell].type == CELL_COUP && !(stop & STOP_CHOSE)) {
        default_coup(play, seat, company);
    } else if (b->cells[cell].type == CELL_BANK) {
        if (b->cells[cell].zone == LUXEMBOURG)
            bank_interest(play, seat, company);
        table_set(t, T_LAID, seat, 0);
    }
    table_set(t, T_STOP, 0, 0);
}
