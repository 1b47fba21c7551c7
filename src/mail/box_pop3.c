/* A POP3 account as a mailbox.
 *
 * The protocol is so small that it is spoken here: commands are sent many at a time where the
 * server allows it (PIPELINING), so that letters do not cost a round trip each.
 *
 * Invariants
 *   1. A letter is deleted by DELE behind its commit, and for good by QUIT. A connection that
 * breaks before leaves everything where it was, to be given again.
 *   2. With processed = seen letters stay; the taker is asked which it knows by their unique id. */
#include "base/buf.h"
#include "base/step.h"
#include "mail/link.h"
#include "mail/mailbox.h"
#include "mail/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE = 1024, AHEAD = 64, AHEAD_BYTES = 4 << 20, LETTERS = 1000000, UID = 128, SIZE = 1 << 30 };

struct entry {
    int number;
    int64_t size;
    char uid[UID + 1];
    bool got;
};

struct pop3_box {
    struct mailbox box;
    struct mail_link *link;
    bool pipelining, top, uidl;
    char in[16 << 10];
    size_t at, n;
    struct entry *v;
    int letters;
};

static int broken(struct pop3_box *b, const char *command, struct fault *fault)
{
    return fault_set(fault, EX_TEMPFAIL, "[%s] %s: the connection broke at %s", b->box.account.name,
                     b->box.account.address, command);
}

/* --- lines ----------------------------------------------------------------------------------- */

/* One line without its end into `out`, which is cut to its cap. False: the connection ended. */
static bool read_line(struct pop3_box *b, struct buf *out)
{
    for (;;) {
        if (b->at == b->n) {
            ssize_t got = mail_link_read(b->link, b->in, sizeof b->in);
            if (got <= 0)
                return false;
            b->at = 0;
            b->n = (size_t)got;
        }
        char *p = b->in + b->at, *end = memchr(p, '\n', b->n - b->at);
        size_t k = end ? (size_t)(end - p) : b->n - b->at;
        buf_add(out, p, k);
        b->at += k + (end ? 1 : 0);
        if (end)
            break;
    }
    if (out->n && out->p[out->n - 1] == '\r')
        out->p[--out->n] = '\0';
    return true;
}

static bool say(struct pop3_box *b, const char *command, int number)
{
    char line[64];
    int n = number ? snprintf(line, sizeof line, command, number)
                   : snprintf(line, sizeof line, "%s", command);
    return mail_link_write(b->link, line, (size_t)n) == n;
}

/* The answer to a command: 1 +OK, 0 -ERR with the server's words in the fault, -1 broken. */
static int answer(struct pop3_box *b, const char *command, struct buf *line, struct fault *fault)
{
    buf_clear(line);
    if (!read_line(b, line))
        return broken(b, command, fault);
    if (line->n >= 3 && memcmp(line->p, "+OK", 3) == 0)
        return 1;
    char said[160];
    size_t n = 0;
    for (; n < line->n && n + 1 < sizeof said; n++)
        said[n] = line->p[n] >= 0x20 && line->p[n] < 0x7f ? line->p[n] : '?';
    said[n] = '\0';
    fault_set(fault, EX_UNAVAILABLE, "[%s] %s says no to %s: %s", b->box.account.name,
              b->box.account.address, command, said);
    return 0;
}

/* The lines behind a +OK up to the dot; `each` gets them without the stuffed dot. */
static bool read_lines(struct pop3_box *b, void (*each)(struct pop3_box *b, struct slice line))
{
    struct buf line = BUF(LINE);
    bool ok;
    while ((ok = read_line(b, &line)) && !slice_is(buf_all(&line), ".")) {
        struct slice s = buf_all(&line);
        if (s.n && s.p[0] == '.')
            s = (struct slice){s.p + 1, s.n - 1};
        each(b, s);
        buf_clear(&line);
        line.full = false;
    }
    buf_free(&line);
    return ok;
}

