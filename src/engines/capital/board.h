/* board: four circuits of cells, read from db/capital_board.csv.
 *
 * Pawns follow the arrows: index by index, and from the centre, the last cell of a circuit, to cell
 * 0 of the zone they say, or of the same one. Interpol goes the other way. Another layout is
 * another file; what the rules ask of a zone is checked when it is read. */
#ifndef CAPITAL_BOARD_H
#define CAPITAL_BOARD_H

#include "base/arena.h"
#include "table/schema.h"

#include <stdint.h>

enum { ITALY, SWITZERLAND, LUXEMBOURG, SOUTH_AMERICA, ZONES };

#define CAPITAL_CELLS(X)                                                                           \
    X(START)                                                                                       \
    X(RAW) X(COUPONS) X(GGFF) X(P) X(TRANSFORM) X(FIN) X(TAXES) X(BOURSE) X(LUXURY) X(SALE)        \
        X(FISC) X(CENTRE) X(FN) X(AN) X(METALS) X(INT) X(ARMSG) X(ARMSR) X(BANK) X(MIN) X(ALIM)    \
            X(FSA) X(REGULAR) X(RIGGED) X(NATION) X(COUP)

#define CELL_ID(name) CELL_##name,
enum cell_type { CAPITAL_CELLS(CELL_ID) CELL_TYPES };
#undef CELL_ID

enum { CELLS_MAX = 128, ZONE_CELLS_MIN = 8 };

struct cell {
    const char *name; /* "IT7" */
    int zone, index;
    enum cell_type type;
    int next;
    bool bribe; /* a bribe may stop here */
};

struct board {
    struct cell cells[CELLS_MAX];
    int n;
    int first[ZONES], count[ZONES];
    struct schema schema;
};

extern const char *const capital_zone_code[ZONES + 1];      /* "IT", … */
extern const char *const capital_cell_type[CELL_TYPES + 1]; /* "TAXES", … */

/* Reads a layout. NULL when it is a board the rules can be played on, else what is wrong with it,
 * from the arena. */
const char *capital_board_read(struct arena *arena, const char *text, struct board *board);

int capital_cell_of(const struct board *board, int zone, int index);
int capital_centre_of(const struct board *board, int zone);
/* `steps` along the arrows; `go` is the zone to enter behind the centre, -1: the same again. *left
 * gets bits of the zones whose centre was passed. */
int capital_ahead(const struct board *board, int cell, int steps, int go, unsigned *left);
/* The nearest cell of this type ahead in the zone where a bribe may stop; -1: none before the end.
 */
int capital_bribe_cell(const struct board *board, int cell, enum cell_type type);

#endif
