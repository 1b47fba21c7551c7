/* Letters out: read back as a player reads them, the text part with white space folded. */
#include "scenario.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>

enum { TEXT_CAP = 8 << 20 };

/* --- taking them ----------------------------------------------------------------------------- */

/* A hole where a word should be: a tag that was not filled, or nothing at all. What a player wrote
 * himself may be quoted to him. */
static void check_whole(struct scenario *sc, const struct person *p, const struct letter *l)
{
    bool own = sc->last.n && memmem(sc->last.p, sc->last.n, "{{", 2);
    if (!own && (strstr(l->text, "{{") || strstr(l->text, "}}") || strstr(l->subject, "{{")))
        scenario_wrong(sc, "a letter to %s has an unfilled tag:\n%s", p->name, l->text);
    if (!slice_trim(slice_of(l->text)).n || !l->subject[0])
        scenario_wrong(sc, "a letter to %s has no text or no subject", p->name);
}

void scenario_told_collect(struct scenario *sc)
{
    struct world_mail *v;
    for (int i = 0; i < sc->npeople; i++)
        sc->people[i].fresh = sc->people[i].ngot;
    int n = world_mail(&sc->world, NULL, true, &v);
    for (int i = 0; i < n; i++) {
        struct person *p = scenario_person(sc, slice_of(v[i].letter.nto ? v[i].letter.to[0] : ""));
        if (!p)
            scenario_stop(sc, "a letter to nobody was sent");
        if (p->ngot == SCENARIO_MAIL)
            scenario_stop(sc, "%s got too many letters", p->name);
        p->got[p->ngot++] = v[i];
        check_whole(sc, p, &v[i].letter);
    }
}

/* --- what they say --------------------------------------------------------------------------- */

/* White space of any kind and length becomes one space. */
static const char *folded(struct scenario *sc, struct slice s)
{
    struct buf out = BUF(TEXT_CAP);
    bool space = false;
    while (s.n) {
        uint32_t c;
        size_t len = utf8_next(s.p, s.n, &c);
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xa0 || c == 0x202f) {
            space = out.n > 0;
        } else {
            if (space)
                buf_char(&out, ' ');
            buf_add(&out, s.p, len);
            space = false;
        }
        s.p += len;
        s.n -= len;
    }
    const char *text = arena_slice(&sc->world.arena, buf_all(&out));
    buf_free(&out);
    return text;
}

enum part { PART_TEXT, PART_SUBJECT, PART_SOURCE };

static struct slice part_of(const struct world_mail *m, enum part part)
{
    return part == PART_TEXT      ? slice_of(m->letter.text)
           : part == PART_SUBJECT ? slice_of(m->letter.subject)
                                  : m->bytes;
}

static bool says(struct scenario *sc, const struct person *p, enum part part, struct slice what)
{
    const char *needle = folded(sc, what);
    for (int i = p->fresh; i < p->ngot; i++)
        if (strstr(folded(sc, part_of(&p->got[i], part)), needle))
            return true;
    return false;
}

void scenario_expect(struct scenario *sc, struct slice text, struct slice what)
{
    if (!strstr(folded(sc, text), folded(sc, what)))
        scenario_wrong(sc, "\"%.*s\" is not said; it says\n%.*s", (int)what.n, what.p, (int)text.n, text.p);
}

/* What is wrong, and the letter as it came: once, however much is wrong with it. */
static void say_letter(struct scenario *sc, const struct person *p, enum part part,
                       const char *what)
{
    const struct world_mail *m = p->ngot > p->fresh ? &p->got[p->ngot - 1] : NULL;
    struct slice text = m ? part_of(m, part) : slice_of("");
    if (m && m != sc->shown)
        scenario_wrong(sc, "%s; it says\n%.*s", what, (int)text.n, text.p);
    else
        scenario_wrong(sc, "%s", what);
    sc->shown = m;
}

static void check_says(struct scenario *sc, const struct person *p, enum part part, int first,
                       bool wanted)
{
    for (int i = first; i < sc->at->n; i++) {
        const struct word *w = &sc->at->words[i];
        if (!w->quoted || !w->text.n)
            scenario_stop(sc, "write what is said in quotes");
        if (wanted && p->fresh == p->ngot)
            scenario_wrong(sc, "%s got no letter", p->name);
        else if (says(sc, p, part, w->text) != wanted)
            say_letter(sc, p, part,
                       arena_printf(&sc->world.arena, "%s is %stold \"%s\"", p->name,
                                    wanted ? "not " : "", w->text.p));
    }
}

static void check_letters(struct scenario *sc, const struct person *p, long long n)
{
    if (p->ngot - p->fresh == n)
        return;
    say_letter(sc, p, PART_TEXT,
               arena_printf(&sc->world.arena, "%s got %d letters", p->name, p->ngot - p->fresh));
}

/* --- whole letters --------------------------------------------------------------------------- */

static size_t hex_run(const char *s)
{
    size_t n = 0;
    while (isdigit((unsigned char)s[n]) || (s[n] >= 'a' && s[n] <= 'f'))
        n++;
    return n;
}

/* A letter's text as a scenario keeps it: hashes, which tell nothing to who reads it, are left out;
 * no white space at line ends, no blank lines at either end. */
