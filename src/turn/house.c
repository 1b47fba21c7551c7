#include "turn/house.h"
#include "base/step.h"
#include "mail/compose.h"
#include "mail/maildir.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <ini.h>

#ifndef COURTIER_DATADIR
#define COURTIER_DATADIR "/usr/local/share/courtier"
#endif

static int64_t wall_clock(void *ctx)
{
    (void)ctx;
    return (int64_t)time(NULL);
}

int64_t house_now(const struct house *house)
{
    return house->clock.now(house->clock.ctx);
}

bool house_duration(struct slice text, int64_t *seconds)
{
    int64_t total = 0;
    text = slice_trim(text);
    if (text.n == 0)
        return false;
    while (text.n) {
        int64_t n = 0;
        size_t i = 0;
        for (; i < text.n && text.p[i] >= '0' && text.p[i] <= '9' && n < 1000000; i++)
            n = n * 10 + (text.p[i] - '0');
        if (i == 0 || i == text.n)
            return false;
        switch (text.p[i]) {
        case 'd':
        case 'j':
            n *= 86400;
            break;
        case 'h':
            n *= 3600;
            break;
        case 'm':
            n *= 60;
            break;
        case 's':
            break;
        default:
            return false;
        }
        total += n;
        text = slice_trim((struct slice){text.p + i + 1, text.n - i - 1});
    }
    *seconds = total;
    return total <= 366 * 86400;
}

const char *house_maildir(const struct house *house, const char *url, struct arena *arena)
{
    if (strncmp(url, "maildir:", 8) != 0 || url[8] == '\0')
        return NULL;
    return url[8] == '/' ? arena_strdup(arena, url + 8)
                         : arena_printf(arena, "%s/%s", house->dir, url + 8);
}

const char *house_templates(struct arena *arena)
{
    const char *env = getenv("COURTIER_TEMPLATES");
    char exe[PATH_MAX];
    struct stat st;
    if (env && *env)
        return arena_strdup(arena, env);
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n > 0) {
        exe[n] = '\0';
        char *slash = strrchr(exe, '/');
        if (slash)
            *slash = '\0';
        const char *tries[] = {"templates", "../share/courtier/templates"};
        for (int i = 0; i < 2; i++) {
            char *p = arena_printf(arena, "%s/%s", exe, tries[i]);
            if (stat(arena_printf(arena, "%s/en/common/phrases", p), &st) == 0)
                return p;
        }
    }
    return COURTIER_DATADIR "/templates";
}

/* --- configuration --------------------------------------------------------------------------- */

struct reading {
    struct config *config;
    struct arena *arena;
    char wrong[200];
    const char *like; /* what it should look like; or NULL */
};

static bool set_pace(struct reading *r, const char *name, const char *value)
{
    if (strcmp(name, "downtime") == 0 && strcmp(value, "none") == 0) {
        r->config->downtime = 0;
        return true;
    }
    if (strcmp(name, "downtime") == 0)
        return house_duration(slice_of(value), &r->config->downtime);
    return pace_parse_key(slice_of(name), slice_of(value), &r->config->pace, r->arena, &r->like);
}

/* A time, or 0 for ever. */
static bool set_keep(int64_t *into, const char *value)
{
    if (strcmp(value, "0") != 0)
        return house_duration(slice_of(value), into) && *into > 0;
    *into = 0;
    return true;
}

static int on_setting(void *ctx, const char *section, const char *name, const char *value)
{
    struct reading *r = ctx;
    struct config *c = r->config;
    const struct {
        const char *section, *name;
        const char **text;
    } texts[] = {
        {"house", "name", &c->name},           {"house", "address", &c->address},
        {"house", "language", &c->lang},       {"house", "moderator", &c->moderators},
        {"house", "talk", &c->talk},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(section, texts[i].section) == 0 && strcmp(name, texts[i].name) == 0) {
            *texts[i].text = arena_strdup(r->arena, value);
            return 1;
        }
    }
    if (strcmp(section, "pace") == 0 && set_pace(r, name, value))
        return 1;
    if (strcmp(section, "house") == 0 && strcmp(name, "keep-letters") == 0 &&
        set_keep(&c->keep_letters, value))
        return 1;
    long long n;
    if (strcmp(section, "mail") == 0 && strcmp(name, "answers-per-hour") == 0 &&
        slice_to_int(slice_of(value), &n) && n >= 0 && n <= ANSWERS_COUNTED) {
        c->answers_per_hour = n;
        return 1;
    }
    if (mailconf_setting(&c->mail, r->arena, section, name, value) == SETTING_TAKEN)
        return 1;
    snprintf(r->wrong, sizeof r->wrong, "[%.40s] %.40s = %.60s", section, name, value);
    return 0;
}

