/* mod: rulings on the command line. */
#include "cli/cli.h"
#include "moderator/letter.h"
#include "report/render.h"
#include "turn/post.h"

#include <stdlib.h>
#include <unistd.h>

static int show(struct cli *cli, struct sitting *s, const char *template, json_t *doc, struct fault *fault)
{
    struct buf text = BUF(4 << 20);
    struct words *words;
    int r = words_get(s->house->shelf, s->house->config.lang, s->engine->def->name, &words, fault);
    if (r == 0) {
        render_types(words, s->engine, json_object_get(doc, "answer"));
        r = render_text(words, template, doc, &text, fault);
    }
    if (r == 0)
        fputs(buf_text(&text), cli->out);
    buf_free(&text);
    return r;
}

static int show_answer(struct cli *cli, struct sitting *s, const struct moderator_answer *out,
                       struct fault *fault)
{
    struct moderator_letter l = {.answer = out->answer};
    json_t *doc = moderators_document(s, &l);
    report_put(doc, "command", json_true());
    int r = show(cli, s, "moderator", doc, fault);
    for (size_t i = 0; i < json_array_size(out->peeks) && r == 0; i++)
        r = show(cli, s, "report", json_array_get(out->peeks, i), fault);
    json_decref(doc);
    return r;
}

static bool asked(void)
{
    char line[16];
    fputs("This cannot be undone, or shows hidden things. Go on? [y/N] ", stderr);
    return fgets(line, sizeof line, stdin) && strchr("yYoO", line[0]) && line[0];
}

/* 0: done; 1: refused, and said why; 2: it needs --yes. */
static int rule(struct cli *cli, struct sitting *s, const char *text, bool yes, struct fault *fault)
{
    struct moderator_words words = {.text = slice_of(text), .confirmed = yes, .lang = s->house->config.lang};
    struct moderator_answer out = {0};
    int r = moderator_rule(s, NULL, &words, &out, fault);
    if (r == 0 && !out.refused && out.grave)
        r = 2;
    if (r == 0 && out.done)
        r = post_reports(s, NULL, out.awaits, fault);
    if (r == 0)
        r = show_answer(cli, s, &out, fault);
    if (r == 0 && out.refused)
        r = 1;
    json_decref(out.answer);
    json_decref(out.peeks);
    return r;
}

int cmd_mod(struct cli *cli, int argc, char **argv)
{
    const char *words[3];
    bool yes = false;
    struct cli_slot slots[] = {{"yes", NULL, &yes, NULL}, {0}};
    struct house *house = NULL;
    struct arena arena = ARENA(256 << 20);
    struct sitting *s = NULL;
    struct fault fault = {0};
    int r = cli_parse("mod", argc, argv, slots, words, 2, 2);
    if (r != 0)
        return r;
    r = cli_open(cli, HOUSE_WRITE, &house, &fault);
    if (r == 0)
        r = store_begin(house->store, &fault);
    if (r == 0)
        r = sitting_any(house, words[0], &arena, &s, &fault);
    if (r == 0 && !s)
        r = fault_set(&fault, EX_NOINPUT, "there is no game \"%s\" (courtier list)", words[0]);
    if (r == 0)
        r = rule(cli, s, words[1], yes, &fault);
    if (r == 2 && isatty(STDIN_FILENO) && asked())
        r = rule(cli, s, words[1], true, &fault);
    if (r == 0)
        r = store_commit(house->store, &fault);
    if (r == 2)
        fault_set(&fault, EX_USAGE, "this cannot be undone, or shows hidden things: say --yes if you mean it");
    int code = r == 0 ? 0 : r == 1 ? EX_DATAERR : cli_fail(&fault);
    sitting_close(&s);
    house_close(&house);
    arena_free(&arena);
    return code;
}
