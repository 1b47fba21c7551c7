/* embedded: the files of db/ (SQL, card lists, boards), built into the program. */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

struct embedded {
    const char *name; /* as in db/: "venture_companies.csv" */
    const char *text;
};

/* Ends with a NULL name; sorted by name. */
extern const struct embedded embedded_files[];

/* The text of a file; a missing one is a bug and dies. */
const char *embedded_text(const char *name);

#endif
