#include "run/verbs.h"

#include <stdio.h>

/* The one without a function is done by the answer itself: a PREVIEW is about the whole letter. */
static verb_function *const functions[] = {
    [GENERAL_HELP] = verb_help,     [GENERAL_STATUS] = verb_status, [GENERAL_REPORT] = verb_report,
    [GENERAL_PREVIEW] = NULL,       [GENERAL_LANG] = verb_setting, [GENERAL_FORMAT] = verb_setting,
    [GENERAL_WHEN] = verb_when,     [GENERAL_WHENS] = verb_whens,       [GENERAL_FORGET] = verb_forget,
    [GENERAL_HISTORY] = verb_history, [GENERAL_SEARCH] = verb_search,
    [GENERAL_NEXT] = verb_next,     [GENERAL_CANCEL] = verb_cancel, [GENERAL_SAY] = verb_say,
    [GENERAL_WHISPER] = verb_whisper, [GENERAL_VACATION] = verb_vacation, [GENERAL_DIGEST] = verb_digest,
    [GENERAL_TZ] = verb_setting,         [GENERAL_ADDRESS] = verb_address,
    [GENERAL_GAMES] = verb_games,   [GENERAL_JOIN] = verb_join,   [GENERAL_LEAVE] = verb_leave,
    [GENERAL_LUCK] = verb_luck,     [GENERAL_OBSERVE] = verb_observe,
    [GENERAL_UNOBSERVE] = verb_unobserve,
    [GENERAL_STANDINGS] = verb_standings,
    [GENERAL_RESIGN] = verb_resign,
};

void verb_try_in(const char *lang, struct mistake *m)
{
    struct order_reader reader = {.general = general_grammar()};
    struct arena arena = ARENA(1 << 20);
    struct buf said = BUF(ORDER_LINE);
    struct mistake ignored = {0};
    struct order order;
    if (m->try[0] && order_read(&reader, slice_of(m->try), 1, &arena, &order, &ignored)) {
        order_say(&reader, &order, lang, &said);
        snprintf(m->try, sizeof m->try, "%s", buf_text(&said));
    }
    buf_free(&said);
    arena_free(&arena);
}

int verb_do(struct verb_call *call, struct fault *fault)
{
    const struct order *o = call->order;
    struct mistake *m = call->mistake;
    if (functions[o->verb] && functions[o->verb](call, fault) != 0)
        return -1;
    verb_try_in(call->seat->lang, m);
    if (m->code && m->columns == 0 && m->term >= 0 && m->term < o->nterms) {
        m->column = o->terms[m->term].column;
        m->columns = o->terms[m->term].columns;
    }
    return 0;
}
