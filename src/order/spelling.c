/* What always holds: the arrays are sorted bytewise, so the spellings that begin with a word stand
 * together. */
#include "order/spelling.h"

#include <stdlib.h>

static int compare(struct slice a, struct slice b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int c = n ? memcmp(a.p, b.p, n) : 0;
    return c ? c : (a.n > b.n) - (a.n < b.n);
}

static int by_text(const void *a, const void *b)
{
    const struct spelling *x = a, *y = b;
    int c = compare(x->text, y->text);
    if (c == 0)
        c = (x->of > y->of) - (x->of < y->of);
    return c ? c : (int)x->lang - (int)y->lang;
}

static int count(const char *name, const char *fr, const char *also)
{
    int n = (name != NULL) + (fr != NULL);
    for (const char *p = also; p && *p; p++)
        n += *p != ' ' && (p[1] == ' ' || p[1] == '\0');
    return n;
}

static void add(struct spellings *s, const char *name, const char *fr, const char *also, int of)
{
    struct slice rest = slice_of(also);
    if (name)
        s->v[s->n++] = (struct spelling){slice_of(name), of, SPELT_EN};
    if (fr)
        s->v[s->n++] = (struct spelling){slice_of(fr), of, SPELT_FR};
    while (rest.p) {
        struct slice word = slice_cut(&rest, ' ');
        if (word.n)
            s->v[s->n++] = (struct spelling){word, of, SPELT_ALSO};
    }
}

static void sort(struct spellings *s)
{
    if (s->n)
        qsort(s->v, (size_t)s->n, sizeof *s->v, by_text);
}

void spellings_of_verbs(const struct grammar *grammar, struct arena *arena, struct spellings *out)
{
    int n = 0;
    for (int i = 0; i < grammar->nverbs; i++)
        n += count(grammar->verbs[i].name, grammar->verbs[i].fr, grammar->verbs[i].also);
    *out = (struct spellings){arena_array(arena, struct spelling, n), 0};
    for (int i = 0; i < grammar->nverbs; i++)
        add(out, grammar->verbs[i].name, grammar->verbs[i].fr, grammar->verbs[i].also, i);
    sort(out);
}

void spellings_of_keywords(const struct grammar *grammar, struct arena *arena,
                           struct spellings *out)
{
    int n = 0;
    for (int i = 0; i < grammar->nkeywords; i++)
        n += count(grammar->keywords[i].name, grammar->keywords[i].fr, grammar->keywords[i].also);
    *out = (struct spellings){arena_array(arena, struct spelling, n), 0};
    for (int i = 0; i < grammar->nkeywords; i++)
        add(out, grammar->keywords[i].name, grammar->keywords[i].fr, grammar->keywords[i].also, i);
    sort(out);
}

int spellings_at(const struct spellings *s, struct slice word)
{
    int low = 0, high = s->n;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (compare(s->v[mid].text, word) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const struct spelling *spellings_find(const struct spellings *s, struct slice word)
{
    int i = spellings_at(s, word);
    return i < s->n && slice_eq(s->v[i].text, word) ? &s->v[i] : NULL;
}

bool spelling_begins(const struct spelling *s, struct slice beginning)
{
    return s->text.n >= beginning.n && memcmp(s->text.p, beginning.p, beginning.n) == 0;
}