/* --- the list -------------------------------------------------------------------------------- */

static void on_capability(struct pop3_box *b, struct slice line)
{
    struct slice word = slice_cut(&line, ' ');
    b->pipelining = b->pipelining || slice_is(word, "PIPELINING");
    b->top = b->top || slice_is(word, "TOP");
    b->uidl = b->uidl || slice_is(word, "UIDL");
}

static struct entry *entry_of(struct pop3_box *b, struct slice *line)
{
    long long n;
    if (!slice_to_int(slice_cut(line, ' '), &n) || n < 1 || n > b->letters)
        return NULL;
    return &b->v[n - 1];
}

static void on_size(struct pop3_box *b, struct slice line)
{
    struct entry *e = entry_of(b, &line);
    long long size;
    if (e && slice_to_int(slice_cut(&line, ' '), &size) && size >= 0) {
        e->size = size < SIZE ? size : SIZE; /* so that sums stay in range */
        e->number = (int)(e - b->v) + 1;
    }
}

static void on_uid(struct pop3_box *b, struct slice line)
{
    struct entry *e = entry_of(b, &line);
    if (e && line.n <= UID) /* cut short it might be another letter's, too: without one it is known by its bytes */
        snprintf(e->uid, sizeof e->uid, "%.*s", (int)line.n, line.p ? line.p : "");
}

/* Counts, sizes and ids. */
static int list_letters(struct pop3_box *b, struct fault *fault)
{
    struct buf line = BUF(LINE);
    long long n = -1;
    int r = say(b, "STAT\r\n", 0) ? answer(b, "STAT", &line, fault) : broken(b, "STAT", fault);
    if (r == 1) {
        struct slice rest = buf_all(&line);
        slice_cut(&rest, ' ');
        if (!slice_to_int(slice_cut(&rest, ' '), &n) || n < 0 || n > LETTERS)
            r = broken(b, "STAT", fault);
    }
    b->letters = r == 1 ? (int)n : 0;
    if (b->letters) {
        b->v = calloc((size_t)b->letters, sizeof *b->v);
        if (!b->v)
            die("out of memory");
        r = say(b, "LIST\r\n", 0) ? answer(b, "LIST", &line, fault) : broken(b, "LIST", fault);
        if (r == 1 && !read_lines(b, on_size))
            r = broken(b, "LIST", fault);
        if (r == 1 && b->uidl) {
            r = say(b, "UIDL\r\n", 0) ? answer(b, "UIDL", &line, fault) : broken(b, "UIDL", fault);
            if (r == 1 && !read_lines(b, on_uid))
                r = broken(b, "UIDL", fault);
        }
    }
    buf_free(&line);
    return r == 1 ? 0 : -1;
}

static int connect_box(struct pop3_box *b, struct fault *fault)
{
    struct buf line = BUF(LINE);
    if (mail_link_open(&b->link, &b->box.account, fault) != 0)
        return -1;
    mail_link_expect(b->link, LINK_LETTERS);
    b->at = b->n = 0;
    b->pipelining = b->top = b->uidl = false;
    int r = say(b, "CAPA\r\n", 0) ? answer(b, "CAPA", &line, fault) : broken(b, "CAPA", fault);
    if (r == 1 && !read_lines(b, on_capability))
        r = broken(b, "CAPA", fault);
    if (r == 0)
        b->uidl = true; /* an old server without CAPA mostly has it */
    buf_free(&line);
    return r < 0 ? -1 : list_letters(b, fault);
}

static void disconnect(struct pop3_box *b)
{
    mail_link_close(&b->link);
    free(b->v);
    b->v = NULL;
    b->letters = 0;
}

/* --- the letters ----------------------------------------------------------------------------- */

static bool keeps(const struct pop3_box *b)
{
    return b->box.account.processed == PROCESSED_SEEN;
}

