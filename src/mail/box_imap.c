/* An IMAP folder as a mailbox.
 *
 * Invariants
 *   1. With processed = seen, letters are told apart by number: the place is "VALIDITY LAST MARKED
 *      SINCE", and all numbers up to LAST were taken in. Somebody who reads the folder with a mail
 *      program hides nothing from us. When the server numbers anew (UIDVALIDITY), everything that
 *      came since the first fetch is given again; the taker knows it by its bytes.
 *   2. With move and delete, whatever is in the folder is new.
 *   3. A round is: the list of numbers, flags and sizes; the letters, many in one command; commit;
 *      mark. Nothing sets \Seen but the last step. */
#include "base/step.h"
#include "mail/imap_away.h"
#include "mail/imap_link.h"
#include "mail/imap_list.h"
#include "mail/imap_name.h"
#include "mail/mailbox.h"
#include "mail/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    RANGES = 300, /* in a set: a command line of 6,600 bytes at most */
    DROPPED = 60, /* seconds within which a server that hangs up does not mean IDLE */
};

struct place {
    int64_t validity, last, marked, since;
};

struct imap_box {
    struct mailbox box;
    struct imap_link l;
    bool selected, idling;
    bool more;          /* came with the last fetch, or while it listed: look again before waiting */
    int64_t idle_since; /* by the monotonic clock */
    bool dropped;       /* right behind IDLE: not again at once */
    struct imap_list list;
    struct imap_list left; /* marked as deleted, but still there: by a fetch that was cut short */
    /* while letters come in */
    const struct mailbox_take *take;
    uint32_t validity, highest;
    int result;
    struct fault fault;
};

static bool keeps(const struct imap_box *b)
{
    return b->box.account.processed == PROCESSED_DEFAULT ||
           b->box.account.processed == PROCESSED_SEEN;
}

static int failed(struct imap_box *b, const char *command, int code, struct fault *fault)
{
    return imap_link_fault(&b->l, &b->box.account, command, code, fault);
}

static void disconnect(struct imap_box *b, bool politely)
{
    imap_link_close(&b->l, politely && !b->idling);
    b->selected = b->idling = false;
}

/* --- connecting ------------------------------------------------------------------------------ */

static int64_t now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

static int connect_box(struct imap_box *b, struct fault *fault)
{
    int code;
    if (b->idling) {
        b->idling = false;
        code = mailimap_idle_done(b->l.imap);
        if (code != MAILIMAP_NO_ERROR) { /* it has dropped us meanwhile */
            b->dropped = now_s() - b->idle_since < DROPPED;
            disconnect(b, false);
        }
    }
    if (!b->l.imap && imap_link_open(&b->l, &b->box.account, fault) != 0)
        return -1;
    if (b->selected) {
        code = mailimap_noop(b->l.imap);
        if (code == MAILIMAP_NO_ERROR)
            return 0;
        disconnect(b, false);
        if (imap_link_open(&b->l, &b->box.account, fault) != 0)
            return -1;
    }
    struct buf name;
    code = mailimap_select(b->l.imap, imap_name(b->box.account.path, &name));
    buf_free(&name);
    if (code != MAILIMAP_NO_ERROR)
        return failed(b, "SELECT", code, fault);
    b->selected = true;
    return 0;
}

/* --- the list -------------------------------------------------------------------------------- */

static void progress(size_t current, size_t maximum, void *ctx)
{
    (void)current, (void)maximum,
        (void)ctx; /* without one libetpan hands over nothing before the end */
}

static int fetch_command(struct imap_box *b, struct mailimap_set *set,
                         struct mailimap_fetch_type *what, mailimap_msg_att_handler *handler)
{
    clist *rest = NULL;
    mail_link_expect(b->l.link, LINK_LETTERS);
    mailimap_set_progress_callback(b->l.imap, progress, progress, NULL);
    mailimap_set_msg_att_handler(b->l.imap, handler, b);
    int code = mailimap_uid_fetch(b->l.imap, set, what, &rest);
    mailimap_set_msg_att_handler(b->l.imap, NULL, NULL);
    mail_link_expect(b->l.link, LINK_ANSWER);
    if (code == MAILIMAP_NO_ERROR && rest) /* behind a NO it points to what is freed already */
        mailimap_fetch_list_free(rest);
    mailimap_fetch_type_free(what);
    mailimap_set_free(set);
    return code;
}

static void on_listed(struct mailimap_msg_att *att, void *ctx)
{
    struct imap_box *b = ctx;
    struct imap_att a = imap_att_read(att);
    if (a.entry.uid)
        imap_list_add(&b->list, &a.entry);
}

