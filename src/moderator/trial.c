/* The trial of a ruling, in a process of its own: an engine may die of a table its rules cannot make.
 * The child touches nothing but memory: engines are pure, and nothing here writes to the store. */
#include "moderator/ruling.h"
#include "turn/office.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIAL_STEPS = 30, TRIAL_PATIENCE = 120, TRIAL_SECONDS = 10, TRIAL_BYTES = 256 << 20, OFFERED = 30 };

/* Every order a report offers. */
static int offers(const json_t *doc, const char **v, int max)
{
    const char *key;
    json_t *value;
    size_t i;
    int n = 0;
    json_array_foreach((json_t *)doc, i, value)
        n += offers(value, v + n, max - n);
    json_object_foreach((json_t *)doc, key, value)
    {
        if (strcmp(key, "order") == 0 && json_is_string(value) && n < max)
            v[n++] = json_string_value(value);
        else
            n += offers(value, v + n, max - n);
    }
    return n;
}

/* Each of them alone, taken back again. */
static void try_offers(struct sitting *s, int seat, const json_t *doc, struct attempt *a)
{
    struct order_reader reader = sitting_reader(s, NULL);
    struct table *before = table_clone(s->table);
    const char *v[OFFERED];
    int n = offers(doc, v, OFFERED);
    for (int i = 0; i < n; i++) {
        struct order order;
        struct mistake m = {0};
        if (!order_read(&reader, slice_of(v[i]), 1, s->arena, &order, &m))
            continue;
        turn_try(s, seat, &order, 1, false, a);
        table_copy(s->table, before);
    }
    table_free(&before);
}

static void look(struct sitting *s, struct table *seen, int awaited, struct attempt *a)
{
    const struct engine_def *def = s->engine->def;
    struct suggestion *g = arena_new(s->arena, struct suggestion);
    for (int seat = SIGHT_MODERATOR; seat <= s->game.seats; seat++) {
        struct view view = table_view(seen, s->table, seat);
        json_t *doc = json_object();
        def->describe(&view, s->engine, s->options, s->variant, doc);
        if (seat >= 1)
            def->suggest(&view, s->engine, s->options, s->variant, s->arena, g);
        if (seat == awaited)
            try_offers(s, seat, doc, a);
        json_decref(doc);
    }
}

/* Everybody looks at the table, and somebody who is awaited plays or is silent. */
static bool step(struct sitting *s, struct table *seen, int k)
{
    const struct engine_def *def = s->engine->def;
    struct await v[AWAITS_MAX];
    struct attempt *a = arena_new(s->arena, struct attempt);
    struct suggestion *g = arena_new(s->arena, struct suggestion);
    struct standing standing[SEATS_MAX];
    bool sound = def->invariant(s->table, s->engine, s->options) == NULL;
    int n = def->finished(s->table) ? 0 : def->awaits(s->table, s->options, v);
    struct await *who = n ? &v[k % n] : NULL;
    for (int i = 0; i < n; i++)
        if (v[i].seat < 1 || v[i].seat > s->game.seats)
            die("nobody sits there");
    look(s, seen, who ? who->seat : 0, a);
    def->standings(s->table, s->engine, s->options, s->variant, standing);
    if (!who)
        return false;
    struct view view = table_view(seen, s->table, who->seat);
    def->suggest(&view, s->engine, s->options, s->variant, s->arena, g);
    bool plays = g->n > 0 && k % 5 != 4;
    if (plays)
        turn_try(s, who->seat, g->orders, g->n, false, a);
    if (plays && !a->ok && sound)
        die("a bot would not know what to do");
    if (!plays || !a->ok)
        turn_silence(s, who, a);
    return true;
}

static void play_on(const struct sitting *s, const json_t *body)
{
    struct sitting copy = *s;
    struct arena arena = ARENA(TRIAL_BYTES);
    struct table *seen = table_new(s->engine->schema, s->game.seats);
    copy.arena = &arena;
    if (!edit_apply(&copy, body, NULL, false, arena_new(&arena, struct attempt)))
        die("not possible");
    for (int k = 0; k < TRIAL_STEPS && step(&copy, seen, k); k++)
        arena_reset(&arena);
}

bool ruling_trial(const struct sitting *s, const json_t *body)
{
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGXCPU, SIGALRM};
    int status = 0;
    office_wait(s->house); /* a thread that holds a lock at the fork would hold it for ever in the child */
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (null >= 0)
            dup2(null, STDERR_FILENO);
        for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++)
            signal(deadly[i], SIG_DFL); /* whoever catches them in the parent */
        setrlimit(RLIMIT_CPU, &(struct rlimit){TRIAL_SECONDS, TRIAL_SECONDS}); /* a busy machine is no hang */
        alarm(TRIAL_PATIENCE);
        play_on(s, body);
        _exit(0);
    }
    pid_t ended = pid;
    while (pid > 0 && (ended = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
        continue; /* a signal is no verdict */
    if (pid < 0 || ended != pid)
        return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
