/* render: from a document to what is mailed. */
#ifndef REPORT_RENDER_H
#define REPORT_RENDER_H

#include "engine/engine.h"
#include "report/words.h"

struct render_to {
    const char *address; /* where replies go; NULL: links are left out */
    const char *subject; /* of the reply a link opens */
};

/* Renders templates NAME.txt ("report" …) as text of at most 72 columns, NAME.html as HTML. In the
 * document of an HTML letter every object with an "order" key gets "href", a mailto: that opens a
 * reply with it written. */
int render_text(struct words *words, const char *name, const json_t *doc, struct buf *out,
                struct fault *fault) CHECKED;
int render_html(struct words *words, const char *name, json_t *doc,
                const struct render_to *to, struct buf *out, struct fault *fault) CHECKED;

/* Puts every order in the document (strings under "order" and "line") into the words of a language,
 * seats by name; documents are made with the canonical ones: English, seats by number. */
void render_orders(const struct engine *engine, const char *lang, json_t *doc);

/* Names the kinds of words in usage lines ("usage") and in what a mistake says was expected
 * ("expected") as the language calls them: "<company>" by the phrase "type.company". */
void render_types(struct words *words, const struct engine *engine, json_t *doc);

/* A one-line phrase ("subject"). */
int render_line(struct words *words, const char *name, const json_t *doc, struct buf *out,
                struct fault *fault) CHECKED;

#endif