static void want(struct mailimap_fetch_type *type, struct mailimap_fetch_att *att)
{
    if (!att || mailimap_fetch_type_new_fetch_att_list_add(type, att) != MAILIMAP_NO_ERROR)
        die("out of memory");
}

static int list_letters(struct imap_box *b, const struct place *place, struct fault *fault)
{
    const struct mailimap_selection_info *info = b->l.imap->imap_selection_info;
    bool anew = keeps(b) && place->validity && place->validity != (int64_t)info->sel_uidvalidity;
    int64_t from = keeps(b) && !anew ? place->last + 1 : 1;
    imap_list_free(&b->list);
    imap_list_free(&b->left);
    b->highest = 0;
    b->validity = info->sel_uidvalidity;
    b->more = false;
    uint32_t before = info->sel_exists;
    if (info->sel_exists == 0)
        return 0;
    struct mailimap_set *set = mailimap_set_new_interval((uint32_t)from, 0);
    struct mailimap_fetch_type *type = mailimap_fetch_type_new_fetch_att_list_empty();
    if (!set || !type)
        die("out of memory");
    want(type, mailimap_fetch_att_new_uid());
    want(type, mailimap_fetch_att_new_flags());
    want(type, mailimap_fetch_att_new_rfc822_size());
    if (anew)
        want(type, mailimap_fetch_att_new_internaldate());
    int code = fetch_command(b, set, type, on_listed);
    if (code != MAILIMAP_NO_ERROR)
        return failed(b, "FETCH", code, fault);
    b->more = info->sel_exists > before; /* said behind the list, perhaps: IDLE would not say it again */
    imap_list_sort(&b->list);
    b->highest = b->list.n ? b->list.v[b->list.n - 1].uid : 0;
    size_t n = 0;
    for (size_t i = 0; i < b->list.n; i++) {
        struct imap_entry *e = &b->list.v[i];
        bool fresh = anew                           ? !e->seen || e->date >= place->since - 86400
                     : place->validity || !keeps(b) ? true
                                                    : !e->seen; /* the first time: what is unread */
        /* "n:*" names the last letter even when its number is below n. */
        if (fresh && !e->deleted && (int64_t)e->uid >= from)
            b->list.v[n++] = *e;
        else if (e->deleted && !keeps(b))
            imap_list_add(&b->left, e);
    }
    b->list.n = n;
    return 0;
}

/* --- the letters ----------------------------------------------------------------------------- */

static void on_letter(struct mailimap_msg_att *att, void *ctx)
{
    struct imap_box *b = ctx;
    struct imap_att a = imap_att_read(att);
    struct imap_entry *e = a.entry.uid ? imap_list_find(&b->list, a.entry.uid) : NULL;
    char name[64];
    if (!e || !a.body || e->got || b->result != 0)
        return;
    snprintf(name, sizeof name, "%" PRIu32 ".%" PRIu32, b->validity, a.entry.uid);
    struct mailbox_letter l = {.name = name,
                               .bytes = {a.body, a.length},
                               .size =
                                   e->size > READER_LETTER ? (int64_t)e->size : (int64_t)a.length};
    b->result = b->take->letter(b->take->ctx, &l, &b->fault);
    e->got = b->result == 0;
    b->more = b->more || e->got;
}

static int fetch_range(struct imap_box *b, size_t from, size_t to, bool head)
{
    struct mailimap_set *set = imap_list_set(&b->list, from, to, false);
    struct mailimap_fetch_type *type = mailimap_fetch_type_new_fetch_att_list_empty();
    struct mailimap_section *whole = mailimap_section_new(NULL);
    if (!set || !type || !whole)
        die("out of memory");
    want(type, mailimap_fetch_att_new_uid());
    want(type, head ? mailimap_fetch_att_new_body_peek_section_partial(whole, 0, READER_HEADER)
                    : mailimap_fetch_att_new_body_peek_section(whole));
    return fetch_command(b, set, type, on_letter);
}

/* Letters that were asked for, and did not come although the server said OK, are not there. */
static void note_gone(struct imap_box *b, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        b->list.v[i].gone = !b->list.v[i].got;
}

/* The server refuses the letters as a whole: each is asked for alone, so that one it cannot give
 * does not hide the others. */
static int take_singly(struct imap_box *b, size_t from, size_t to, struct fault *fault)
{
    int code = MAILIMAP_NO_ERROR;
    for (size_t i = from; i < to && b->result == 0; i++) {
        if (b->list.v[i].got)
            continue;
        code = fetch_range(b, i, i + 1, b->list.v[i].size > READER_LETTER);
        if (code == MAILIMAP_ERROR_UID_FETCH) {
            failed(b, "FETCH", code, fault);
            fprintf(stderr, "courtier: letter %" PRIu32 " stays where it is: %s\n",
                    b->list.v[i].uid, fault->text);
        } else if (code == MAILIMAP_NO_ERROR) {
            note_gone(b, i, i + 1);
        } else {
            return code;
        }
    }
    return MAILIMAP_NO_ERROR;
}

