/* Letters in: written as a mail program would, or byte by byte. */
#include "scenario.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

/* --- addresses ------------------------------------------------------------------------------- */

/* The last letter about the game; of a stranger, the last one. */
static const struct letter *last_letter(struct scenario *sc, const struct person *p)
{
    struct reply_address ignored;
    if (!p->ngot)
        scenario_stop(sc, "%s has had no letter to answer", p->name);
    for (int i = p->ngot - 1; i >= 0; i--)
        if (token_parse(sc->world.house, p->got[i].letter.reply_to, &ignored))
            return &p->got[i].letter;
    return &p->got[p->ngot - 1].letter;
}

/* The address with the last character of its token changed. */
static const char *wrong_token(struct scenario *sc, const char *address)
{
    char *copy = arena_strdup(&sc->world.arena, address), *at = strrchr(copy, '@');
    at[-1] = at[-1] == 'a' ? 'b' : 'a';
    return copy;
}

/* One seat's address with another one's token. */
static const char *other_token(struct scenario *sc, const char *address, const char *token_from)
{
    struct reply_address to, from;
    if (!token_parse(sc->world.house, address, &to) ||
        !token_parse(sc->world.house, token_from, &from))
        scenario_stop(sc, "both must have had a letter");
    return arena_printf(&sc->world.arena, "%.*s%.*s%s", (int)(to.token.p - address), address,
                        (int)from.token.n, from.token.p, strrchr(address, '@'));
}

/* --- writing --------------------------------------------------------------------------------- */

struct envelope {
    const struct person *from;
    const char *to;
    const struct letter *answers; /* or NULL */
    const char *type;             /* header lines that tell the content's type */
};

static void put_head(struct scenario *sc, const struct envelope *e, struct buf *out)
{
    bool named = utf8_width(slice_of(e->from->name)) == strlen(e->from->name) && !strchr(e->from->name, '@');
    buf_printf(out, "Return-Path: <%s>\nFrom: %s <%s>\nTo: <%s>\n", e->from->address,
               named ? e->from->name : "", e->from->address, e->to);
    buf_printf(out, "Subject: Re: %s\nMessage-ID: <%d.%lld@players.example>\n",
               e->answers ? e->answers->subject : "hello", sc->world.letters + 1,
               (long long)sc->world.now);
    if (e->answers)
        buf_printf(out, "In-Reply-To: <%s>\nReferences: <%s>\n", e->answers->message_id,
                   e->answers->message_id);
    buf_printf(out, "MIME-Version: 1.0\n%s\n", e->type);
}

static void drop_in(struct scenario *sc, struct buf *letter)
{
    if (letter->full)
        scenario_stop(sc, "the letter is too long for a test");
    world_bytes(&sc->world, buf_all(letter));
    if (letter->n < 1 << 20)
        sc->last = (struct slice){arena_slice(&sc->world.arena, buf_all(letter)), letter->n};
    buf_free(letter);
}

static void write_letter(struct scenario *sc, const struct envelope *e, struct slice body)
{
    struct buf b = BUF(SCENARIO_DRAFT);
    put_head(sc, e, &b);
    buf_slice(&b, body);
    drop_in(sc, &b);
}

/* The block again and again, as lines of one letter or as quoted lines of so many bytes. */
static void write_long(struct scenario *sc, const struct envelope *e, long long times,
                       long long bytes)
{
    struct buf b = BUF(SCENARIO_DRAFT);
    put_head(sc, e, &b);
    for (long long i = 0; i < times; i++)
        buf_slice(&b, sc->at->block);
    while ((long long)b.n < bytes && !b.full)
        buf_str(&b, "> ----------------------------------------------------------------------\n");
    drop_in(sc, &b);
}

static void write_nested(struct scenario *sc, const struct envelope *e, long long deep)
{
    struct buf b = BUF(SCENARIO_DRAFT);
    struct envelope outer = *e;
    outer.type = "Content-Type: multipart/mixed; boundary=b0\n";
    put_head(sc, &outer, &b);
    for (long long i = 1; i < deep; i++)
        buf_printf(&b, "--b%lld\nContent-Type: multipart/mixed; boundary=b%lld\n\n", i - 1, i);
    buf_printf(&b, "--b%lld\nContent-Type: text/plain\n\n", deep - 1);
    buf_slice(&b, sc->at->block);
    for (long long i = deep - 1; i >= 0; i--)
        buf_printf(&b, "\n--b%lld--\n", i);
    drop_in(sc, &b);
}

/* What {…} stands for in a letter that is given byte by byte. */
static void put_hole(struct scenario *sc, struct slice name, struct buf *out)
{
    static const char *const tails[] = {"'s address", "'s reply address", "'s letter", "'s subject"};
    char *end;
    if (slice_is(name, "id")) {
        buf_printf(out, "%d.raw@players.example", sc->world.letters + 1);
        return;
    }
    for (int i = 0; i < 4; i++) {
        size_t n = strlen(tails[i]);
        if (name.n <= n || memcmp(name.p + name.n - n, tails[i], n) != 0)
            continue;
        struct person *p = scenario_person(sc, (struct slice){name.p, name.n - n});
        if (p) {
            const struct letter *l = i ? last_letter(sc, p) : NULL;
            buf_str(out, i == 0 ? p->address : i == 1 ? l->reply_to : i == 2 ? l->message_id : l->subject);
            return;
        }
    }
    const char *hex = arena_slice(&sc->world.arena, name);
    long times = strtol(hex, &end, 10), byte;
    if (end > hex && strncmp(end, " times ", 7) == 0) {
        for (long i = 0; i < times; i++)
            buf_str(out, end + 7);
        return;
    }
    byte = strtol(hex, &end, 16);
    if (name.n != 2 || *end)
        scenario_stop(sc, "{%s} stands for nothing", hex);
    buf_char(out, (char)byte);
}