/* A server without TOP sends a letter whole, however long: such a one is alone in its window. */
static bool ask_for(struct pop3_box *b, const struct entry *e)
{
    bool head = e->size > READER_LETTER && b->top;
    mail_link_expect(b->link, LINK_LETTERS + (head ? 0 : 2 * e->size)); /* dots are doubled */
    return say(b, head ? "TOP %d 0\r\n" : "RETR %d\r\n", e->number);
}

/* The letter behind a +OK: dots taken out, CRLF at the end of lines. More than can be read is
 * passed over. */
static bool read_letter(struct pop3_box *b, struct buf *out, int64_t *size)
{
    struct buf line = BUF(READER_LETTER);
    bool ok;
    *size = 0;
    while ((ok = read_line(b, &line)) && !slice_is(buf_all(&line), ".")) {
        size_t skip = line.n && line.p[0] == '.';
        *size += (int64_t)(line.n - skip + 2);
        buf_add(out, line.p ? line.p + skip : "", line.n - skip);
        buf_add(out, "\r\n", 2);
        buf_clear(&line);
        line.full = false;
    }
    buf_free(&line);
    return ok;
}

static int take_letter(struct pop3_box *b, struct entry *e, const struct mailbox_take *take,
                       struct fault *fault)
{
    struct buf line = BUF(LINE), bytes = BUF((size_t)READER_LETTER + 4096);
    int64_t size;
    int r = answer(b, "RETR", &line, fault);
    if (r == 0)
        fprintf(stderr, "courtier: letter %d stays where it is: %s\n", e->number, fault->text);
    else if (r == 1)
        r = read_letter(b, &bytes, &size) ? 1 : broken(b, "RETR", fault);
    if (r == 1) {
        struct slice kept = buf_all(&bytes);
        bool long_one = e->size > READER_LETTER || size > READER_LETTER;
        if (long_one && kept.n > READER_HEADER)
            kept.n = READER_HEADER;
        struct mailbox_letter l = {.name = e->uid,
                                   .bytes = kept.n ? kept : (struct slice){"", 0},
                                   .size = long_one && e->size > size ? e->size : size};
        r = take->letter(take->ctx, &l, fault) == 0 ? 1 : -2; /* -2: not the connection's fault */
        e->got = r == 1;
    }
    buf_free(&line);
    buf_free(&bytes);
    return r < 0 ? r : 0;
}

static int delete_taken(struct pop3_box *b, int from, int to, struct fault *fault)
{
    struct buf line = BUF(LINE);
    int asked = 0, r = 0;
    for (int i = from; i < to && r == 0; i++) {
        if (!b->v[i].got)
            continue;
        if (!say(b, "DELE %d\r\n", b->v[i].number))
            r = broken(b, "DELE", fault);
        asked++;
        for (; r == 0 && asked >= (b->pipelining ? AHEAD : 1); asked--)
            r = answer(b, "DELE", &line, fault) < 0 ? -1 : 0;
    }
    for (; r == 0 && asked; asked--)
        r = answer(b, "DELE", &line, fault) < 0 ? -1 : 0;
    buf_free(&line);
    return r;
}

/* One window: letters asked for together. */
static int take_window(struct pop3_box *b, int from, int to, const struct mailbox_take *take,
                       struct fault *fault)
{
    for (int i = from; i < to; i++)
        if (b->v[i].number && !ask_for(b, &b->v[i]))
            return broken(b, "RETR", fault);
    for (int i = from; i < to; i++) {
        int r = b->v[i].number ? take_letter(b, &b->v[i], take, fault) : 0;
        if (r != 0)
            return r;
    }
    return 0;
}

static int window_end(const struct pop3_box *b, int from)
{
    int64_t bytes = b->v[from].size;
    int to = from + 1;
    for (; b->pipelining && to < b->letters && to - from < AHEAD; to++)
        if ((bytes += b->v[to].size) > AHEAD_BYTES)
            break;
    return to;
}

