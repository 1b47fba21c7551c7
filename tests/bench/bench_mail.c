/* How long fetching and sending take beside other programs, over real servers: run by mail.sh.
 *     bench_mail fetch IMAP-PORT CA-FILE      seconds for everything in the mailbox of games
 *     bench_mail send SMTP-PORT CA-FILE N     seconds for N letters by us, and how many times a bare
 *                                      loop's that is */
#include "world.h"

#include "mail/account.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void use(struct world *w, struct mail_account *a, const char *url, const char *ca)
{
    *a = mail_account_new(a->name);
    a->url = url;
    a->user = "games";
    a->password = "secret-games";
    a->ca_file = ca;
    must(mail_account_check(a, &w->arena, &world_fault));
}

static int fetch(const char *port, const char *ca)
{
    struct world w;
    world_make(&w, 1800000000);
    use(&w, &w.house->config.mail.in[0], arena_printf(&w.arena, "imaps://localhost:%s", port), ca);
    double start = seconds();
    must(run_fetch(&w.run, &world_fault));
    double took = seconds() - start;
    if (w.run.trouble.exit)
        die("%s", w.run.trouble.text);
    printf("%.3f %lld\n", took, (long long)w.run.counts.fetched);
    world_remove(&w);
    return 0;
}

/* --- sending --------------------------------------------------------------------------------- */

struct rest {
    const char *p;
    size_t n;
};

static size_t give(char *to, size_t size, size_t n, void *ctx)
{
    struct rest *r = ctx;
    size_t k = size * n < r->n ? size * n : r->n;
    memcpy(to, r->p, k);
    r->p += k;
    r->n -= k;
    return k;
}

static double bare_loop(const char *url, const char *ca, struct slice letter, int n)
{
    CURL *c = curl_easy_init();
    struct rest rest;
    struct curl_slist *to = curl_slist_append(NULL, "<alice@players.example>");
    curl_easy_setopt(c, CURLOPT_URL, url);
    curl_easy_setopt(c, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
    curl_easy_setopt(c, CURLOPT_CAINFO, ca);
    curl_easy_setopt(c, CURLOPT_USERNAME, "games");
    curl_easy_setopt(c, CURLOPT_PASSWORD, "secret-games");
    curl_easy_setopt(c, CURLOPT_MAIL_FROM, "<games@house.example>");
    curl_easy_setopt(c, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(c, CURLOPT_READFUNCTION, give);
    curl_easy_setopt(c, CURLOPT_READDATA, &rest);
    curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
    double start = seconds();
    for (int i = 0; i < n; i++) {
        rest = (struct rest){letter.p, letter.n};
        CURLcode e = curl_easy_perform(c);
        if (e != CURLE_OK)
            die("the bare loop: %s", curl_easy_strerror(e));
    }
    double took = seconds() - start;
    curl_slist_free_all(to);
    curl_easy_cleanup(c);
    return took;
}

static double our_way(struct world *w, struct slice letter, int n)
{
    struct store *store = w->house->store;
    must(store_begin(store, &world_fault));
    for (int i = 0; i < n; i++) {
        struct letter_out l = {.kind = "report",
                               .to = "alice@players.example",
                               .message_id = "x@house.example",
                               .bytes = letter,
                               .created = w->now,
                               .answer = ""};
        must(store_letter_out_next(store, &l.id, &world_fault));
        must(store_letter_out_add(store, &l, &world_fault));
    }
    must(store_commit(store, &world_fault));
    double start = seconds();
    must(run_send(&w->run, &world_fault));
    double took = seconds() - start;
    if (w->run.trouble.exit)
        die("%s", w->run.trouble.text);
    return took;
}

enum { PAIRS = 10 };

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int send_letters(const char *port, const char *ca, int n)
{
    static const char *const trio[] = {"Alice", "Bob", "Chloe", NULL};
    struct world w;
    struct world_mail *v;
    double ours = 0;
    world_make(&w, 1800000000);
    world_game(&w, "venture", "lyon", NULL, NULL, trio, NULL);
    world_run(&w);
    if (world_mail(&w, "alice@players.example", true, &v) != 1)
        die("no report to send");
    const char *url = arena_printf(&w.arena, "smtp://localhost:%s", port);
    use(&w, &w.house->config.mail.out, url, ca);
    struct slice letter = {arena_slice(&w.arena, v[0].bytes), v[0].bytes.n};
    /* By turns and in pairs, each as often first as second: both meet the same machine, and the
     * median of the pairs forgets the moments when it was busy. */
    double ratios[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        double a = 0, b = 0;
        if (i % 2 == 0)
            a = bare_loop(url, ca, letter, n / PAIRS);
        b = our_way(&w, letter, n / PAIRS);
        if (i % 2 == 1)
            a = bare_loop(url, ca, letter, n / PAIRS);
        ratios[i] = b / a;
        ours += b;
    }
    qsort(ratios, PAIRS, sizeof ratios[0], by_size);
    printf("%.3f %.3f %zu\n", ours, (ratios[PAIRS / 2 - 1] + ratios[PAIRS / 2]) / 2, letter.n);
    world_remove(&w);
    return 0;
}

int main(int argc, char **argv)
{
    luck_init();
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (argc == 4 && strcmp(argv[1], "fetch") == 0)
        return fetch(argv[2], argv[3]);
    if (argc == 5 && strcmp(argv[1], "send") == 0)
        return send_letters(argv[2], argv[3], (int)strtol(argv[4], NULL, 10));
    return EX_USAGE;
}