static int take_range(struct imap_box *b, size_t from, size_t to, struct fault *fault)
{
    int code = fetch_range(b, from, to, to == from + 1 && b->list.v[from].size > READER_LETTER);
    if (code == MAILIMAP_NO_ERROR && b->result == 0)
        note_gone(b, from, to);
    else if (code == MAILIMAP_ERROR_UID_FETCH)
        code = take_singly(b, from, to, fault);
    if (b->result != 0) {
        *fault = b->fault;
        return -1;
    }
    return code == MAILIMAP_NO_ERROR ? 0 : failed(b, "FETCH", code, fault);
}

/* Takes the set, which may be NULL for nothing. */
static int mark(struct imap_box *b, struct mailimap_set *set, struct fault *fault)
{
    if (!set)
        return 0;
    int r = imap_put_away(&b->l, &b->box.account, set, fault);
    mailimap_set_free(set);
    if (r == 0)
        step_done("mark");
    return r;
}

/* --- the place ------------------------------------------------------------------------------- */

static struct place read_place(const char *text)
{
    long long v[4] = {0};
    struct slice rest = slice_of(text);
    for (int i = 0; i < 4 && rest.p; i++)
        if (!slice_to_int(slice_cut(&rest, ' '), &v[i]) || v[i] < 0)
            return (struct place){0};
    return (struct place){v[0], v[1], v[2], v[3]};
}

static int commit(struct imap_box *b, const struct place *p, struct fault *fault)
{
    char text[100];
    if (!p)
        return b->take->commit(b->take->ctx, NULL, fault);
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, p->validity,
             p->last, p->marked, p->since);
    return b->take->commit(b->take->ctx, text, fault);
}

/* LAST goes up to the first letter that did not come. */
static void move_on(const struct imap_box *b, size_t to, struct place *p)
{
    for (size_t i = 0; i < to && (b->list.v[i].got || b->list.v[i].gone); i++)
        if (p->last < (int64_t)b->list.v[i].uid)
            p->last = b->list.v[i].uid;
}

/* Letters whose numbers are far apart make a long command, and servers take no line of any length. */
static size_t batch_end(const struct imap_list *list, size_t from)
{
    size_t to = from, bytes = 0, ranges = 0;
    while (to < list->n && to - from < MAILBOX_BATCH && bytes < MAILBOX_BYTES) {
        if (list->v[to].size > READER_LETTER)
            return to == from ? from + 1 : to; /* such a one is fetched alone */
        ranges += to == from || list->v[to].uid != list->v[to - 1].uid + 1;
        if (ranges > RANGES)
            break;
        bytes += list->v[to++].size;
    }
    return to;
}

/* Letters that an earlier fetch marked as deleted, and no more. */
static int expunge_left(struct imap_box *b, struct fault *fault)
{
    int r = 0;
    for (size_t at = 0, to; at < b->left.n && r == 0; at = to) {
        to = batch_end(&b->left, at);
        struct mailimap_set *set = imap_list_set(&b->left, at, to, false);
        r = imap_expunge(&b->l, &b->box.account, set, fault);
        mailimap_set_free(set);
    }
    return r;
}

/* One batch. *marked tells whether the server let us mark it: when it does not, the others go on.
 */
static int take_batch(struct imap_box *b, size_t at, size_t to, struct place *p, bool whole,
                      bool *marked, struct fault *fault)
{
    struct fault second;
    int r = take_range(b, at, to, fault);
    if (b->result != 0)
        return -1;
    move_on(b, to, p);
    /* What has come is kept even when the connection broke behind it. */
    if (commit(b, whole ? p : NULL, r == 0 ? fault : &second) != 0 || r != 0)
        return -1;
    if (mark(b, imap_list_set(&b->list, at, to, true), fault) == 0)
        return 0;
    *marked = false;
    return fault->exit == EX_UNAVAILABLE ? 0 : -1;
}

/* The place is only written when the whole folder was seen once: before that, a fetch that is cut
 * short begins again with what is unread. */
