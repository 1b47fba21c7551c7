/* The moderator: rulings on the command line. By mail he writes like everybody else. */
#include "scenario.h"
#include "moderator/letter.h"
#include "report/render.h"

#include <stdio.h>

bool scenario_moderator_prepare(struct scenario *sc)
{
    struct arena *arena = &sc->world.arena;
    struct caught c;
    if (scenario_match(sc, "moderator option WORD", &c)) {
        sc->spec.powers |= slice_is(c.word[0], "peek=silent") ? POWER_SILENT_PEEK : POWER_PLAYS;
    } else if (scenario_match(sc, "moderator WORD", &c)) {
        struct person *p = scenario_person(sc, c.word[0]); /* a player may be one, too */
        if (!p) {
            scenario_add(sc, c.word[0]);
            p = scenario_person(sc, c.word[0]);
        }
        if (sc->nmoderators == SEATS_MAX)
            scenario_stop(sc, "too many moderators");
        sc->moderators[sc->nmoderators++] = arena_strdup(arena, p->address);
        sc->spec.moderators = sc->moderators;
    } else {
        return false;
    }
    return true;
}

/* What courtier mod would print. */
static void keep_answer(struct scenario *sc, struct sitting *s, const struct moderator_answer *out)
{
    struct moderator_letter l = {.answer = out->answer};
    struct words *words;
    struct buf text = BUF(4 << 20);
    json_t *doc = moderators_document(s, &l);
    report_put(doc, "command", json_true());
    must(words_get(s->house->shelf, "en", s->engine->def->name, &words, &world_fault));
    must(render_text(words, "moderator", doc, &text, &world_fault));
    sc->ruling.says = arena_slice(&sc->world.arena, buf_all(&text));
    sc->ruling.refused = out->refused;
    sc->ruling.grave = out->grave;
    json_decref(doc);
    buf_free(&text);
}

/* All in one transaction, as the command does it. */
static void rule(struct scenario *sc, const char *text, bool yes)
{
    struct world *w = &sc->world;
    struct store *store = w->house->store;
    struct moderator_words words = {.text = slice_of(text), .confirmed = yes};
    struct moderator_answer out = {0};
    struct sitting *s = NULL;
    must(sitting_any(w->house, sc->spec.name, &w->arena, &s, &world_fault));
    must(store_begin(store, &world_fault));
    must(moderator_rule(s, NULL, &words, &out, &world_fault));
    if (out.done)
        must(post_reports(s, NULL, out.awaits, &world_fault));
    keep_answer(sc, s, &out);
    if (out.refused || out.grave)
        store_rollback(store);
    else
        must(store_commit(store, &world_fault));
    json_decref(out.answer);
    json_decref(out.peeks);
    sitting_close(&s);
}

bool scenario_moderator_act(struct scenario *sc)
{
    struct caught c;
    bool unsure = scenario_match(sc, "ruling WORD without a yes", &c);
    if (!unsure && !scenario_match(sc, "ruling WORD", &c))
        return false;
    sitting_close(&sc->seen);
    rule(sc, arena_slice(&sc->world.arena, c.word[0]), !unsure);
    return true;
}

bool scenario_moderator_check(struct scenario *sc)
{
    struct caught c;
    if (scenario_match(sc, "the rules may be broken", &c)) {
        sc->lawless = true;
    } else if (scenario_match(sc, "the ruling is done|refused|unconfirmed", &c)) {
        struct slice want = sc->at->words[3].text;
        const char *is = sc->ruling.refused ? "refused" : sc->ruling.grave ? "unconfirmed" : "done";
        if (!slice_is(want, is))
            scenario_wrong(sc, "it is %s: %s", is, sc->ruling.says ? sc->ruling.says : "");
    } else if (scenario_match(sc, "the ruling says …", &c)) {
        for (int i = c.rest; i < sc->at->n; i++)
            scenario_expect(sc, slice_of(sc->ruling.says ? sc->ruling.says : ""), sc->at->words[i].text);
    } else {
        return false;
    }
    return true;
}
