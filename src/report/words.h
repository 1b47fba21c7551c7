/* words: the templates and phrases of one language and engine.
 *
 * A name is looked for in this order, the house's own folder before the installed one each time:
 *     <lang>/<engine>/phrases, <lang>/common/phrases     one line a phrase: "event.take = …"
 *     <lang>/<engine>/NAME, <lang>/common/NAME           whole files: "report.txt"
 * Both are mustache; phrases are what dynamic names ({{>*code}}) find. Compiled templates are
 * kept until words_free. */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include "base/arena.h"
#include "base/buf.h"

#include <jansson.h>

struct words_shelf; /* all languages and engines of one house */
struct words;       /* one language and engine */

/* `dirs` are the template folders, most important first, ending with NULL; copied. */
struct words_shelf *words_open(const char *const *dirs);
void words_free(struct words_shelf **shelf);

/* The words of a language ("en", "fr") and engine ("venture", or "common" for none). Owned by the
 * shelf. EX_CONFIG with file and line when phrases cannot be read or compiled, EX_NOINPUT when no
 * folder has the language. */
int words_get(struct words_shelf *shelf, const char *lang, const char *engine, struct words **words,
              struct fault *fault) CHECKED;

bool words_has(struct words *words, const char *name);
const char *words_lang(const struct words *words);

enum words_kind { WORDS_TEXT, WORDS_HTML };

/* Renders the template or phrase of that name with this data. EX_NOINPUT when a template is
 * missing, EX_CONFIG when one is wrong; both name the file. */
int words_render(struct words *words, const char *name, enum words_kind kind, const json_t *data,
                 struct buf *out, struct fault *fault) CHECKED;

/* Whether a language is there at all. */
bool words_language(struct words_shelf *shelf, struct slice lang);

#endif
