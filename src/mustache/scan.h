/* scan: finds the tags in the text of a template. Only for the files of src/mustache.
 *
 * Knows delimiters and the inside of a tag; what the tags mean to each other is for parse.c. */
#ifndef MUSTACHE_SCAN_H
#define MUSTACHE_SCAN_H

#include "mustache/template.h"

struct tag {
    char sigil;        /* one of # ^ / $ < > ! = & or { as written; 0 for a plain {{x}} */
    bool dynamic;      /* > or <, and an asterisk before the name */
    struct slice name; /* without white space around; nothing for ! and = */
    size_t start, end; /* offsets of the whole tag, delimiters included */
};

struct scanner {
    const struct mustache *template;
    size_t at;
    struct slice open, close; /* the delimiters; point into the text once they were set */
};

struct scanner scan_begin(const struct mustache *template);

/* 1 with *tag, 0 at the end of the text, -1 with *error. Set delimiter tags take effect at once. */
int scan_next(struct scanner *scanner, struct tag *tag, struct mustache_error *error);

#endif
