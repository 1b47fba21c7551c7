#include "base/csv.h"
#include "base/fault.h"

static int split(struct slice line, struct slice out[CSV_COLUMNS])
{
    int n = 0;
    while (line.p) {
        if (n == CSV_COLUMNS)
            die("csv line with more than %d fields", CSV_COLUMNS);
        out[n++] = slice_trim(slice_cut(&line, ','));
    }
    return n;
}

static bool next_line(struct csv *csv, struct slice *line)
{
    while (csv->rest.p) {
        *line = slice_trim(slice_cut(&csv->rest, '\n'));
        if (line->n && line->p[0] != '#')
            return true;
    }
    return false;
}

struct csv csv_open(const char *text)
{
    struct csv csv = {.rest = slice_of(text)};
    struct slice line;
    if (!next_line(&csv, &line))
        die("csv without a header");
    csv.columns = split(line, csv.names);
    return csv;
}

bool csv_next(struct csv *csv)
{
    struct slice line;
    if (!next_line(csv, &line))
        return false;
    if (split(line, csv->fields) != csv->columns)
        die("csv line with the wrong number of fields: %.*s", (int)line.n, line.p);
    return true;
}

struct slice csv_field(const struct csv *csv, const char *column)
{
    for (int i = 0; i < csv->columns; i++)
        if (slice_is(csv->names[i], column))
            return csv->fields[i];
    die("csv has no column %s", column);
}

long long csv_int(const struct csv *csv, const char *column)
{
    struct slice f = csv_field(csv, column);
    long long v;
    if (!slice_to_int(f, &v))
        die("csv column %s: not a number: %.*s", column, (int)f.n, f.p);
    return v;
}
