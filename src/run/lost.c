#include "run/lost.h"
#include "mail/compose.h"
#include "turn/post.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { TOLD = 50 /* letters named in one notice */ };

struct lost {
    json_t *letters;
    bool damaged; /* one of them is */
};

bool lost_is_notice(const struct letter_out *l)
{
    return strcmp(l->kind, "notice") == 0 || strcmp(l->kind, "stranger") == 0;
}

const char *lost_damage(const struct letter_out *l)
{
    return l->damaged ? "its bytes in the database are damaged" : "the letter itself is not in the store";
}

static struct lost *need_lost(struct run *run)
{
    if (run->lost)
        return run->lost;
    run->lost = calloc(1, sizeof *run->lost);
    if (!run->lost)
        die("out of memory");
    run->lost->letters = json_array();
    return run->lost;
}

/* A transaction that was rolled back gives its letters up a second time. */
static bool noted(const struct lost *lost, int64_t id)
{
    for (size_t i = 0; i < json_array_size(lost->letters); i++)
        if (json_integer_value(json_object_get(json_array_get(lost->letters, i), "letter")) == id)
            return true;
    return false;
}

static void keep(struct run *run, const struct letter_out *l, const struct lost_why *why)
{
    struct lost *lost = need_lost(run);
    if (noted(lost, l->id) || json_array_size(lost->letters) >= TOLD)
        return;
    lost->damaged = lost->damaged || why->damaged;
    json_array_append_new(lost->letters, json_pack("{s:I,s:s,s:s,s:b}", "letter", (json_int_t)l->id, "to", l->to,
                                                   "answer", why->answer, "damaged", why->damaged));
}

int lost_note(struct run *run, const struct letter_out *l, const struct lost_why *why, struct fault *fault)
{
    struct house *house = run->house;
    run->counts.failed++;
    if (store_letter_out_given_up(house->store, l->id, house_now(house), why->answer, fault) != 0)
        return -1;
    if (strcmp(l->kind, "stranger") == 0 && !why->damaged)
        return 0; /* his loss; courtier doctor counts it */
    bool heard = !lost_is_notice(l) && mail_address_ok(slice_of(house->config.moderator));
    /* The database is damaged: that is for who looks after the machine, too. */
    if (!heard || why->damaged)
        fprintf(stderr, "courtier: letter %lld to %s was given up: %s\n", (long long)l->id, l->to, why->answer);
    if (heard)
        keep(run, l, why);
    return 0;
}

void lost_forget(struct run *run)
{
    if (run->lost)
        json_decref(run->lost->letters);
    free(run->lost);
    run->lost = NULL;
}

static int write_notice(struct run *run, struct fault *fault)
{
    struct house *house = run->house;
    json_t *doc = json_pack("{s:O,s:b,s:s}", "lost", run->lost->letters, "damage", run->lost->damaged, "house",
                            house->config.address);
    struct post_stranger to = {.address = house->config.moderator,
                               .template = "undelivered",
                               .doc = doc,
                               .subject = "letters could not be delivered"};
    int r = post_stranger(house, &to, fault);
    json_decref(doc);
    return r;
}

int lost_tell(struct run *run, struct fault *fault)
{
    struct store *store = run->house->store;
    if (!run->lost)
        return 0;
    if (store_begin(store, fault) != 0)
        return -1;
    if (write_notice(run, fault) != 0 || store_commit(store, fault) != 0) {
        store_rollback(store);
        return -1;
    }
    lost_forget(run);
    return 0;
}
