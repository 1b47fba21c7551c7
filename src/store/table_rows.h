/* table_rows: how pieces and tallies lie in rows, for the present table and for past ones. */
#ifndef STORE_TABLE_ROWS_H
#define STORE_TABLE_ROWS_H

#include "store/db.h"

/* The columns of the tables piece and tally, in their order: changesets count them. */
enum { PIECE_GAME, PIECE_ID, PIECE_KIND, PIECE_PLACE, PIECE_SEAT, PIECE_SLOT, PIECE_POS,
       PIECE_SIGHT, PIECE_MARK, PIECE_COLUMNS = PIECE_MARK + MARKS };
enum { TALLY_GAME, TALLY_KEY, TALLY_SEAT, TALLY_VALUE, TALLY_SIGHT, TALLY_COLUMNS };

/* The rows of the present: pieces by id in rows[PIECES_MAX] (id 0: there is none), tallies into the
 * table at once. */
int rows_read(struct store *s, int64_t game, struct table *t, struct piece *rows,
              struct fault *f) CHECKED;

/* Puts the pieces into the table and builds its lists. */
int rows_build(struct store *s, int64_t game, struct table *t, const struct piece *rows,
               struct fault *f) CHECKED;

/* The sight a tally has by the schema. */
sight rows_own_sight(const struct schema *schema, int tally, int seat);

/* EX_DATAERR: a row of the game makes no sense. */
int rows_fault(const struct store *s, int64_t game, const char *what, struct fault *f);

#endif
