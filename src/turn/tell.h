/* tell: what became of a player's lines, as JSON without words. */
#ifndef TURN_TELL_H
#define TURN_TELL_H

#include "turn/turn.h"

/* What a player wrote, on one line: a tab would make a table of it. */
json_t *tell_text(struct slice text);

/* {"code":"mistake.…", args, "shown", "caret", "try"}: the caret only where there is a line. */
json_t *tell_mistake(const struct engine *engine, const struct mistake *mistake, struct slice line);

/* {"number","text","understood" | "mistake"}: one line of a letter. */
json_t *tell_line(const struct order_reader *reader, const struct engine *engine, int number,
                  struct slice text, const struct order *order, const struct mistake *mistake,
                  const char *lang);

/* The letter is refused as a whole: what was right in it is not done either ("undone"). */
void tell_undone(json_t *lines);

/* What becomes of lines that waited, once their time has come: {"returned":true | "early":true, "lines":…}. */
json_t *tell_returned(const struct sitting *s, int seat, const struct order *orders, int n,
                      const struct attempt *attempt);

#endif