static void write_raw(struct scenario *sc)
{
    struct slice rest = sc->at->block;
    buf_clear(&sc->draft);
    while (rest.p && rest.n) {
        struct slice text = slice_cut(&rest, '{');
        buf_slice(&sc->draft, text);
        if (rest.p)
            put_hole(sc, slice_cut(&rest, '}'), &sc->draft);
    }
    drop_in(sc, &sc->draft);
}

/* --- sentences that write -------------------------------------------------------------------- */

static const char TEXT_TYPE[] = "Content-Type: text/plain; charset=utf-8\n";
static const char HTML_TYPE[] = "Content-Type: text/html; charset=utf-8\n";

static int ordinal(struct slice word)
{
    static const char *const names[] = {"first", "second",  "third",  "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth",  "tenth"};
    for (int i = 0; i < 10; i++)
        if (slice_is(word, names[i]))
            return i;
    return -1;
}

/* Where a letter goes when it does not go to the last letter's reply address. */
static bool elsewhere(struct scenario *sc, struct envelope *e)
{
    struct caught c;
    if (scenario_match(sc, "PERSON writes to the house", &c)) {
        e->to = sc->world.house->config.address;
    } else if (scenario_match(sc, "PERSON writes with a wrong token", &c)) {
        e->to = wrong_token(sc, last_letter(sc, c.person[0])->reply_to);
    } else if (scenario_match(sc, "PERSON writes for PERSON with his|her|their own token", &c)) {
        e->to = other_token(sc, last_letter(sc, c.person[1])->reply_to,
                            last_letter(sc, c.person[0])->reply_to);
    } else if (scenario_match(sc, "PERSON answers his|her|their WORD letter", &c)) {
        int n = ordinal(c.word[0]);
        if (n < 0 || n >= c.person[0]->ngot)
            scenario_stop(sc, "%s has had %d letters", c.person[0]->name, c.person[0]->ngot);
        e->answers = &c.person[0]->got[n].letter;
    } else if (scenario_match(sc, "PERSON answers PERSON's letter", &c)) {
        e->answers = last_letter(sc, c.person[1]);
    } else {
        return false;
    }
    e->from = c.person[0];
    if (e->answers)
        e->to = e->answers->reply_to;
    return true;
}

/* A reply to the last letter, in some form; *later when the program does not run yet. */
static bool reply(struct scenario *sc, struct envelope *e, enum mail_act *when)
{
    struct caught c;
    if (sc->at->n < 2 || !(e->from = scenario_person(sc, sc->at->words[0].text)))
        return false;
    bool html = scenario_match(sc, "PERSON writes in HTML", &c);
    bool later = !html && scenario_match(sc, "PERSON has written", &c);
    bool empty = !html && !later && scenario_match(sc, "PERSON writes an empty letter", &c);
    bool plain = html || later || empty || scenario_match(sc, "PERSON writes", &c);
    if (!plain && !scenario_match(sc, "PERSON writes …", &c))
        return false;
    e->answers = last_letter(sc, e->from);
    e->to = e->answers->reply_to;
    if (html)
        e->type = HTML_TYPE;
    if (plain)
        write_letter(sc, e, empty ? slice_of("\n") : sc->at->block);
    else if (scenario_match(sc, "PERSON writes N times", &c))
        for (long long i = 0; i < c.number; i++)
            write_letter(sc, e, sc->at->block);
    else if (scenario_match(sc, "PERSON writes N lines", &c))
        write_long(sc, e, c.number, 0);
    else if (scenario_match(sc, "PERSON writes a letter of N MB", &c))
        write_long(sc, e, 1, c.number << 20);
    else if (scenario_match(sc, "PERSON writes a letter nested N deep", &c))
        write_nested(sc, e, c.number);
    else
        return false;
    if (!empty && !sc->at->block.n)
        scenario_stop(sc, "what? Write the letter below, indented by two spaces");
    *when = later ? MAIL_LATER : MAIL_NOW;
    return true;
}

enum mail_act scenario_mail_act(struct scenario *sc)
{
    enum mail_act when = MAIL_NOW;
    struct envelope e = {.type = TEXT_TYPE};
    struct caught c;
    if (elsewhere(sc, &e)) {
        write_letter(sc, &e, sc->at->block);
    } else if (scenario_match(sc, "this letter arrives", &c)) {
        write_raw(sc);
    } else if (scenario_match(sc, "the letter arrives again", &c)) {
        world_bytes(&sc->world, sc->last);
    } else if (scenario_match(sc, "PERSON's letter comes back", &c)) {
        last_letter(sc, c.person[0]);
        world_bytes(&sc->world, c.person[0]->got[c.person[0]->ngot - 1].bytes);
    } else if (!reply(sc, &e, &when)) {
        return MAIL_NOTHING;
    }
    return when;
}
