#include "store/db.h"

/* Invariants
 *   1. The number of a row is game << 40 | turn << 20 | entry: rows of one game are one range, and the
 *      order of rows is the order of turns.
 *   2. What people search for reaches SQLite as a bound value and is made of quoted words only: none of
 *      it is an operator of the query language. */
enum { ENTRY_BITS = 20, TURN_BITS = 20, GAME_BITS = 23, WORDS_MOST = 32 };

static int64_t told_id(int64_t game, int64_t turn, int64_t number)
{
    return game << (TURN_BITS + ENTRY_BITS) | turn << ENTRY_BITS | number;
}

static bool fits(int64_t n, int bits)
{
    return n >= 0 && n < (int64_t)1 << bits;
}

int store_told_upto(struct store *s, int64_t game, int64_t *number, struct fault *f)
{
    struct stmt *q = stmt_get(s, "told_upto");
    *number = 0;
    stmt_put_int(q, "game", game);
    int r = stmt_step(q, f);
    if (r != 1)
        return r;
    *number = stmt_int(q, "number");
    stmt_done(q);
    return 0;
}

int store_told_set_upto(struct store *s, int64_t game, int64_t number, struct fault *f)
{
    struct stmt *q = stmt_get(s, "told_upto_set");
    stmt_put_int(q, "game", game);
    stmt_put_int(q, "number", number);
    return stmt_run(q, f);
}

int store_told_add(struct store *s, const struct entry *e, const char *text, struct fault *f)
{
    if (!fits(e->game, GAME_BITS) || !fits(e->turn, TURN_BITS) || !fits(e->number, ENTRY_BITS))
        return fault_set(f, EX_DATAERR, "%s: game %lld: journal entry %lld is beyond what can be searched",
                         s->path, (long long)e->game, (long long)e->number);
    struct stmt *q = stmt_get(s, "told_add");
    stmt_put_int(q, "id", told_id(e->game, e->turn, e->number));
    stmt_put_text(q, "text", text);
    return stmt_run(q, f);
}

/* Each word in quotation marks, those inside doubled; a star behind stays an operator. */
static int quote_words(struct slice words, struct buf *out)
{
    int n = 0;
    while (words.p && n < WORDS_MOST) {
        struct slice word = slice_cut(&words, ' ');
        bool prefix = word.n > 1 && word.p[word.n - 1] == '*';
        if (prefix)
            word.n--;
        if (word.n == 0)
            continue;
        buf_str(out, n++ ? " \"" : "\"");
        for (size_t i = 0; i < word.n; i++) {
            if (word.p[i] == '"')
                buf_char(out, '"');
            buf_char(out, word.p[i]);
        }
        buf_str(out, prefix ? "\" *" : "\"");
    }
    return n;
}

int store_told_find(struct store *s, int64_t game, struct slice words, sight eye, bool all,
                    int64_t sat, int max, struct arena *a, struct entry **v, int *n, struct fault *f)
{
    struct buf quoted = BUF(64 << 10);
    int r = 0;
    *v = NULL;
    *n = 0;
    if (quote_words(words, &quoted) > 0 && !quoted.full) {
        struct stmt *q = stmt_get(s, "told_find");
        stmt_put_text(q, "words", buf_text(&quoted));
        stmt_put_int(q, "from", game ? told_id(game, 0, 0) : 0);
        stmt_put_int(q, "to", game ? told_id(game + 1, 0, 0) - 1 : INT64_MAX);
        stmt_put_int(q, "eye", (int32_t)eye);
        stmt_put_int(q, "all", all);
        stmt_put_int(q, "sat", sat);
        stmt_put_int(q, "max", max);
        while ((r = stmt_step(q, f)) == 1) {
            *v = stmt_room(a, *v, *n, sizeof **v);
            struct entry *e = &(*v)[(*n)++];
            *e = (struct entry){.game = stmt_int(q, "game"),
                                .turn = stmt_int(q, "turn"),
                                .shown = stmt_int(q, "shown"),
                                .number = stmt_int(q, "number"),
                                .kind = stmt_text(q, "kind", a),
                                .seat = (int)stmt_int(q, "seat"),
                                .sight = (sight)stmt_int(q, "sight"),
                                .body = stmt_text(q, "body", a)};
        }
    }
    buf_free(&quoted);
    return r;
}