bool talk_ok(const char *talk)
{
    return strcmp(talk, "open") == 0 || strcmp(talk, "anonymous") == 0 || strcmp(talk, "none") == 0;
}

static int config_read(struct house *house, struct fault *fault)
{
    struct config *c = &house->config;
    struct reading r = {.config = c, .arena = &house->arena};
    const char *path = arena_printf(&house->arena, "%s/courtier.conf", house->dir);
    *c = (struct config){.name = "Courtier",
                         .address = "",
                         .lang = "en",
                         .moderator = "",
                         .moderators = "",
                         .keep_letters = 90 * 86400,
                         .answers_per_hour = 60,
                         .pace = pace_preset,
                         .downtime = 6 * 3600,
                         .talk = "open"};
    mailconf_default(&c->mail);
    errno = 0;
    int line = ini_parse(path, on_setting, &r);
    if (line < 0 && errno == EACCES)
        return fault_set(fault, EX_NOPERM, "%s cannot be read: %s (run courtier as the user who owns the house)", path,
                         strerror(errno));
    if (line < 0)
        return fault_set(fault, EX_NOINPUT, "%s is not a house: it has no courtier.conf (courtier init %s makes one)",
                         house->dir, house->dir);
    if (line > 0)
        return fault_set(fault, EX_CONFIG, "%s:%d: %s%s%s%s", path, line,
                         r.wrong[0] ? "unknown setting or value: " : "not understood", r.wrong,
                         r.like ? "; write " : "", r.like ? r.like : "");
    if (!mail_address_ok(slice_of(c->address)))
        return fault_set(fault, EX_CONFIG, "%s: [house] address must be a mail address", path);
    struct slice all = slice_of(c->moderators);
    while (all.p && all.n) {
        const char *one = arena_slice(&house->arena, slice_trim(slice_cut(&all, ',')));
        if (!mail_address_ok(slice_of(one)))
            return fault_set(fault, EX_CONFIG, "%s: [house] moderator must be mail addresses with commas between", path);
        if (!*c->moderator)
            c->moderator = one;
    }
    if (!talk_ok(c->talk))
        return fault_set(fault, EX_CONFIG, "%s: [house] talk must be open, anonymous or none", path);
    return mailconf_check(&c->mail, path, &house->arena, fault);
}

bool house_moderates(const struct house *house, const char *address)
{
    struct slice all = slice_of(house->config.moderators);
    while (all.p && all.n) {
        struct slice one = slice_trim(slice_cut(&all, ','));
        if (one.n == strlen(address) && strncasecmp(one.p, address, one.n) == 0)
            return true;
    }
    return false;
}

/* --- making one ------------------------------------------------------------------------------ */

static int write_config(const char *path, const char *address, const char *name, const char *lang,
                        struct fault *fault)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f)
        return fault_set(fault, EX_CANTCREAT, errno == EEXIST ? "%s: there is a house already%s" : "%s: %s",
                         path, errno == EEXIST ? "" : strerror(errno));
    fprintf(f,
            "# A Courtier house. See courtier.conf(5).\n"
            "[house]\n"
            "name = %s\n"
            "address = %s\n"
            "language = %s\n"
            "# moderator = you@example.org, friend@example.org\n\n"
            "[inbox]\n"
            "url = maildir:in\n\n"
            "[outbox]\n"
            "url = maildir:out\n\n"
            "[mail]\n"
            "answers-per-hour = 60\n\n"
            "[pace]\n"
            "turn = 3d\n"
            "reaction = 1d\n"
            "negotiation = 2d\n"
            "# tz = Europe/Paris\n"
            "# quiet = sat,sun\n"
            "# silence = dismiss:3\n",
            name, address, lang);
    bool ok = fflush(f) == 0 && fsync(fd) == 0;
    if (fclose(f) != 0 || !ok)
        return fault_set(fault, EX_IOERR, "%s: %s", path, strerror(errno));
    step_done("config");
    return 0;
}

