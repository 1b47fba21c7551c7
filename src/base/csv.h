/* csv: the data files under db/, as they are embedded in the program.
 *
 * Lines of comma separated fields without quotes; lines that begin with '#' and empty lines are
 * comments; the first other line names the columns. The text must outlive the reader. A file that
 * lacks a column or has a short line is a bug of the build and dies. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/slice.h"

enum { CSV_COLUMNS = 16 };

struct csv {
    struct slice rest;
    struct slice names[CSV_COLUMNS], fields[CSV_COLUMNS];
    int columns;
};

struct csv csv_open(const char *text);
bool csv_next(struct csv *csv); /* false at the end */
struct slice csv_field(const struct csv *csv, const char *column);
long long csv_int(const struct csv *csv, const char *column);

#endif
