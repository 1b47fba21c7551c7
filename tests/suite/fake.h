/* fake: small mail servers in threads of the test, on loopback and without TLS, that can be told to
 * fail at any step.
 *
 * A step is one thing the server sends. What a command does is done before its answer is sent, as
 * in a real server, so a cut there leaves the client in doubt. */
#ifndef TESTS_FAKE_H
#define TESTS_FAKE_H

#include "base/buf.h"

#include <pthread.h>
#include <stdint.h>

enum { FAKE_LETTERS = 750, FAKE_LINE = 8192 };

struct fake_letter {
    unsigned uid;
    bool seen, deleted, gone, moved;
    char *bytes;
    char to[256];     /* SMTP */
    const char *date; /* when it came, as IMAP says it */
};

struct fake {
    int listener, port;
    pthread_t thread;
    _Atomic bool stop;
    void (*serve)(struct fake *f); /* one connection */
    int fd;
    char in[8192];
    size_t at, n;

    /* what it does wrong */
    int cut; /* hangs up in place of this step, counted from 1 over all connections; 0: never */
    _Atomic int steps;   /* taken so far */
    const char *refuse;  /* the command (its first letters) that is refused, */
    int refusals;        /* so many times, -1: always, */
    const char *refusal; /* with these words */
    unsigned refuse_uid; /* IMAP: only when it is about this letter alone */
    int slow;            /* milliseconds before each step */
    /* Sees each command before the server does (IMAP: behind its tag); true: it has been answered. */
    bool (*odd)(struct fake *f, const char *tag, const char *line);

    /* what it has */
    bool preauth; /* IMAP: greets as if we had logged in */
    unsigned validity;
    struct fake_letter v[FAKE_LETTERS];
    int letters;
    int logins, folders;
};

void fake_start(struct fake *f, void (*serve)(struct fake *f));
/* Its two halves: whoever forks in between has a child without its thread. */
void fake_listen(struct fake *f, void (*serve)(struct fake *f));
void fake_live(struct fake *f);
void fake_stop(struct fake *f);
struct fake_letter *fake_add(struct fake *f, const char *bytes);

void fake_imap(struct fake *f);
void fake_pop3(struct fake *f);
void fake_smtp(struct fake *f);

/* For servers: one line without its end; false at the end of the connection. */
bool fake_line(struct fake *f, char *line, size_t room);
/* One step; false when the connection is (made) over. */
bool fake_send(struct fake *f, const void *p, size_t n);
bool fake_say(struct fake *f, const char *fmt, ...) PRINTF(2, 3);
/* Whether this command is to be refused now. */
bool fake_refuses(struct fake *f, const char *command);

#endif