int house_init(const char *dir, const char *address, const char *name, const char *lang,
               struct fault *fault)
{
    struct arena a = ARENA(1 << 16);
    struct store *s = NULL;
    uint8_t key[SECRET_KEY];
    char hex[2 * SECRET_KEY + 1];
    struct stat st;
    int r = -1;
    const char *conf = arena_printf(&a, "%s/courtier.conf", dir);
    const char *db = arena_printf(&a, "%s/courtier.db", dir);
    if (stat(conf, &st) == 0) {
        fault_set(fault, EX_CANTCREAT, "%s is a house already", dir);
        goto out;
    }
    if (!mail_address_ok(slice_of(address))) {
        fault_set(fault, EX_USAGE, "\"%s\" is not a mail address", address);
        goto out;
    }
    if (mkdir(dir, 0700) != 0 && errno != EEXIST) {
        fault_set(fault, EX_CANTCREAT, "%s: %s", dir, strerror(errno));
        goto out;
    }
    if (maildir_create(arena_printf(&a, "%s/in", dir), fault) != 0 ||
        maildir_create(arena_printf(&a, "%s/out", dir), fault) != 0)
        goto out;
    /* The configuration comes last: a directory is a house from then on. */
    if (stat(db, &st) == 0)
        unlink(db);
    if (store_open(&s, db, STORE_CREATE, fault) != 0)
        goto out;
    secret_random(key, sizeof key);
    secret_hex(hex, key, sizeof key);
    if (store_begin(s, fault) != 0 || store_set_setting(s, "token-key", hex, fault) != 0 ||
        store_commit(s, fault) != 0)
        goto out;
    r = write_config(conf, address, name, lang, fault);
out:
    secret_wipe(key, sizeof key);
    secret_wipe(hex, sizeof hex);
    store_close(&s);
    arena_free(&a);
    return r;
}

/* --- opening --------------------------------------------------------------------------------- */

static int take_lock(struct house *h, struct fault *fault)
{
    const char *path = arena_printf(&h->arena, "%s/lock", h->dir);
    h->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (h->lock < 0)
        return fault_set(fault, errno == EACCES || errno == EROFS ? EX_NOPERM : EX_CANTCREAT, "%s: %s",
                         path, strerror(errno));
    if (flock(h->lock, LOCK_EX | LOCK_NB) != 0)
        return fault_set(fault, EX_TEMPFAIL, "%s: another courtier is at work here", h->dir);
    return 0;
}

int house_open(struct house **house, const char *dir, enum house_access access, struct fault *fault)
{
    struct house *h = calloc(1, sizeof *h);
    const char *hex = NULL;
    if (!h)
        die("out of memory");
    h->arena = ARENA(8 << 20);
    h->lock = -1;
    h->dir = arena_strdup(&h->arena, dir);
    h->clock.now = wall_clock;
    if (config_read(h, fault) != 0)
        goto fail;
    if (access == HOUSE_WRITE && take_lock(h, fault) != 0)
        goto fail;
    const char *db = arena_printf(&h->arena, "%s/courtier.db", dir);
    if (access != HOUSE_WRITE && store_open(&h->store, db, STORE_READ, fault) != 0)
        goto fail;
    if (access == HOUSE_INDEX) /* of this version, as has been seen: without the lock nothing is migrated */
        store_close(&h->store);
    if (access != HOUSE_READ && store_open(&h->store, db, STORE_WRITE, fault) != 0)
        goto fail;
    if (store_get_setting(h->store, "token-key", &h->arena, &hex, fault) != 0)
        goto fail;
    if (!hex || !secret_unhex(h->key, sizeof h->key, slice_of(hex))) {
        fault_set(fault, EX_DATAERR, "%s/courtier.db has no token key", dir);
        goto fail;
    }
    const char *dirs[] = {arena_printf(&h->arena, "%s/templates", dir), house_templates(&h->arena),
                          NULL};
    h->shelf = words_open(dirs);
    if (!words_language(h->shelf, slice_of(h->config.lang)) && words_language(h->shelf, slice_of("en"))) {
        fault_set(fault, EX_CONFIG, "%s/courtier.conf: [house] language = %s: there are no templates for it, but for en and fr",
                  dir, h->config.lang);
        goto fail;
    }
    *house = h;
    return 0;
fail:
    house_close(&h);
    *house = NULL;
    return -1;
}

void house_close(struct house **house)
{
    struct house *h = *house;
    if (!h)
        return;
    store_close(&h->store);
    words_free(&h->shelf);
    if (h->lock >= 0)
        close(h->lock);
    secret_wipe(h->key, sizeof h->key);
    arena_free(&h->arena);
    free(h);
    *house = NULL;
}
