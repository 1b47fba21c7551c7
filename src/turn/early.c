/* What always holds: lines are canonical text, so reading them again gives the order that was
 * written; s->early is as the store has it, by seat and number. */
#include "turn/early.h"
#include "turn/later.h"

#include <stdlib.h>

static struct early_row *find(struct sitting *s, int seat, int64_t number)
{
    for (int i = 0; i < s->nearly; i++)
        if (s->early[i].seat == seat && s->early[i].number == number)
            return &s->early[i];
    return NULL;
}

static bool is_turn(const char *what)
{
    return strcmp(what, "turn") == 0 || strcmp(what, "round") == 0;
}

/* The matter of the turn the seat has now, -1 when it is not on turn. What else it may owe is numbered
 * otherwise: its number could be that of a turn to come. */
static int64_t turn_now(const struct sitting *s, int seat)
{
    for (int i = 0; i < s->nawaits; i++)
        if (s->awaits[i].seat == seat && is_turn(s->awaits[i].what))
            return s->awaits[i].matter;
    return -1;
}

static struct early_row *begin(struct sitting *s, int seat)
{
    struct early_row *v = arena_array(s->arena, struct early_row, s->nearly + 1);
    int64_t number = 1;
    int at = 0, mine = 0;
    for (int i = 0; i < s->nearly; i++) {
        if (s->early[i].seat <= seat)
            at = i + 1;
        if (s->early[i].seat == seat) {
            number = s->early[i].number + 1;
            mine++;
        }
    }
    if (mine == EARLY_LETTERS)
        return NULL;
    for (int i = 0; i < s->nearly; i++)
        v[i < at ? i : i + 1] = s->early[i];
    v[at] = (struct early_row){seat, number, turn_now(s, seat), ""};
    s->early = v;
    s->nearly++;
    return &v[at];
}

int early_add(struct sitting *s, int seat, const struct order *order, int64_t *number, bool *full,
              struct fault *fault)
{
    struct order_reader reader = sitting_reader(s, NULL);
    struct early_row *row = *number ? find(s, seat, *number) : begin(s, seat);
    struct buf text = BUF(256 << 10);
    int lines = 0;
    for (const char *c = row ? row->lines : ""; *c; c++)
        lines += *c == '\n';
    *full = !row || lines >= EARLY_LINES;
    if (*full)
        return 0;
    *number = row->number;
    buf_str(&text, row->lines);
    order_print(&reader, order, &text);
    buf_char(&text, '\n');
    row->lines = arena_slice(s->arena, buf_all(&text));
    buf_free(&text);
    return store_early_put(s->house->store, s->game.id, row, fault);
}

static int drop(struct sitting *s, int at, struct fault *fault)
{
    struct early_row gone = {.seat = s->early[at].seat, .number = s->early[at].number};
    memmove(&s->early[at], &s->early[at + 1], sizeof *s->early * (size_t)(s->nearly - at - 1));
    s->nearly--;
    return store_early_put(s->house->store, s->game.id, &gone, fault);
}

int early_cancel(struct sitting *s, int seat, int64_t number, int *n, struct fault *fault)
{
    *n = 0;
    for (int i = s->nearly; i-- > 0;) {
        if (s->early[i].seat != seat || (number && s->early[i].number != number))
            continue;
        if (drop(s, i, fault) != 0)
            return -1;
        ++*n;
    }
    return 0;
}

static int read_lines(struct sitting *s, const char *lines, struct order *orders)
{
    struct order_reader reader = sitting_reader(s, NULL);
    struct slice rest = slice_of(lines);
    int n = 0;
    while (rest.p && rest.n && n < EARLY_LINES) {
        struct mistake m = {0};
        if (order_read(&reader, slice_cut(&rest, '\n'), n + 1, s->arena, &orders[n], &m))
            n++;
    }
    return n;
}

/* Those behind it wait for another turn. */
static int put_behind(struct sitting *s, int seat, int64_t matter, struct fault *fault)
{
    for (int i = 0; i < s->nearly; i++) {
        if (s->early[i].seat != seat || s->early[i].after == matter)
            continue;
        s->early[i].after = matter;
        if (store_early_put(s->house->store, s->game.id, &s->early[i], fault) != 0)
            return -1;
    }
    return 0;
}

int early_play(struct sitting *s, bool *done, struct fault *fault)
{
    struct await v[AWAITS_MAX];
    int n = s->nearly ? turn_awaits(s, v) : 0;
    for (int i = 0; i < n; i++) {
        if (!is_turn(v[i].what) || s->seats[v[i].seat - 1].bot)
            continue;
        for (int k = 0; k < s->nearly; k++) {
            struct early_row row = s->early[k];
            if (row.seat != v[i].seat || row.after == v[i].matter)
                continue;
            struct order *orders = arena_array(s->arena, struct order, EARLY_LINES);
            *done = true;
            if (drop(s, k, fault) != 0 || put_behind(s, row.seat, v[i].matter, fault) != 0)
                return -1;
            int lines = read_lines(s, row.lines, orders);
            return lines ? later_letter(s, row.seat, orders, lines, true, fault) : 0;
        }
    }
    return 0;
}

json_t *early_json(const struct sitting *s, int seat)
{
    json_t *list = NULL;
    for (int i = 0; i < s->nearly; i++) {
        if (s->early[i].seat != seat)
            continue;
        json_t *lines = json_array();
        struct slice rest = slice_of(s->early[i].lines);
        while (rest.p && rest.n) {
            struct slice line = slice_cut(&rest, '\n');
            json_array_append_new(lines, json_pack("{s:s%}", "line", line.p, line.n));
        }
        list = list ? list : json_array();
        json_array_append_new(list, json_pack("{s:I,s:o}", "number", (json_int_t)s->early[i].number,
                                              "lines", lines));
    }
    return list;
}