static int take_all(struct pop3_box *b, const struct mailbox_take *take, struct fault *fault)
{
    int64_t bytes = 0;
    for (int at = 0, begin = 0, to; at < b->letters; at = to) {
        to = window_end(b, at);
        int r = take_window(b, at, to, take, fault);
        if (r == -2)
            return -1;
        for (int i = at; i < to; i++)
            bytes += b->v[i].size;
        bool end =
            r != 0 || to == b->letters || to - begin >= MAILBOX_BATCH || bytes >= MAILBOX_BYTES;
        struct fault second;
        if (end && take->commit(take->ctx, NULL, r == 0 ? fault : &second) != 0)
            return -1;
        if (r != 0)
            return -1;
        if (end && !keeps(b) && delete_taken(b, begin, to, fault) != 0)
            return -1;
        if (end) {
            begin = to;
            bytes = 0;
        }
    }
    return 0;
}

/* Letters that are known by their id are left out. */
static int skip_known(struct pop3_box *b, const struct mailbox_take *take, struct fault *fault)
{
    for (int i = 0; i < b->letters && keeps(b); i++) {
        bool known = false;
        if (b->v[i].uid[0] && take->known(take->ctx, b->v[i].uid, &known, fault) != 0)
            return -1;
        if (known)
            b->v[i].number = 0, b->v[i].size = 0;
    }
    return 0;
}

/* --- the contract ---------------------------------------------------------------------------- */

static int fetch(struct mailbox *box, const char *place, const struct mailbox_take *take,
                 struct fault *fault)
{
    struct pop3_box *b = (struct pop3_box *)box;
    struct buf line = BUF(LINE);
    (void)place;
    int r = connect_box(b, fault);
    if (r == 0)
        r = skip_known(b, take, fault);
    if (r == 0)
        r = take_all(b, take, fault);
    b->box.heard = r == 0;
    if (r == 0) {
        r = say(b, "QUIT\r\n", 0) ? answer(b, "QUIT", &line, fault) : broken(b, "QUIT", fault);
        if (r == 1)
            step_done("mark");
        r = r == 1 ? 0 : -1;
    }
    buf_free(&line);
    disconnect(b);
    return r;
}

static int wait_for(struct mailbox *box, int *fd, struct fault *fault)
{
    (void)box, (void)fault;
    *fd = -1;
    return 0;
}

static int check(struct mailbox *box, mailbox_say *tell, void *ctx, struct fault *fault)
{
    struct pop3_box *b = (struct pop3_box *)box;
    const struct mail_account *a = &b->box.account;
    struct arena arena = ARENA(1 << 16);
    int r = connect_box(b, fault);
    if (r == 0) {
        tell(ctx, "ok",
             arena_printf(&arena, "%s: connected, logged in%s", a->address,
                          a->no_tls ? " (without TLS)" : ", certificate verified"));
        tell(ctx, "ok", arena_printf(&arena, "%d letters", b->letters));
        if (keeps(b) && !b->uidl) {
            r = fault_set(fault, EX_CONFIG, "[%s] the server has no UIDL: processed must be delete",
                          a->name);
        } else if (keeps(b)) {
            tell(ctx, "warning",
                 "letters stay on the server, which will be full one day: processed = delete");
        }
        if (!b->pipelining)
            tell(ctx, "warning", "the server has no PIPELINING: each letter takes a round trip");
    }
    disconnect(b);
    arena_free(&arena);
    return r;
}

static void close_box(struct mailbox *box)
{
    disconnect((struct pop3_box *)box);
    mailbox_done(box);
}

static const struct mailbox_driver driver = {fetch, wait_for, check, close_box};

struct mailbox *pop3_mailbox(const struct mail_account *account)
{
    struct pop3_box *b = calloc(1, sizeof *b);
    if (!b)
        die("out of memory");
    mailbox_init(&b->box, &driver, account);
    return &b->box;
}
