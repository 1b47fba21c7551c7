/* told: what journal entries tell a reader, as JSON for the words. */
#ifndef ARCHIVE_TOLD_H
#define ARCHIVE_TOLD_H

#include "turn/sitting.h"

/* Who reads: a seat, 0 for people who only watch, SIGHT_MODERATOR. While a game is played everyone sees
 * what is in his sight; when it is over, everything but others' whispers. */
struct told {
    struct sitting *s;
    struct report_facts facts;
    bool all; /* sees every entry */
};
struct told told_reader(struct sitting *s, int reader);

bool told_sees(const struct told *t, const struct entry *e);

/* {"code":"event.take",…} with the seats as the reader knows them; NULL for an entry that has no words.
 * A new reference. Orders and what else is told of a turn have codes "told.…". */
json_t *told_json(const struct told *t, const struct entry *e);

/* [{"name":"Alice"},…]: what render_orders() needs beside orders to name the seats in them. */
json_t *told_players(const struct sitting *s);

/* The turns from one to another, by the numbers players read, with what happened in them: {"from":3,"to":9,"turns":[{"turn":3,
 * "events":[…]}],"earlier":{"turn":2}}. At most TOLD_EVENTS events, the newest; "earlier" is there when
 * some were left out, with the last turn of those. Only events, talk and notices, as the news of reports are. */
enum { TOLD_EVENTS = 400 };
int told_history(struct sitting *s, int reader, int64_t from, int64_t to, json_t **history,
                 struct fault *fault) CHECKED;

#endif