static int take_all(struct imap_box *b, struct place *p, struct fault *fault)
{
    bool first = p->validity != (int64_t)b->validity, marked = true, all = true;
    struct place old = *p;
    if (first)
        *p = (struct place){.validity = b->validity, .since = p->since ? p->since : b->take->now};
    for (size_t at = 0, to; at < b->list.n; at = to) {
        to = batch_end(&b->list, at);
        if (take_batch(b, at, to, p, keeps(b) && !first, &marked, fault) != 0)
            return -1;
    }
    for (size_t i = 0; i < b->list.n; i++)
        all = all && (b->list.v[i].got || b->list.v[i].gone);
    b->box.heard = all;
    if (marked && !keeps(b))
        marked = expunge_left(b, fault) == 0;
    if (!marked || !keeps(b))
        return marked ? 0 : -1;
    /* What an earlier fetch took in but could not mark any more. */
    if (!first && old.marked < old.last &&
        mark(b, mailimap_set_new_interval((uint32_t)old.marked + 1, (uint32_t)old.last), fault) !=
            0)
        return -1;
    if (all && first && p->last < (int64_t)b->highest)
        p->last = b->highest;
    p->marked = p->last;
    bool news = first ? all : p->last != old.last || p->marked != old.marked;
    return news ? commit(b, p, fault) : 0;
}

/* --- the contract ---------------------------------------------------------------------------- */

static int fetch(struct mailbox *box, const char *text, const struct mailbox_take *take,
                 struct fault *fault)
{
    struct imap_box *b = (struct imap_box *)box;
    struct place place = read_place(text);
    b->take = take;
    b->result = 0;
    b->box.heard = false;
    int r = connect_box(b, fault);
    if (r == 0)
        r = list_letters(b, &place, fault);
    if (r == 0)
        r = take_all(b, &place, fault);
    imap_list_free(&b->list);
    imap_list_free(&b->left);
    if (r != 0)
        disconnect(b, false);
    return r;
}

static int wait_for(struct mailbox *box, int *fd, struct fault *fault)
{
    struct imap_box *b = (struct imap_box *)box;
    *fd = -1;
    bool dropped = b->dropped;
    b->dropped = false;
    if (!b->l.imap || !mailimap_has_idle(b->l.imap) || dropped)
        return 0;
    if (b->more || imap_link_pending(&b->l)) {
        *fd = -2;
        return 0;
    }
    int code = mailimap_idle(b->l.imap);
    if (code != MAILIMAP_NO_ERROR) {
        int r = failed(b, "IDLE", code, fault);
        disconnect(b, false);
        return r;
    }
    b->idling = true;
    b->idle_since = now_s();
    *fd = imap_link_pending(&b->l) ? -2 : mail_link_fd(b->l.link);
    return 0;
}

static int check(struct mailbox *box, mailbox_say *say, void *ctx, struct fault *fault)
{
    struct imap_box *b = (struct imap_box *)box;
    const struct mail_account *a = &b->box.account;
    struct arena arena = ARENA(1 << 16);
    int r = connect_box(b, fault);
    if (r == 0) {
        say(ctx, "ok",
            arena_printf(&arena, "%s: connected, logged in%s", a->address,
                         a->no_tls ? " (without TLS)" : ", certificate verified"));
        say(ctx, "ok",
            arena_printf(&arena, "folder %s: %" PRIu32 " letters", a->path,
                         b->l.imap->imap_selection_info->sel_exists));
        if (mailimap_has_idle(b->l.imap))
            say(ctx, "ok", "IDLE: run --watch hears of letters at once");
        else
            say(ctx, "warning", "the server has no IDLE: run --watch looks every --every seconds");
        if (!keeps(b) && !mailimap_has_uidplus(b->l.imap))
            say(ctx, "warning",
                "the server has no UIDPLUS: letters others have marked deleted go, too");
    }
    if (r == 0 && a->processed == PROCESSED_MOVE) {
        clist *found = NULL;
        struct buf name;
        int code = mailimap_list(b->l.imap, "", imap_name(a->folder, &name), &found);
        buf_free(&name);
        if (code != MAILIMAP_NO_ERROR)
            r = failed(b, "LIST", code, fault);
        else if (clist_isempty(found))
            say(ctx, "warning",
                arena_printf(&arena, "there is no folder %s yet; it is made with the first letter",
                             a->folder));
        else
            say(ctx, "ok", arena_printf(&arena, "folder %s is there", a->folder));
        if (code == MAILIMAP_NO_ERROR && found)
            mailimap_list_result_free(found);
    }
    disconnect(b, r == 0);
    arena_free(&arena);
    return r;
}

static void close_box(struct mailbox *box)
{
    disconnect((struct imap_box *)box, true);
    mailbox_done(box);
}

static const struct mailbox_driver driver = {fetch, wait_for, check, close_box};

struct mailbox *imap_mailbox(const struct mail_account *account)
{
    struct imap_box *b = calloc(1, sizeof *b);
    if (!b)
        die("out of memory");
    mailbox_init(&b->box, &driver, account);
    return &b->box;
}
