/* reader: reads letters in a cage.
 *
 * The MIME parser can be crashed by a letter, so it runs in a child process that holds two pipes
 * and nothing else: no files, no network, bounded memory and time (seccomp, rlimits). The child
 * takes many letters and is replaced when it dies; the letter that killed it is reported as such
 * and the next one is read by a new child. It execs nothing and inherits no descriptor but its
 * pipes.
 *
 * Start the reader before any secret is loaded: children are forked from what the program was at
 * that moment, later ones too (mail/cage.h). It lives as long as the thread that started it. A
 * letter on which a child dies that has read others before is tried once more in a new one, so it
 * is never blamed for what happened to the child. */
#ifndef MAIL_READER_H
#define MAIL_READER_H

#include "mail/letter.h"

enum {
    READER_LETTER = 25 << 20, /* a longer letter is not read at all */
    READER_TEXT = 1 << 20,
    READER_HEADER = 64 << 10,
    READER_PARTS = 100, /* containers and parts */
    READER_SECONDS = 5, /* per letter, wall and CPU */
    READER_MEMORY = 256 << 20,
};

enum reading_result {
    READER_OK,
    READER_TOO_BIG, /* over one of the limits above, found before the parser saw it */
    READER_BROKEN,  /* not a mail */
    READER_KILLED,  /* the reader died or hung on it */
};

struct mail_reader;

/* Returns at once; that no child can be caged shows with the first letter. */
int mail_reader_start(struct mail_reader **reader, struct fault *fault) CHECKED;
void mail_reader_stop(struct mail_reader **reader);

/* Reads one letter; *result tells how it went, *letter is filled when READER_OK. -1 only when no
 * reader can be started. */
int mail_reader_read(struct mail_reader *reader, struct slice bytes, struct arena *arena,
                     struct letter *letter, enum reading_result *result,
                     struct fault *fault) CHECKED;

/* Two letters at once: mail_reader_send() hands the child a letter and returns; mail_reader_take()
 * waits for the answer to the oldest one sent. At most READER_AHEAD may be under way; bytes must
 * stay until taken. mail_reader_read() is send and take. */
enum { READER_AHEAD = 8 };
int mail_reader_send(struct mail_reader *reader, struct slice bytes, struct fault *fault) CHECKED;
int mail_reader_take(struct mail_reader *reader, struct arena *arena, struct letter *letter,
                     enum reading_result *result, struct fault *fault) CHECKED;

/* What was sent and not taken is forgotten: nobody waits for it. */
void mail_reader_forget(struct mail_reader *reader);

/* The parsing itself, in this process: what the child runs, and what the fuzz target feeds. */
enum reading_result mail_parse(struct slice bytes, struct arena *arena, struct letter *letter);

#endif
