#include "world.h"
#include "store/db.h"
#include "selfplay.h"
#include "mail/maildir.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct fault world_fault;

static int64_t world_now(void *ctx)
{
    return ((struct world *)ctx)->now;
}

void world_open(struct world *w)
{
    must(house_open(&w->house, w->dir, HOUSE_WRITE, &world_fault));
    w->house->clock = (struct house_clock){world_now, w};
    w->house->config.downtime = 0; /* days pass between two runs */
    w->run = (struct run){.house = w->house, .reader = w->run.reader};
    w->arena = ARENA(512 << 20);
}

void world_make(struct world *w, int64_t now)
{
    const char *tmp = getenv("TMPDIR");
    memset(w, 0, sizeof *w);
    luck_init();
    w->now = now;
    snprintf(w->dir, sizeof w->dir, "%s/courtier-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(w->dir))
        die("no temporary directory");
    must(house_init(w->dir, "games@house.example", "Courtier", "en", &world_fault));
    world_open(w);
}

void world_close(struct world *w)
{
    run_end(&w->run);
    house_close(&w->house);
    arena_free(&w->arena);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(path);
}

void world_remove(struct world *w)
{
    world_close(w);
    nftw(w->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void world_game(struct world *w, const char *engine, const char *name, const char *variant,
                const char *const *options, const char *const *names, const char *secret)
{
    const char *players[SEATS_MAX + 1] = {NULL};
    struct sitting *s = NULL;
    for (int i = 0; names[i]; i++) {
        char *local = arena_strdup(&w->arena, names[i]);
        for (char *c = local; *c; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        players[i] = arena_printf(&w->arena, "%s <%s@players.example>", names[i], local);
    }
    struct game_spec spec = {.name = name,
                             .engine = engine,
                             .variant = variant,
                             .options = options,
                             .players = players,
                             .format = w->format,
                             .bots = w->bots,
                             .secret = secret};
    must(store_begin(w->house->store, &world_fault));
    must(founding_new(w->house, &spec, &w->arena, &s, &world_fault));
    must(store_commit(w->house->store, &world_fault));
    sitting_close(&s);
}

struct sitting *world_sit(struct world *w, const char *game)
{
    struct sitting *s = NULL;
    must(sitting_open(w->house, game, &w->arena, &s, &world_fault));
    if (!s)
        die("no game %s", game);
    return s;
}

const char *world_reply(struct world *w, const char *game, int seat)
{
    struct sitting *s = world_sit(w, game);
    const struct await_row *a = sitting_await(s, seat);
    const char *to =
        token_seat_address(w->house, &s->game, &s->seats[seat - 1], a ? a->number : 0, &w->arena);
    sitting_close(&s);
    return to;
}

void world_bytes(struct world *w, struct slice bytes)
{
    char unique[64];
    const char *dir = house_maildir(w->house, w->house->config.mail.in[0].url, &w->arena);
    snprintf(unique, sizeof unique, "%08d.test", ++w->letters);
    must(maildir_deliver(dir, unique, bytes, &world_fault));
}

void world_letter(struct world *w, const char *from, const char *to, const char *subject,
                  const char *body)
{
    struct buf b = BUF(16 << 20);
    buf_printf(&b,
               "From: <%s>\nTo: <%s>\nSubject: %s\nMessage-ID: <%d.%lld@players.example>\n"
               "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n",
               from, to, subject, w->letters + 1, (long long)w->now, body);
    world_bytes(w, buf_all(&b));
    buf_free(&b);
}

void world_orders(struct world *w, const char *game, int seat, const char *body)
{
    const char *to = world_reply(w, game, seat);
    struct sitting *s = world_sit(w, game);
    const char *from = s->seats[seat - 1].address;
    sitting_close(&s);
    world_letter(w, from, to, "Re: orders", body);
}

void world_run(struct world *w)
{
    must(run_once(&w->run, &world_fault));
}

int world_mail(struct world *w, const char *address, bool take, struct world_mail **v)
{
    const char *dir = house_maildir(w->house, w->house->config.mail.out.url, &w->arena);
    const char **names;
    int n, found = 0;
    must(maildir_list_new(dir, 100000, &w->arena, &names, &n, &world_fault));
    *v = arena_array(&w->arena, struct world_mail, n + 1);
    for (int i = 0; i < n; i++) {
        struct world_mail *m = &(*v)[found];
        must(maildir_read(dir, names[i], READER_LETTER, &w->arena, &m->bytes, &world_fault));
        if (mail_parse(m->bytes, &w->arena, &m->letter) != READER_OK)
            die("%s cannot be read back", names[i]);
        if (!address || (m->letter.nto && strcmp(m->letter.to[0], address) == 0)) {
            found++;
            if (take)
                must(maildir_seen(dir, names[i], &world_fault));
        }
    }
    return found;
}

void world_play(struct world *w, const char *game, int64_t turns)
{
    for (int k = 0; k < 400; k++) {
        struct sitting *s = world_sit(w, game);
        struct order orders[ORDERS_SUGGESTED];
        struct buf text = BUF(8192);
        struct order_reader reader = sitting_reader(s, NULL);
        bool on = s->game.status == GAME_PLAYING && s->game.turn < turns && s->nawaits;
        int seat = on ? s->awaits[0].seat : 0, n = on ? selfplay_suggest(s, seat, orders, ORDERS_SUGGESTED) : 0;
        for (int i = 0; i < n; i++) {
            order_print(&reader, &orders[i], &text);
            buf_char(&text, '\n');
        }
        sitting_close(&s);
        if (on) {
            world_orders(w, game, seat, buf_text(&text));
            world_run(w);
        }
        buf_free(&text);
        arena_reset(&w->arena);
        if (!on)
            return;
    }
    die("%s does not end", game);
}

void world_spoil(struct world *w, const char *sql)
{
    sqlite3 *db = w->house->store->db;
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK || sqlite3_changes(db) != 1)
        die("%s: %s", sql, sqlite3_errmsg(db));
}
