#include "run/run.h"
#include "archive/keep.h"
#include "lobby/lobby.h"
#include "mail/mailbox.h"
#include "run/deaths.h"
#include "run/intake.h"
#include "run/limits.h"
#include "run/lost.h"
#include "turn/office.h"
#include "turn/post.h"

#include <stdio.h>
#include <stdlib.h>

enum { LETTER_ARENA = 64 << 20, BATCH_ARENA = 512 << 20 };

static int need_reader(struct run *run, struct fault *fault)
{
    return run->reader ? 0 : mail_reader_start(&run->reader, fault);
}

/* --- intake ---------------------------------------------------------------------------------- */

/* A letter the reader could not finish is read again by its head alone, so that its sender gets an
 * answer. */
static int read_head(struct run *run, struct slice bytes, struct arena *arena,
                     struct read_letter *read, struct fault *fault)
{
    struct buf head = BUF(20 << 10);
    enum reading_result again = READER_BROKEN;
    intake_head(bytes, &head);
    int r = mail_reader_read(run->reader, buf_all(&head), arena, &read->letter, &again, fault);
    if (r == 0 && again != READER_OK)
        read->result = READER_BROKEN;
    buf_free(&head);
    return r;
}

static int take_in(struct run *run, struct letter_in *in, struct read_letter *read,
                   struct arena *arena, struct fault *fault)
{
    struct store *store = run->house->store;
    /* What a try before this one noted has gone with its arena. */
    in->sender = NULL;
    in->game = in->seat = 0;
    if (in->damaged)
        return intake_aside(run, in, "damaged", fault);
    if (in->size > (int64_t)in->bytes.n && read->result == READER_OK)
        read->result = READER_TOO_BIG; /* only its head was kept */
    if (read->result == READER_TOO_BIG || read->result == READER_KILLED)
        if (read_head(run, in->bytes, arena, read, fault) != 0)
            return -1;
    int64_t mark = office_mark(run->house);
    int savepoints = store_savepoints(store);
    if (store_savepoint(store, fault) != 0)
        return -1;
    if (intake_letter(run, in, read, arena, fault) == 0)
        return store_release(store, fault);
    if (fault->exit != EX_DATAERR)
        return -1;
    /* What is wrong with this letter's data alone must not stop the letters behind it. */
    fprintf(stderr, "courtier: letter %lld was set aside: %s\n", (long long)in->id, fault->text);
    if (store_undo_savepoints(store, savepoints, fault) != 0)
        return -1;
    office_undo(run->house, mark);
    return intake_aside(run, in, "unanswerable", fault);
}