static const char *kept(struct scenario *sc, const char *text)
{
    struct buf out = BUF(TEXT_CAP);
    struct slice rest = slice_trim(slice_of(text));
    while (rest.p) {
        struct slice line = slice_cut(&rest, '\n');
        while (line.n && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\r'))
            line.n--;
        const char *s = arena_slice(&sc->world.arena, line);
        for (size_t n; *s; s += n) {
            n = hex_run(s);
            if (n == 64)
                buf_str(&out, "(64 hex digits)");
            else
                buf_add(&out, s, n ? n : (n = 1));
        }
        buf_char(&out, '\n');
    }
    const char *all = arena_slice(&sc->world.arena, buf_all(&out));
    buf_free(&out);
    return all;
}

static void check_whole_text(struct scenario *sc, const struct person *p)
{
    if (p->ngot - p->fresh != 1) {
        check_letters(sc, p, 1);
        return;
    }
    const char *now = kept(sc, p->got[p->fresh].letter.text);
    struct slice a = sc->at->block, b = slice_of(now);
    if (slice_eq(a, b))
        return;
    const char *update = getenv("UPDATE");
    if (update && *update) {
        ((struct sentence *)sc->at)->update = now;
        return;
    }
    int line = sc->at->line;
    struct slice x, y;
    do {
        x = slice_cut(&a, '\n');
        y = slice_cut(&b, '\n');
        line++;
    } while (slice_eq(x, y) && (a.p || b.p));
    scenario_wrong(sc,
                   "line %d differs (UPDATE=1 writes the new text; read the diff)\n- %.*s\n+ %.*s",
                   line, (int)x.n, x.p ? x.p : "", (int)y.n, y.p ? y.p : "");
}

/* --- verdicts -------------------------------------------------------------------------------- */

static void check_verdict(struct scenario *sc, struct slice verdict, long long n)
{
    const struct run_counts *now = &sc->world.run.counts, *then = &sc->before;
    struct {
        const char *name;
        int64_t n;
    } v[] = {{"played", now->played - then->played},
             {"refused", now->refused - then->refused},
             {"answered", now->refused - then->refused},
             {"ignored", now->ignored - then->ignored},
             {"aside", now->aside - then->aside}};
    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        if (!slice_is(verdict, v[i].name))
            continue;
        if (v[i].n != n)
            scenario_wrong(
                sc, "%lld played, %lld refused or answered, %lld ignored, %lld set aside",
                (long long)v[0].n, (long long)v[1].n, (long long)v[3].n, (long long)v[4].n);
        return;
    }
    scenario_stop(sc, "a letter is played, refused, answered, ignored or set aside");
}

static void check_nobody(struct scenario *sc)
{
    for (int i = 0; i < sc->npeople; i++)
        if (sc->people[i].fresh < sc->people[i].ngot)
            check_letters(sc, &sc->people[i], 0);
}

static void check_size(struct scenario *sc, const struct person *p, size_t most)
{
    if (p->ngot == p->fresh)
        scenario_stop(sc, "%s got no letter", p->name);
    for (int i = p->fresh; i < p->ngot; i++)
        if (p->got[i].bytes.n >= most)
            scenario_stop(sc, "%s got a letter of %zu bytes", p->name, p->got[i].bytes.n);
}

bool scenario_told_check(struct scenario *sc)
{
    struct caught c;
    if (scenario_match(sc, "PERSON is told nothing", &c))
        check_letters(sc, c.person[0], 0);
    else if (scenario_match(sc, "PERSON is told …", &c))
        check_says(sc, c.person[0], PART_TEXT, c.rest, true);
    else if (scenario_match(sc, "PERSON is not told …", &c))
        check_says(sc, c.person[0], PART_TEXT, c.rest, false);
    else if (scenario_match(sc, "PERSON gets N letters", &c))
        check_letters(sc, c.person[0], c.number);
    else if (scenario_match(sc, "PERSON gets", &c))
        check_whole_text(sc, c.person[0]);
    else if (scenario_match(sc, "nobody is told anything", &c))
        check_nobody(sc);
    else if (scenario_match(sc, "the subject of PERSON's letter has no …", &c))
        check_says(sc, c.person[0], PART_SUBJECT, c.rest, false);
    else if (scenario_match(sc, "the subject of PERSON's letter has …", &c))
        check_says(sc, c.person[0], PART_SUBJECT, c.rest, true);
    else if (scenario_match(sc, "the source of PERSON's letter has no …", &c))
        check_says(sc, c.person[0], PART_SOURCE, c.rest, false);
    else if (scenario_match(sc, "the source of PERSON's letter has …", &c))
        check_says(sc, c.person[0], PART_SOURCE, c.rest, true);
    else if (scenario_match(sc, "PERSON's letter is shorter than N kB", &c))
        check_size(sc, c.person[0], (size_t)c.number << 10);
    else if (scenario_match(sc, "the letter is set WORD", &c) ||
             scenario_match(sc, "the letter is WORD", &c))
        check_verdict(sc, c.word[0], 1);
    else if (scenario_match(sc, "N letters are set WORD", &c) ||
             scenario_match(sc, "N letters are WORD", &c))
        check_verdict(sc, c.word[0], c.number);
    else
        return false;
    return true;
}
