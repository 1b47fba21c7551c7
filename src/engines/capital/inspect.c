#include "engines/capital/due.h"
#include "engines/capital/flow.h"
#include "engines/capital/landing.h"

/* GGFF, Interpol and the Fisc. What is public of an inspection: that it was, the fine, and whether
 * the Fisc was passed. What the books said is its owner's. */

void capital_ggff(struct play *play, int company, bool interpol)
{
    const struct board *b = capital_of(play->engine);
    const struct table *t = play->table;
    int seat = capital_owner(b, t, company);
    unsigned inspected = capital_inspected(b, t, company);
    int64_t books = 0, white = capital_cash(t, seat, WHITE);
    for (int c = 0; c < COMPANIES; c++)
        if (inspected >> c & 1)
            books += capital_balance(t, c);
    white = white > 0 ? white : 0;
    int64_t fine = books > white ? books - white : 0;
    SAY(play, SIGHT_ALL, EV_GGFF, SEAT("seat", seat), COMPANY("company", company),
        NUM("fine", fine), FLAG("clean", fine == 0), FLAG("interpol", interpol));
    SAY(play, SIGHT_SEAT(seat), EV_GGFF_BOOKS, NUM("books", books), NUM("white", white),
        NUM("companies", __builtin_popcount(inspected)));
    struct due d = {.seat = seat,
                    .company = company,
                    .sum = fine,
                    .rule =
                        play->options[OPT_FINE] == FINE_WHITE ? RULE_WHITE_ONLY : RULE_WHITE_FIRST,
                    .why = WHY_FINE};
    capital_due(play, &d);
}

void capital_fisc(struct play *play, int company)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int seat = capital_owner(b, t, company);
    int64_t white = capital_cash(t, seat, WHITE), black = capital_cash(t, seat, BLACK);
    if (capital_books(b, t, seat) != white + black) {
        SAY(play, SIGHT_ALL, EV_FISC_FAILED, SEAT("seat", seat), COMPANY("company", company));
        SAY(play, SIGHT_SEAT(seat), EV_FISC_BOOKS, NUM("books", capital_books(b, t, seat)),
            NUM("cash", white + black));
        capital_eliminate(play, seat, OUT_BOOKS);
        return;
    }
    int64_t from_white = percent_up(white, 10), from_black = percent_up(black, 25);
    struct due d = {.seat = seat,
                    .company = company,
                    .sum = from_white + from_black,
                    .rule = RULE_WHITE_FIRST,
                    .why = WHY_TAX};
    SAY(play, SIGHT_ALL, EV_FISC_PASSED, SEAT("seat", seat), COMPANY("company", company));
    SAY(play, SIGHT_SEAT(seat), EV_FISC_TAX, NUM("sum", d.sum), NUM("white", from_white),
        NUM("black", from_black));
    if (d.sum > 0) {
        capital_debit_books(play, &d);
        capital_pay(t, seat, 0, WHITE, from_white);
        capital_pay(t, seat, 0, BLACK, from_black);
    }
    table_set(t, T_ACCUSER, 0, 1);
}

/* --- accusations ----------------------------------------------------------------------------- */

/* His black money goes in equal parts to all others, the rest to the bank. */
static void confiscate(struct play *play, int accused)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int others = 0;
    int64_t black = capital_cash(t, accused, BLACK);
    for (int seat = 1; seat <= table_seats(t); seat++)
        others += seat != accused && !capital_out(t, seat);
    if (black <= 0 || !others)
        return;
    for (int seat = 1; seat <= table_seats(t); seat++) {
        if (seat == accused || capital_out(t, seat))
            continue;
        capital_pay(t, accused, seat, BLACK, black / others);
        capital_entry(play, capital_holding(seat), black / others, WHY_ACCUSATION);
        SAY(play, SIGHT_SEAT(seat), EV_ACCUSED_PART, SEAT("seat", accused),
            NUM("sum", black / others), COMPANY("company", capital_holding(seat)));
    }
    capital_pay(t, accused, 0, BLACK, black % others);
    SAY(play, SIGHT_SEAT(accused), EV_ACCUSED_LOST, NUM("sum", black));
    (void)b;
}

/* "His books are set to his cash": the holding's register first, then the others. */
static void set_books(struct play *play, int seat)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    int64_t cash = capital_cash(t, seat, WHITE) + capital_cash(t, seat, BLACK);
    int64_t more = cash - capital_books(b, t, seat);
    if (more > 0)
        capital_entry(play, capital_holding(seat), more, WHY_ACCUSATION);
    for (int c = 0; c < table_seats(t) * NUMBERS && more < 0; c++) {
        int own = (capital_holding(seat) + c) % (table_seats(t) * NUMBERS);
        int64_t part = capital_balance(t, own) < -more ? capital_balance(t, own) : -more;
        if (part <= 0 || capital_owner(b, t, own) != seat)
            continue;
        capital_entry(play, own, -part, WHY_ACCUSATION);
        more += part;
    }
    SAY(play, SIGHT_SEAT(seat), EV_BOOKS_SET, NUM("books", cash));
}

enum outcome capital_accuse(struct play *play, int seat, int accused, int term)
{
    const struct board *b = capital_of(play->engine);
    struct table *t = play->table;
    if (!table_get(t, T_ACCUSER, 0))
        return WRONG(play, term, NO_NO_ACCUSATION);
    if (accused < 1 || accused > table_seats(t) || accused == seat || capital_out(t, accused))
        return WRONG(play, term, NO_ACCUSED_WHO);
    /* What an accusation shows stays shown, as a die does: else a preview, or a letter with a line
     * that is refused, would tell whose books are wrong and cost nothing. */
    if (!play->luck)
        return OUTCOME_UNKNOWN;
    (void)luck_below(play->luck, 2); /* a coin that decides nothing */
    table_set(t, T_ACCUSER, 0, 0);
    bool right = capital_books(b, t, accused) !=
                 capital_cash(t, accused, WHITE) + capital_cash(t, accused, BLACK);
    SAY(play, SIGHT_ALL, EV_ACCUSED, SEAT("seat", seat), SEAT("to", accused), FLAG("right", right));
    if (right) {
        confiscate(play, accused);
        set_books(play, accused);
        return OUTCOME_DONE;
    }
    struct due d = {.seat = seat,
                    .company = capital_open_company(t),
                    .sum = percent_up(capital_books(b, t, seat), 10),
                    .rule = RULE_WHITE_FIRST,
                    .to = accused,
                    .why = WHY_INDEMNITY};
    if (d.company == NO_COMPANY)
        d.company = capital_holding(seat);
    capital_due(play, &d);
    return OUTCOME_DONE;
}