/* The reader works ahead: while one letter is played the next ones are parsed. */
static int batch(struct run *run, struct letter_in *v, int n, struct fault *fault)
{
    struct arena arena = ARENA(LETTER_ARENA);
    int sent = 0, r = 0;
    for (int i = 0; i < n && r == 0; i++) {
        struct read_letter read = {0};
        for (; sent < n && sent < i + READER_AHEAD && r == 0; sent++)
            r = mail_reader_send(run->reader, v[sent].bytes, fault);
        if (r == 0)
            r = mail_reader_take(run->reader, &arena, &read.letter, &read.result, fault);
        bool again = read.result == READER_TOO_BIG || read.result == READER_KILLED ||
                     v[i].size > (int64_t)v[i].bytes.n;
        if (r == 0 && again && sent > i + 1) {
            /* The head is read by the same child: take what is under way first. */
            struct read_letter *ahead = arena_array(&arena, struct read_letter, sent - i - 1);
            for (int k = i + 1; k < sent && r == 0; k++)
                r = mail_reader_take(run->reader, &arena, &ahead[k - i - 1].letter,
                                     &ahead[k - i - 1].result, fault);
            if (r == 0)
                r = take_in(run, &v[i], &read, &arena, fault);
            for (int k = i + 1; k < sent && r == 0; k++)
                r = take_in(run, &v[k], &ahead[k - i - 1], &arena, fault);
            i = sent - 1;
        } else if (r == 0) {
            r = take_in(run, &v[i], &read, &arena, fault);
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
    return r;
}

/* One transaction: letters are played here and their answers written out beside it. What the last
 * letters caused is delivered meanwhile. */
static int play_batch(struct run *run, struct letter_in *v, int n, bool beside, bool deadly,
                      struct fault *fault)
{
    struct store *store = run->house->store;
    struct run_counts before = run->counts;
    if (beside && office_open(run->house, fault) != 0)
        return -1;
    int r = store_begin(store, fault);
    if (r == 0)
        r = deadly ? intake_aside(run, &v[0], "deadly", fault) : batch(run, v, n, fault);
    if (r == 0)
        r = deaths_none(run, DEATH_LETTER, fault);
    if (r == 0)
        r = office_flush(run->house, fault);
    if (r == 0)
        r = send_finish(run, fault);
    if (r == 0)
        r = store_commit(store, fault);
    office_close(run->house);
    if (r != 0) {
        store_rollback(store);
        run->counts = before;
        limit_forget_all(run);
        mail_reader_forget(run->reader); /* or the next batch would get the answers to this one's letters */
    }
    return r;
}

int run_intake(struct run *run, struct fault *fault)
{
    struct store *store = run->house->store;
    struct arena arena = ARENA(BATCH_ARENA);
    int n = 0, r = need_reader(run, fault);
    int64_t deaths = 0;
    bool careful = false; /* the program died the last time: one by one */
    while (r == 0) {
        struct letter_in *v;
        r = store_letters_new(store, RUN_BATCH, &arena, &v, &n, fault);
        if (r != 0 || n == 0)
            break;
        if ((r = deaths_note(run, DEATH_LETTER, v[0].id, &deaths, fault)) != 0)
            break;
        careful = careful || deaths > 0;
        if (careful)
            n = 1;
        r = play_batch(run, v, n, n > 1, deaths >= DEATHS_MOST, fault);
        /* Which letter's answer could not be written is known only one by one. */
        if (r != 0 && n > 1 && fault->exit == EX_DATAERR)
            r = play_batch(run, v, n, false, false, fault);
        if (r != 0)
            deaths_forgive(run, DEATH_LETTER);
        if (r == 0 && send_start(run, fault) < 0)
            r = -1;
        if (run->progress)
            run->progress(&run->counts);
        arena_reset(&arena);
    }
    arena_free(&arena);
    return r;
}

/* --- all of it ------------------------------------------------------------------------------- */

void run_trouble(struct run *run, const struct fault *fault)
{
    if (run->trouble.exit)
        fprintf(stderr, "courtier: %s\n", fault->text);
    else
        run->trouble = *fault;
}

int run_once(struct run *run, struct fault *fault)
{
    run->trouble.exit = 0;
    if (run_waking(run, fault) != 0 || run_fetch(run, fault) != 0 || run_intake(run, fault) != 0 ||
        run_greet(run, fault) != 0)
        return -1;
    /* Letters that came in time may lie where we cannot read them. */
    if (!run->deaf && run_deadlines(run, fault) != 0)
        return -1;
    if (run_reminders(run, fault) != 0 || run_talk(run, fault) != 0 || run_digests(run, fault) != 0 ||
        lobby_watchers(run->house, fault) != 0 || lobby_remind(run->house, fault) != 0)
        return -1;
    if (run_send(run, fault) != 0 || keep_letters(run->house, fault) != 0)
        return -1;
    if (!run->trouble.exit)
        return 0;
    *fault = run->trouble;
    return -1;
}

void run_rest(struct run *run)
{
    struct fault ignored;
    bool told;
    if (run->delivery && store_begin(run->house->store, &ignored) == 0) {
        if (send_finish(run, &ignored) != 0 || store_commit(run->house->store, &ignored) != 0)
            store_rollback(run->house->store);
        else if (lost_tell(run, &told, &ignored) != 0)
            return; /* told by the next run */
    }
}

void run_end(struct run *run)
{
    run_rest(run);
    if (run->reader)
        mail_reader_stop(&run->reader);
    for (int i = 0; i < INBOXES_MAX; i++)
        mailbox_close(&run->boxes[i]);
}
