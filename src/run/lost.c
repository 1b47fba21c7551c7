#include "run/lost.h"
#include "mail/compose.h"
#include "report/document.h"
#include "turn/post.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { TOLD = 50, /* letters named in one notice */ LIST_BYTES = 1 << 20 };

/* Letters given up that nobody was told of yet, as the notice has them. */
static const char *const setting = "letters-lost";

bool lost_is_notice(const struct letter_out *l)
{
    return strcmp(l->kind, "notice") == 0 || strcmp(l->kind, "stranger") == 0;
}

const char *lost_damage(const struct letter_out *l)
{
    return l->damaged ? "its bytes in the database are damaged" : "the letter itself is not in the store";
}

static int load(struct run *run, json_t **letters, struct fault *fault)
{
    struct arena arena = ARENA(LIST_BYTES);
    const char *text = NULL;
    int r = store_get_setting(run->house->store, setting, &arena, &text, fault);
    *letters = r == 0 && text ? json_loads(text, 0, NULL) : NULL;
    if (r == 0 && !json_is_array(*letters)) {
        json_decref(*letters);
        *letters = json_array();
    }
    arena_free(&arena);
    return r;
}

static int keep(struct run *run, const struct letter_out *l, const struct lost_why *why, struct fault *fault)
{
    json_t *letters;
    if (load(run, &letters, fault) != 0)
        return -1;
    if (json_array_size(letters) < TOLD)
        json_array_append_new(letters, json_pack("{s:I,s:s,s:s,s:b}", "letter", (json_int_t)l->id, "to", l->to,
                                                 "answer", why->answer, "damaged", why->damaged));
    char *text = report_dump(letters);
    int r = store_set_setting(run->house->store, setting, text, fault);
    free(text);
    json_decref(letters);
    return r;
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
    return heard ? keep(run, l, why, fault) : 0;
}

static bool any_damaged(const json_t *letters)
{
    size_t i;
    json_t *letter;
    json_array_foreach((json_t *)letters, i, letter)
        if (json_is_true(json_object_get(letter, "damaged")))
            return true;
    return false;
}

static int write_notice(struct run *run, json_t *letters, struct fault *fault)
{
    struct house *house = run->house;
    json_t *doc = json_pack("{s:O,s:b,s:s}", "lost", letters, "damage", any_damaged(letters), "house",
                            house->config.address);
    struct post_stranger to = {.address = house->config.moderator,
                               .template = "undelivered",
                               .doc = doc,
                               .subject = "letters could not be delivered"};
    int r = post_stranger(house, &to, fault);
    json_decref(doc);
    return r == 0 ? store_set_setting(house->store, setting, "", fault) : -1;
}

int lost_tell(struct run *run, bool *told, struct fault *fault)
{
    struct store *store = run->house->store;
    json_t *letters;
    *told = false;
    if (load(run, &letters, fault) != 0)
        return -1;
    bool any = json_array_size(letters) && mail_address_ok(slice_of(run->house->config.moderator));
    int r = any ? store_begin(store, fault) : 0;
    if (r == 0 && any && (write_notice(run, letters, fault) != 0 || store_commit(store, fault) != 0)) {
        store_rollback(store);
        r = -1;
    }
    *told = r == 0 && any;
    json_decref(letters);
    return r;
}
